import { ConfigError } from '../index.ts';

/** More than a timer can wait. */
const TOO_LONG_MS = 2 ** 31;

/** @throws ConfigError `E_INVALID_OPTION`. */
export function checkMilliseconds(option: string, value: number): number {
  if (typeof value === 'number' && value >= 1 && value < TOO_LONG_MS) return value;
  const message = `The option ${option} must be a number of milliseconds from 1 to ${TOO_LONG_MS - 1}, not ${value}.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option } });
}
