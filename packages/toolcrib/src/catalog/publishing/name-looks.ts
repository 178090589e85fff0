import { lookAlikeKeysOf } from '../../lint/names/look-alike.ts';
import { skeletonOf } from '../../lint/names/skeleton.ts';

/** Names that are kept; one takes up to some kilobytes. */
const MAX_KNOWN = 4_000;

/** What a name looks like. */
export interface NameLook {
  readonly skeleton: string;
  /** Names that look alike have one in common. */
  readonly keys: readonly string[];
}

/**
 * What names look like, which takes a tenth of a millisecond of a long one that is not ASCII. What was asked for by
 * `remember` is kept for the transaction that follows, which asks again and again.
 */
export class NameLooks {
  #known = new Map<string, NameLook>();
  /** Those before: the names of one change must not be forgotten while it is prepared. */
  #older = new Map<string, NameLook>();

  of(name: string): NameLook {
    return this.#known.get(name) ?? this.#older.get(name) ?? toLook(name);
  }

  remember(name: string): NameLook {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) {
      this.#older = this.#known;
      this.#known = new Map();
    }
    const look = this.of(name);
    this.#known.set(name, look);
    return look;
  }
}

function toLook(name: string): NameLook {
  const skeleton = skeletonOf(name);
  return Object.freeze({ skeleton, keys: lookAlikeKeysOf(name, skeleton) });
}
