import { ConfigError } from './errors.ts';

/**
 * Refuses options that do not exist, also those that are undefined: a slip of the pen must not be ignored. The prefix says
 * where the options are, such as `limits.`.
 *
 * @throws ConfigError `E_INVALID_OPTION`, also for what is no object.
 */
export function requireKnown(given: unknown, names: ReadonlySet<string>, prefix = ''): void {
  if (typeof given !== 'object' || given === null) {
    throw invalid(prefix.slice(0, -1) || 'options', 'must be an object');
  }
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw invalid(`${prefix}${unknown}`, `is no option; the options are ${[...names].join(', ')}`);
}

function invalid(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The option ${option} ${problem}.`, { context: { option } });
}
