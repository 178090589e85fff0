import { kindOf } from './character-kind.ts';

/** Fewer gaps than this, in a text without spaces, are those of a name; in a sentence names are longer. */
const MIN_JOINTS = 4;
const MIN_JOINTS_IN_SENTENCE = 5;
/** No five words are shorter. */
const MIN_RUN = 24;
/** Words and the spaces between them take up no more characters, so that a text with fewer spaces has other gaps. */
const MAX_SPACED = 8;
/** So many letters of one case are no word. */
const joinedLetters = /[a-z]{24,}|[A-Z]{24,}/g;
const runs = /\S{24,}/g;
const anyRuns = /\S+/g;
const wordEnd = /[\p{L}\p{N}\p{M}.,:;!?)]/u;
const letter = /\p{L}/u;
const isWord = /[\p{L}\p{N}\p{M}]/u;
const SPACE = 0x20;
const PARAGRAPH = '.\n\n';
/** Stands for a capital after a small letter. */
const CAPITAL = 'A';
const betweenCases = /(?<=[a-z])(?=[A-Z])/g;

/**
 * A text with spaces where words are joined by something else: by the same sign, by capitals, or by nothing. A name of
 * a few words stays as it is, unless words are joined throughout the text. Addresses stay, and the words of their paths
 * follow at the end.
 */
export function splitJoined(text: string): string {
  const joint = findFrequentJoint(text, findRuns(text).gaps);
  const paths: string[] = [];
  const split = text.replace(joint === undefined ? runs : anyRuns, (run) => splitRun(run, joint, paths));
  return [split, ...paths].join(PARAGRAPH);
}

/** The same for a text of which only the pieces that are split are given; undefined if there are none. */
export function splitJoinedPieces(text: string): string | undefined {
  const { found, gaps } = findRuns(text);
  if (findFrequentJoint(text, gaps) !== undefined) return splitJoined(text);
  const pieces = found.flatMap((run) => {
    const paths: string[] = [];
    const split = splitRun(run, undefined, paths);
    return split === run ? paths : [split, ...paths];
  });
  return pieces.length === 0 ? undefined : pieces.join(PARAGRAPH);
}

/** The long pieces without white space, and how many gaps there are between all pieces. */
function findRuns(text: string): { readonly found: readonly string[]; readonly gaps: number } {
  const found: string[] = [];
  let gaps = 0;
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    // White space beyond ASCII ends no run: what is joined by it is read as it is.
    if (index < text.length && text.charCodeAt(index) > SPACE) continue;
    if (index - start >= MIN_RUN) found.push(text.slice(start, index));
    if (index > start) gaps++;
    start = index + 1;
  }
  return { found, gaps };
}

/** The sign that joins words where few are apart. */
function findFrequentJoint(text: string, gaps: number): string | undefined {
  return gaps * MAX_SPACED > text.length ? undefined : findJoint(text, Math.max(MIN_JOINTS, gaps / 2));
}

function splitRun(run: string, joint: string | undefined, paths: string[]): string {
  const at = run.indexOf('://');
  if (at === -1) return splitWords(run, joint);
  let start = at;
  while (start > 0 && isWord.test(run.charAt(start - 1))) start--;
  const path = run.slice(at).replace(/^:\/\/[^/?#]{0,253}/, '');
  const split = splitWords(path, joint);
  if (split !== path) paths.push(split);
  return `${splitWords(run.slice(0, start), joint)}${run.slice(start)}`;
}

function splitWords(run: string, frequent: string | undefined): string {
  const joint = frequent ?? findJoint(run, MIN_JOINTS_IN_SENTENCE);
  const split = joint === undefined ? run : replaceJoint(run, joint);
  // Letters with spaces between them are read as the words that they make.
  return split.replace(joinedLetters, (letters) => ` ${[...letters].join(' ')} `);
}

/** The most frequent sign between words, if it is there so often. */
function findJoint(run: string, min: number): string | undefined {
  if (run.length < MIN_RUN) return undefined;
  const counts = new Map<string, number>();
  let best = { joint: '', count: 0 };
  for (let index = 1; index + 1 < run.length; index++) {
    const joint = findJointAt(run, index);
    if (joint === undefined) continue;
    const count = (counts.get(joint) ?? 0) + 1;
    counts.set(joint, count);
    if (count > best.count) best = { joint, count };
  }
  return best.count >= min ? best.joint : undefined;
}

function findJointAt(run: string, index: number): string | undefined {
  const kind = kindOf(run.charCodeAt(index));
  if (kind === 'capital') return kindOf(run.charCodeAt(index - 1)) === 'letter' ? CAPITAL : undefined;
  // Other signs are gaps between words already.
  if (kind !== 'other') return undefined;
  const sign = run.charAt(index);
  if (sign >= '0' && sign <= '9') return undefined;
  const isJoint =
    letter.test(run.charAt(index + 1)) && wordEnd.test(run.charAt(index - 1)) && !isWord.test(sign);
  return isJoint ? sign : undefined;
}

function replaceJoint(text: string, joint: string): string {
  return joint === CAPITAL ? text.replace(betweenCases, ' ') : text.replaceAll(joint, ' ');
}
