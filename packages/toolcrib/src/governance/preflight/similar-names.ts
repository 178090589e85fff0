/** Below this share of common parts a name is another one, not one that was mistyped. */
const MIN_SHARE = 0.4;

/** Those of the names that resemble another, the most similar first. Case and separators play no part. */
export function similarNames(wanted: string, names: readonly string[]): readonly string[] {
  const wantedParts = partsOf(wanted);
  const scored = names.map((name) => ({ name, share: shareOf(partsOf(name), wantedParts) }));
  return scored
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((left, right) => right.share - left.share || (left.name < right.name ? -1 : 1))
    .map(({ name }) => name);
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
