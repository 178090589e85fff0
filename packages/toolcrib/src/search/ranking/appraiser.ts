import { BREAK, type ToolDocument } from '../index/tool-document.ts';
import { toolFields } from '../text/read-tool-texts.ts';
import { type Phrase, pairOf, type Query } from './query.ts';
import type { Coverage } from './weights.ts';
import type { WordMarks } from './word-marks.ts';

/** What was found when a tool was looked at closely. */
export interface Appraisal {
  readonly phrases: readonly Phrase[];
  /** How much of the query, and of the texts of the tool, is covered: from 0 to 1. */
  readonly coverage: Coverage;
}

const NAME = toolFields.indexOf('name');
const DESCRIPTION = toolFields.indexOf('description');
const TAGS = toolFields.indexOf('tags');

/** Looks at tools closely for one query: which neighbours they have, and how much of them the query covers. */
export class Appraiser {
  readonly #phrases: Query['phrases'];
  readonly #marks: WordMarks;
  /** The weights of all words of the query. */
  readonly #total: number;

  constructor(query: Query, marks: WordMarks) {
    this.#phrases = query.phrases;
    this.#marks = marks;
    this.#total = query.words.reduce((sum, { weight }) => sum + weight, 0);
    marks.begin(query);
  }

  /** `covered` are the weights of the words of the query that the tool has. */
  appraise(document: ToolDocument, covered: number): Appraisal {
    return {
      phrases: this.#phrases.size === 0 ? NONE : this.#findPhrases(document.words),
      coverage: {
        query: this.#total === 0 ? 0 : covered / this.#total,
        name: this.#marks.coverage(document, NAME),
        description: this.#marks.coverage(document, DESCRIPTION),
        tags: this.#marks.coverage(document, TAGS),
      },
    };
  }

  #findPhrases(words: Uint32Array): readonly Phrase[] {
    const { weights } = this.#marks;
    let found: Phrase[] | undefined;
    let before = BREAK;
    for (const word of words) {
      // A break has none.
      if (weights[word] === 0) {
        before = BREAK;
        continue;
      }
      const phrase = before === BREAK ? undefined : this.#phrases.get(pairOf(before, word));
      before = word;
      if (phrase === undefined || found?.includes(phrase)) continue;
      found ??= [];
      found.push(phrase);
    }
    return found ?? NONE;
  }
}

const NONE: readonly Phrase[] = Object.freeze([]);
