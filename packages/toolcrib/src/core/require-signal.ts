import { ConfigError } from './errors.ts';

/**
 * Refuses what is no signal, and is not left out, such as an AbortController instead of its `signal`. Signals of other
 * realms and of polyfills are fine.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener: add, removeEventListener: remove } = Object(signal);
  if (typeof aborted === 'boolean' && typeof add === 'function' && typeof remove === 'function') return;
  const message = 'The option signal must be an AbortSignal, such as controller.signal.';
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'signal' } });
}
