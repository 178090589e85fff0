const propertySyntax = /\\[pP]\{/g;

/** How many steps a look at a character takes if it is held against hundreds of ranges. */
const STEPS_OF_PROPERTY = 6;

/** How many steps a look at a character takes, for what an atom holds it against. */
export function weighAtom(atom: string): number {
  return countProperties(atom) === 0 ? 1 : STEPS_OF_PROPERTY;
}

/** How many classes of Unicode, such as `\p{L}`, a part of a pattern names. */
export function countProperties(source: string): number {
  return source.match(propertySyntax)?.length ?? 0;
}
