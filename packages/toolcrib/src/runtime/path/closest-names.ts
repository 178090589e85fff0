/** At most so many names, in their order; if there are more, those that share most with the name asked for. */
export function closestNames(wanted: string, names: readonly string[], limit: number): readonly string[] {
  if (names.length <= limit) return names;
  const wantedParts = partsOf(wanted.slice(0, 64));
  const scored = names.map((name, index) => ({ name, index, score: shareOf(partsOf(name), wantedParts) }));
  scored.sort((left, right) => right.score - left.score || left.index - right.index);
  return scored.slice(0, limit).map(({ name }) => name);
}

/** Every two neighbouring characters, in lower case. */
function partsOf(name: string): ReadonlySet<string> {
  const text = name.toLowerCase();
  const parts = new Set<string>();
  for (let index = 0; index + 2 <= text.length; index++) parts.add(text.slice(index, index + 2));
  return parts;
}

function shareOf(parts: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of parts) if (wanted.has(part)) shared++;
  return shared / (parts.size + wanted.size + 1);
}
