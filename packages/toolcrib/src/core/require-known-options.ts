import { cutText } from './cut-text.ts';
import { ConfigError } from './errors.ts';

/**
 * Refuses options that do not exist, also those that are undefined: a typing mistake must not be ignored. The prefix says
 * where the options are, such as `limits.`. For code of your own that takes options.
 *
 * @throws ConfigError `E_INVALID_OPTION` with `context.option`, also for what isn't an object.
 */
export function requireKnownOptions(given: unknown, names: ReadonlySet<string>, prefix = ''): void {
  if (typeof given !== 'object' || given === null) {
    const option = prefix.slice(0, -1) || 'options';
    throw invalid(option, `The option ${option} must be an object.`);
  }
  for (const name in given) {
    if (names.has(name) || !Object.hasOwn(given, name)) continue;
    throw invalid(`${prefix}${name}`, describeUnknown(name, names, prefix));
  }
}

/** What is said of an option that does not exist: the one that may be meant, or all that there are. */
export function describeUnknown(name: string, names: Iterable<string>, prefix = ''): string {
  const known = [...names];
  const unknown = `Unknown option "${prefix}${cutText(name)}".`;
  const meant = findMeant(name, known);
  return meant === undefined
    ? `${unknown} The options are ${known.map((each) => prefix + each).join(', ')}.`
    : `${unknown} Did you mean "${prefix}${meant}"?`;
}

/** The longest name that is compared. */
const MAX_LENGTH = 64;

/** The name that differs least, if that is little. */
function findMeant(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > MAX_LENGTH) return undefined;
  const distances = names.map((name) => ({ name, distance: countSlips(wanted, name) }));
  const [nearest] = distances.sort((left, right) => left.distance - right.distance);
  return nearest !== undefined && nearest.distance <= Math.ceil(wanted.length / 4) ? nearest.name : undefined;
}

/** How many letters are missing, too many, wrong or swapped with their neighbour, whatever their case. */
function countSlips(left: string, right: string): number {
  const [from, to] = [left.toLowerCase(), right.toLowerCase()];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 2] === to[column - 1] && from[row - 1] === to[column - 2];
      const swapped = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, replaced, swapped));
    }
    before = last;
    last = next;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

function invalid(option: string, message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message, { context: { option } });
}
