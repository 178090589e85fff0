import { type Precedence, parseVersion, type VersionRange } from './parse-version.ts';
import type { ToolSpec } from './tool-spec.ts';
import type { ToolVersion } from './tool-state.ts';

/** A version of a tool, with its precedence. */
export interface OrderedVersion {
  readonly version: ToolVersion;
  readonly precedence: Precedence;
}

/** The SemVer versions of a tool, the lowest first; those of one precedence in the order of their registration. */
export interface VersionOrder {
  readonly releases: readonly OrderedVersion[];
  readonly preReleases: readonly OrderedVersion[];
}

/** As many ranges as one toolset may have, and some. */
const MAX_KNOWN_RANGES = 2_000;

/**
 * The order of versions, found out once for each frozen list, and kept for as long as that is there: a plan looks at thousands
 * of lists, and at each of them again when it is applied.
 */
export class VersionOrders {
  readonly #precedences = new WeakMap<ToolSpec, Precedence | null>();
  readonly #orders = new WeakMap<readonly ToolVersion[], VersionOrder>();
  #ranges = new Map<string, VersionRange>();

  of(versions: readonly ToolVersion[]): VersionOrder {
    const known = this.#orders.get(versions);
    if (known !== undefined) return known;
    const ordered = versions.flatMap((version) => this.#toOrdered(version) ?? []);
    ordered.sort((left, right) => left.precedence.compare(right.precedence));
    const order = {
      releases: ordered.filter((item) => !isPreRelease(item)),
      preReleases: ordered.filter(isPreRelease),
    };
    if (Object.isFrozen(versions)) this.#orders.set(versions, order);
    return order;
  }

  /** Takes note of a list that is another one with one more version: if that one has its order, so has this one. */
  noteAdded(versions: readonly ToolVersion[], longer: readonly ToolVersion[], added: ToolVersion): void {
    const order = this.#orders.get(versions);
    if (order === undefined) return;
    const item = this.#toOrdered(added);
    const side = item !== undefined && isPreRelease(item) ? 'preReleases' : 'releases';
    this.#orders.set(longer, item === undefined ? order : { ...order, [side]: insert(order[side], item) });
  }

  /** A range as it was read before; parsing takes longer than finding a version in it. */
  rangeOf(text: string, read: (text: string) => VersionRange): VersionRange {
    const known = this.#ranges.get(text);
    if (known !== undefined) return known;
    const range = read(text);
    if (this.#ranges.size >= MAX_KNOWN_RANGES) this.#ranges = new Map();
    this.#ranges.set(text, range);
    return range;
  }

  #toOrdered(version: ToolVersion): OrderedVersion | undefined {
    const { spec } = version;
    let precedence = this.#precedences.get(spec);
    if (precedence === undefined) {
      precedence = parseVersion(spec.version) ?? null;
      this.#precedences.set(spec, precedence);
    }
    return precedence === null ? undefined : { version, precedence };
  }
}

/** How many versions, from the first on, are not higher than this one. */
export function countUpTo(ordered: readonly OrderedVersion[], precedence: Precedence): number {
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

function isPreRelease({ precedence }: OrderedVersion): boolean {
  return precedence.prerelease.length > 0;
}
