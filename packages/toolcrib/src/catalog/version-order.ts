import type SemVer from 'semver/classes/semver.js';
import { parseVersion } from './parse-version.ts';
import type { ToolSpec } from './tool-spec.ts';
import type { ToolVersion } from './tool-state.ts';

/** A version of a tool, with its precedence. */
export interface OrderedVersion {
  readonly version: ToolVersion;
  readonly precedence: SemVer;
}

/** The SemVer versions of a tool, the lowest first; those of one precedence in the order of their registration. */
export interface VersionOrder {
  readonly releases: readonly OrderedVersion[];
  readonly preReleases: readonly OrderedVersion[];
}

// Both hold what follows from frozen objects, for as long as these are there: a plan looks at thousands of versions.
const precedences = new WeakMap<ToolSpec, SemVer | null>();
const orders = new WeakMap<readonly ToolVersion[], VersionOrder>();

/** The order of a list of versions, which is found out once for a frozen list. */
export function orderOf(versions: readonly ToolVersion[]): VersionOrder {
  const known = orders.get(versions);
  if (known !== undefined) return known;
  const ordered = versions.flatMap((version) => toOrdered(version) ?? []);
  ordered.sort((left, right) => left.precedence.compare(right.precedence));
  const order = {
    releases: ordered.filter((item) => !isPreRelease(item)),
    preReleases: ordered.filter(isPreRelease),
  };
  if (Object.isFrozen(versions)) orders.set(versions, order);
  return order;
}

/** Takes note of a list that is another one with one more version: if that one has its order, so has this one. */
export function noteAdded(
  versions: readonly ToolVersion[],
  longer: readonly ToolVersion[],
  added: ToolVersion,
): void {
  const order = orders.get(versions);
  if (order === undefined) return;
  const item = toOrdered(added);
  const side = item !== undefined && isPreRelease(item) ? 'preReleases' : 'releases';
  orders.set(longer, item === undefined ? order : { ...order, [side]: insert(order[side], item) });
}

/** How many versions, from the first on, are not higher than this one. */
export function countUpTo(ordered: readonly OrderedVersion[], precedence: SemVer): number {
  return countWhile(ordered, (item) => item.precedence.compare(precedence) <= 0);
}

/** How many items come before the first that does not fit; none after that one fits. */
export function countWhile<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Below the length there is always one.
    if (fits(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(ordered: readonly OrderedVersion[], item: OrderedVersion): readonly OrderedVersion[] {
  return ordered.toSpliced(countUpTo(ordered, item.precedence), 0, item);
}

function toOrdered(version: ToolVersion): OrderedVersion | undefined {
  const { spec } = version;
  let precedence = precedences.get(spec);
  if (precedence === undefined) {
    precedence = parseVersion(spec.version) ?? null;
    precedences.set(spec, precedence);
  }
  return precedence === null ? undefined : { version, precedence };
}

function isPreRelease({ precedence }: OrderedVersion): boolean {
  return precedence.prerelease.length > 0;
}
