import { ConfigError } from '../../core/errors.ts';

/** @throws ConfigError `E_INVALID_OPTION` for what is no whole number from a least one on. */
export function checkCount(option: string, value: number, min: number): number {
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new ConfigError('E_INVALID_OPTION', `${option} must be a whole number from ${min}.`, {
    context: { option },
  });
}
