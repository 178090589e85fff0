/** One word of the index, as a stem, with the tools that have it. Their order has no meaning. */
export interface Term {
  readonly id: number;
  readonly text: string;
  /** The letters of the text as bits, to tell quickly that another text is too different. */
  readonly letters: number;
  /** The places of the tools. */
  readonly places: number[];
  /** For each of them, how much the tool is about this word: from 0 to 1. */
  readonly impacts: number[];
}

/** Takes a tool off a term; the last one gets its position. */
export function dropPlace({ places, impacts }: Term, place: number): void {
  const position = places.indexOf(place);
  if (position < 0) return;
  const [lastPlace, lastImpact] = [places.pop(), impacts.pop()];
  if (lastPlace === undefined || lastImpact === undefined || position === places.length) return;
  places[position] = lastPlace;
  impacts[position] = lastImpact;
}

/** The letters of a text as bits: those of ASCII one each, all others by their code. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}
