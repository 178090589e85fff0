import { mapInPieces, type Pieces } from '../../catalog/pieces.ts';

/** How many names are compared at once. */
const NAMES_PER_PIECE = 64;

/** Below this share of common parts a name is another one, not one that was mistyped. */
const MIN_SHARE = 0.4;

/** Finds those of some names that resemble another. Case and separators play no part. */
export class SimilarNames {
  readonly #names: readonly string[];
  /** By name, computed on first use. */
  #parts: readonly ReadonlySet<string>[] | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The most similar ones first. */
  *find(wanted: string): Pieces<readonly string[]> {
    this.#parts ??= yield* mapInPieces(this.#names, partsOf, NAMES_PER_PIECE);
    const wantedParts = partsOf(wanted);
    const shares = yield* mapInPieces(this.#parts, (parts) => shareOf(parts, wantedParts), NAMES_PER_PIECE);
    return this.#names
      .map((name, index) => ({ name, share: shares[index] ?? 0 }))
      .filter(({ share }) => share >= MIN_SHARE)
      .sort((left, right) => right.share - left.share || (left.name < right.name ? -1 : 1))
      .map(({ name }) => name);
  }
}

/** Every two neighbouring characters, beginning and end included. */
function partsOf(name: string): ReadonlySet<string> {
  const text = ` ${name.toLowerCase().replaceAll(/[-_.:/]/g, '')} `;
  const parts = new Set<string>();
  for (let index = 0; index + 2 <= text.length; index++) parts.add(text.slice(index, index + 2));
  return parts;
}

/** From 0 to 1 (Dice). */
function shareOf(parts: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of parts) if (wanted.has(part)) shared++;
  return (2 * shared) / (parts.size + wanted.size);
}
