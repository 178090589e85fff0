import { invalid } from '../runtime/read-runtime-options.ts';

/** @throws ConfigError `E_INVALID_OPTION` for an option that does not exist; the prefix says where it is. */
export function requireKnown(given: object, names: ReadonlySet<string>, prefix: string): void {
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw invalid(`${prefix}${unknown}`, `is no option; the options are ${[...names].join(', ')}`);
}
