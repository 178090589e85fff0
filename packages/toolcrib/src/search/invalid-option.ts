import { ConfigError } from '../core/errors.ts';

/** The error about an option. The problem is the rest of a sentence that begins with it. */
export function invalidOption(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The option ${option} ${problem}.`, { context: { option } });
}
