import { type Concept, numberOf } from './concepts.ts';
import { CLAUSE_END, SENTENCE_END } from './read-words.ts';

/** Numbers of concepts: of each list at least one has to be there. */
export type Mix = readonly (readonly number[])[];

/** A row of concepts that a text may have. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What has to be there for the pattern to match. */
  readonly needed: Mix;
}

/**
 * Compiles concepts with gaps: `override ~4 prior/your directive` is a word of the first concept, up to four words
 * of any kind, one of either of the next two concepts, and one of the last. A gap ends with the sentence, and one
 * that is written `-4` with the clause; one that is written `+4` has no negation in it. `^` and `$` are the two ends
 * of a sentence. Gaps are bounded, so that matching takes time in proportion to the text.
 */
export function toPhrase(source: string): Phrase {
  const parts = source.split(' ');
  const pattern = parts.map(toPattern).join('');
  const needed = parts.flatMap((part) => (/[-~+^?$]/.test(part) ? [] : [numbersOf(part)]));
  return { pattern: new RegExp(pattern, 'g'), needed };
}

/**
 * Compiles concepts that are in one sentence, in any order: `read/reads & strong & must` needs one of the first two
 * and both others.
 */
export function toMix(source: string): Mix {
  return source.split(' & ').map(numbersOf);
}

function numbersOf(part: string): readonly number[] {
  return conceptsOf(part).map((concept) => numberOf[concept]);
}

/** Concepts as a text, so that rows of them can be found with patterns: one character each. */
export function toTags(numbers: readonly number[]): string {
  let tags = '';
  for (const number of numbers) tags += String.fromCharCode(FIRST_TAG + number);
  return tags;
}

/** In the private use area, with room for the two ends before it. */
const FIRST_TAG = 0xe010;
const sentenceEnd = toTags([SENTENCE_END]);
const clauseEnd = toTags([CLAUSE_END]);
const negation = toTags([numberOf.not]);

function toPattern(part: string): string {
  if (part === '^') return `(?<=^|${sentenceEnd})`;
  if (part === '$') return `(?=$|${sentenceEnd})`;
  if (part.startsWith('~')) return `[^${sentenceEnd}]{0,${part.slice(1)}}?`;
  if (part.startsWith('+')) return `[^${sentenceEnd}${negation}]{0,${part.slice(1)}}?`;
  if (part.startsWith('-')) return `[^${sentenceEnd}${clauseEnd}]{0,${part.slice(1)}}?`;
  const isOptional = part.endsWith('?');
  const numbers = numbersOf(isOptional ? part.slice(0, -1) : part);
  return `[${toTags(numbers)}]${isOptional ? '?' : ''}`;
}

function conceptsOf(part: string): Concept[] {
  return part.split('/').map((name) => {
    if (!Object.hasOwn(numberOf, name)) throw new TypeError(`There is no concept "${name}".`);
    return name as Concept;
  });
}

/** Whether of each list of a mix at least one is there. */
export function hasAll(present: Uint8Array, mix: Mix): boolean {
  for (const alternatives of mix) {
    let hasOne = false;
    for (const number of alternatives) if (present[number] !== 0) hasOne = true;
    if (!hasOne) return false;
  }
  return true;
}
