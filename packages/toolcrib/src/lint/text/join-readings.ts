import type { VisibleText } from '../visible-texts.ts';
import { ERROR_WEIGHT, type Reading, readText } from './read-text.ts';

/** A text of a definition, with what it says. */
export type ReadText = readonly [VisibleText, Reading];

/** Of what a piece of text without a space can be to be a name. */
const MAX_NAME = 64;
const white = /\s/;
/** Less says nothing, whatever stands elsewhere. */
const MIN_WEIGHT = 3;
/** What is farther apart is not read as one text. */
const MAX_LENGTH = 8_192;

/**
 * Reads the texts of a definition as one where some of them are suspicious and none is bad: an attack may be split over
 * parameters. If it is one, the most suspicious text is what it is reported at.
 */
export function joinReadings(texts: readonly ReadText[]): readonly ReadText[] {
  const sentences = texts.filter(([visible]) => !isName(visible));
  const worst = findWorst(sentences);
  if (worst === undefined || worst[1].weight >= ERROR_WEIGHT || sentences.length === 1) return texts;
  const text = sentences.map(([, reading]) => reading.text).join('.\n\n');
  if (text.length > MAX_LENGTH) return texts;
  const joined = readText(text);
  if (joined.weight < ERROR_WEIGHT) return texts;
  const { blobs } = worst[1];
  const reading: Reading = { ...joined, blobs, isJoined: true };
  return texts.map((entry) => (entry === worst ? [entry[0], reading] : entry));
}

/** What a name says is no part of a sentence elsewhere. */
function isName({ kind, text }: VisibleText): boolean {
  return kind !== 'prose' && kind !== 'value' && text.length <= MAX_NAME && !white.test(text);
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
