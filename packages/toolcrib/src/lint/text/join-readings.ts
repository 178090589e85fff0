import type { VisibleText } from '../visible-texts.ts';
import { ERROR_WEIGHT, type Reading, readText } from './read-text.ts';

/** A text of a definition, with what it says. */
export type ReadText = readonly [VisibleText, Reading];

/** Less says nothing, whatever stands elsewhere. */
const MIN_WEIGHT = 3;
/** What is farther apart is not read as one text. */
const MAX_LENGTH = 8_192;

/**
 * Reads the texts of a definition as one where some of them are suspicious and none is bad: an attack may be split over
 * parameters. If it is one, the most suspicious text is what it is reported at.
 */
export function joinReadings(texts: readonly ReadText[]): readonly ReadText[] {
  const worst = findWorst(texts);
  if (worst === undefined || worst[1].weight >= ERROR_WEIGHT || texts.length === 1) return texts;
  const text = texts.map(([visible]) => visible.text).join('.\n\n');
  if (text.length > MAX_LENGTH) return texts;
  const joined = readText(text);
  if (joined.weight < ERROR_WEIGHT) return texts;
  const { blobs } = worst[1];
  const reading: Reading = { ...joined, blobs, isJoined: true };
  return texts.map((entry) => (entry === worst ? [entry[0], reading] : entry));
}

function findWorst(texts: readonly ReadText[]): ReadText | undefined {
  let worst: ReadText | undefined;
  for (const entry of texts) {
    const { weight, namesSecrets } = entry[1];
    if (weight < MIN_WEIGHT && !namesSecrets) continue;
    if (worst === undefined || weight > worst[1].weight) worst = entry;
  }
  return worst;
}
