import { invalidOption } from '../invalid-option.ts';

/** @throws ConfigError `E_INVALID_OPTION` for what is no signal, and is not left out. */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { addEventListener, throwIfAborted } = Object(signal) as Partial<AbortSignal>;
  if (typeof addEventListener === 'function' && typeof throwIfAborted === 'function') return;
  throw invalidOption('signal', 'must be an AbortSignal');
}
