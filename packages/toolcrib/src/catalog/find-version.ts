import Range from 'semver/classes/range.js';
import { cutText } from '../core/cut-text.ts';
import { ConfigError } from '../core/errors.ts';
import type { Precedence, VersionComparator, VersionRange } from './parse-version.ts';
import { currentOf, type ToolState, type ToolVersion } from './tool-state.ts';
import { countWhile, type OrderedVersion, type VersionOrder, VersionOrders } from './version-order.ts';

/** Which version of a tool is wanted: exactly one, where `null` is the one without a version, or the best in a range. */
export type VersionRequest = { readonly version: string | null } | { readonly range: string };

const MAX_RANGE_LENGTH = 256;
/** What `||` separates. */
const MAX_ALTERNATIVES = 8;
/** Of all alternatives together. */
const MAX_COMPARATORS = 16;

/**
 * The version of a tool that is wanted. An exact one is found also if it is deprecated. In a range, by the rules of npm,
 * it is the highest SemVer version that is not deprecated, and of those that differ in build metadata only, the one that
 * was registered last. `latest` is the current version unless that is deprecated.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the range is none, or has more than 8 alternatives or 16 comparators.
 */
export function findVersion(
  state: ToolState,
  wanted: VersionRequest,
  orders = new VersionOrders(),
): ToolVersion | undefined {
  if (!('range' in wanted)) {
    const version = wanted.version ?? undefined;
    return state.versions.find(({ spec }) => spec.version === version);
  }
  if (wanted.range === 'latest') {
    const current = currentOf(state);
    return current?.deprecation === undefined ? current : undefined;
  }
  return findHighest(orders.of(state.versions), readRange(wanted.range, orders));
}

function findHighest(order: VersionOrder, range: VersionRange): ToolVersion | undefined {
  let best: OrderedVersion | undefined;
  for (const comparators of range.set) {
    for (const found of [findRelease(order, comparators), ...findPreReleases(order, comparators)]) {
      if (found === undefined) continue;
      if (best === undefined || found.precedence.compare(best.precedence) > 0) best = found;
    }
  }
  return best?.version;
}

/** From the highest that is below every upper bound on: what is below the lower bounds has nothing more below it. */
function findRelease(
  { releases }: VersionOrder,
  comparators: readonly VersionComparator[],
): OrderedVersion | undefined {
  const isBelow = toUpperBound(comparators);
  const end = countWhile(releases, ({ precedence }) => isBelow(precedence));
  return findLast(releases, end, ({ precedence }) => comparators.every((one) => one.test(precedence)));
}

/** A prerelease counts only beside a comparator that names one of the same version. */
function findPreReleases(
  { preReleases }: VersionOrder,
  comparators: readonly VersionComparator[],
): readonly (OrderedVersion | undefined)[] {
  if (preReleases.length === 0) return [];
  const isBelow = toUpperBound(comparators);
  return comparators.map(({ semver }) => {
    if (isAny(semver) || semver.prerelease.length === 0) return undefined;
    const end = countWhile(
      preReleases,
      ({ precedence }) => precedence.compareMain(semver) <= 0 && isBelow(precedence),
    );
    return findLast(
      preReleases,
      end,
      ({ precedence }) =>
        precedence.compareMain(semver) === 0 && comparators.every((one) => one.test(precedence)),
    );
  });
}

/** The last before `end` that is not deprecated, if it fits. */
function findLast(
  ordered: readonly OrderedVersion[],
  end: number,
  fits: (item: OrderedVersion) => boolean,
): OrderedVersion | undefined {
  for (let index = end - 1; index >= 0; index--) {
    // Below the length there is always one.
    const item = ordered[index] as OrderedVersion;
    if (item.version.deprecation === undefined) return fits(item) ? item : undefined;
  }
  return undefined;
}

function toUpperBound(comparators: readonly VersionComparator[]): (precedence: Precedence) => boolean {
  const bounds = comparators.filter(({ semver, operator }) => !isAny(semver) && !operator.startsWith('>'));
  return (precedence) =>
    bounds.every(({ semver, operator }) => precedence.compare(semver) < (operator === '<' ? 0 : 1));
}

/** The bound of `*`, which is no version, whatever its type says. */
function isAny(semver: Precedence): boolean {
  return typeof semver === 'symbol';
}

function readRange(range: unknown, orders: VersionOrders): VersionRange {
  if (typeof range !== 'string') throw invalidRange(typeof range);
  return orders.rangeOf(range, readNewRange);
}

function readNewRange(range: string): VersionRange {
  if (range.length > MAX_RANGE_LENGTH) {
    throw invalidRange(`${JSON.stringify(cutText(range))}, which has ${range.length} characters`);
  }
  const alternatives = range.split('||').length;
  if (alternatives > MAX_ALTERNATIVES) throw tooManyParts(alternatives, 'alternatives', MAX_ALTERNATIVES);
  const read = parseRange(range);
  const comparators = read.set.reduce((count, set) => count + set.length, 0);
  if (comparators > MAX_COMPARATORS) throw tooManyParts(comparators, 'comparators', MAX_COMPARATORS);
  return read;
}

function parseRange(range: string): VersionRange {
  try {
    return new Range(range);
  } catch {
    // What the parser says of it is less than the message below.
    throw invalidRange(JSON.stringify(cutText(range)));
  }
}

/** A caret, a tilde, an x and a hyphen are two comparators each. */
function tooManyParts(count: number, parts: string, most: number): ConfigError {
  const message = `The option range has ${count} ${parts}; at most ${most} are allowed.`;
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'range' } });
}

function invalidRange(got: string): ConfigError {
  const expected = `a SemVer range of at most ${MAX_RANGE_LENGTH} characters, or "latest"`;
  return new ConfigError('E_INVALID_OPTION', `The option range must be ${expected}, not ${got}.`, {
    context: { option: 'range' },
  });
}
