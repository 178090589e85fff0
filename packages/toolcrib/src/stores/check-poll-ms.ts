import { ConfigError } from '../index.ts';

/** More than a timer can wait. */
const TOO_LONG_MS = 2 ** 31;

/** @throws ConfigError `E_INVALID_OPTION`. */
export function checkPollMs(pollMs: number): number {
  if (typeof pollMs === 'number' && pollMs >= 1 && pollMs < TOO_LONG_MS) return pollMs;
  const message = `The option pollMs must be a number of milliseconds from 1 to ${TOO_LONG_MS - 1}, not ${pollMs}.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'pollMs' } });
}
