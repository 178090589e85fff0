import type { Term } from '../index/term.ts';
import { BREAK, type ToolDocument } from '../index/tool-document.ts';
import { toolFields } from '../text/read-tool-texts.ts';
import { type Phrase, pairOf, type Query } from './query.ts';
import type { Coverage, RankingWeights } from './weights.ts';
import type { WordMarks } from './word-marks.ts';

/** What was found when a tool was looked at closely. */
export interface Appraisal {
  /** From 0 to 1. */
  readonly score: number;
  readonly phrases: readonly Phrase[];
  /** What more of the query, and of the texts of the tool, being covered multiplies the score by. */
  readonly boosts: Coverage;
}

const NAME = toolFields.indexOf('name');
const TITLE = toolFields.indexOf('title');
const DESCRIPTION = toolFields.indexOf('description');
const TAGS = toolFields.indexOf('tags');

/** Looks at tools closely for one query: which neighbours they have, and how much of them the query covers. */
export class Appraiser {
  /** What scores are in proportion to, since no tool can exceed it; 1 if there is nothing to find. */
  readonly most: number;
  readonly #phrases: Query['phrases'];
  readonly #marks: WordMarks;
  readonly #weights: RankingWeights;
  /** The weights of all words of the query. */
  readonly #total: number;
  /** The weights of all phrases, and the most that the phrases of a tool are worth in proportion to its words. */
  readonly #allPhrases: number;
  readonly #phrasePart: number;
  /** What covering all texts of a tool multiplies its score by. */
  readonly #fullBoost: number;
  /** By field, of the tool that was read last. */
  readonly #coverage = new Float64Array(toolFields.length);

  constructor(query: Query, marks: WordMarks, weights: RankingWeights) {
    const { name, description, tags, query: whole } = weights.boosts;
    this.#phrases = query.phrases;
    this.#marks = marks;
    this.#weights = weights;
    this.#total = query.words.reduce((sum, { weight }) => sum + weight, 0);
    this.#allPhrases = [...query.phrases.values()].reduce((sum, { weight }) => sum + weight, 0);
    this.#phrasePart = (weights.phrase * mostPhrasesOfWord(query)) / 2;
    this.#fullBoost = (1 + name) * (1 + description) * (1 + tags);
    this.most = (this.#total + this.#allPhrases) * (1 + whole) * this.#fullBoost || 1;
    marks.begin(query);
  }

  /**
   * What the score of a tool cannot exceed, as far as its words tell: what they are worth, and the weights of the words of the
   * query that it has.
   */
  atMost(words: number, covered: number): number {
    const phrases = Math.min(this.#allPhrases, this.#phrasePart * covered);
    return (
      toScore(((words + phrases) * this.#queryBoost(covered) * this.#fullBoost) / this.most) + 1 / PRECISION
    );
  }

  /** Looks at a tool, with what its words tell. */
  appraise(document: ToolDocument, words: number, covered: number): Appraisal {
    const { boosts } = this.#weights;
    const phrases = this.#read(document);
    const query = this.#queryBoost(covered);
    // A title is a name too.
    const name = 1 + boosts.name * Math.max(this.#coverageOf(NAME), this.#coverageOf(TITLE));
    const description = 1 + boosts.description * this.#coverageOf(DESCRIPTION);
    const tags = 1 + boosts.tags * this.#coverageOf(TAGS);
    const neighbours = phrases.reduce((sum, { weight }) => sum + weight, 0);
    const score = toScore(((words + neighbours) * query * name * description * tags) / this.most);
    return { score, phrases, boosts: { query, name, description, tags } };
  }

  #coverageOf(field: number): number {
    return this.#coverage[field] as number;
  }

  #queryBoost(covered: number): number {
    return this.#total === 0 ? 1 : 1 + (this.#weights.boosts.query * covered) / this.#total;
  }

  /** The phrases of the query that a tool has; and how much of each of its fields the query is about, in `#coverage`. */
  #read({ words, ends }: ToolDocument): readonly Phrase[] {
    const { weights } = this.#marks;
    let found: Phrase[] | undefined;
    let index = 0;
    for (let field = 0; field < ends.length; field++) {
      const end = ends[field] as number;
      let hits = 0;
      let all = 0;
      let before = BREAK;
      for (; index < end; index++) {
        const word = words[index] as number;
        if (word !== BREAK) all++;
        const weight = weights[word] as number;
        if (weight === 0) {
          before = BREAK;
          continue;
        }
        hits += weight;
        const phrase = before === BREAK ? undefined : this.#phrases.get(pairOf(before, word));
        before = word;
        if (phrase === undefined || found?.includes(phrase)) continue;
        found ??= [];
        found.push(phrase);
      }
      this.#coverage[field] = all === 0 ? 0 : hits / all;
    }
    return found ?? NONE;
  }
}

/** Two scores that differ by less than the noise of sums are the same. */
function toScore(score: number): number {
  return Math.round(score * PRECISION) / PRECISION;
}

const PRECISION = 1e9;

/** How many phrases the word has that has most. */
function mostPhrasesOfWord({ phrases }: Query): number {
  const counts = new Map<Term, number>();
  let most = 0;
  for (const { first, second } of phrases.values()) {
    for (const term of [first, second]) {
      const count = (counts.get(term) ?? 0) + 1;
      counts.set(term, count);
      if (count > most) most = count;
    }
  }
  return most;
}

const NONE: readonly Phrase[] = Object.freeze([]);
