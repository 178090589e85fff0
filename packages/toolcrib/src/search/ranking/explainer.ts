import type { Term } from '../index/term.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import type { Explanation, WordMatch } from '../search-hit.ts';
import { type ToolField, toolFields } from '../text/read-tool-texts.ts';
import type { Appraisal } from './appraiser.ts';
import type { Alternative, Query, QueryWord } from './query.ts';

/** What tools were found by. */
export interface Search {
  readonly query: Query;
  /** The places of the tools. */
  readonly places: readonly number[];
  /** What scores are in proportion to. */
  readonly most: number;
}

/** Says why tools have the scores that they have. */
export class Explainer {
  readonly #query: Query;
  readonly #most: number;
  /** What each word is worth in each of the tools. */
  readonly #impacts = new Map<Term, ReadonlyMap<number, number>>();

  constructor({ query, places, most }: Search) {
    this.#query = query;
    this.#most = most;
    const wanted = new Set(places);
    for (const { alternatives } of query.words) {
      for (const { term } of alternatives) this.#impacts.set(term, impactsOf(term, wanted));
    }
  }

  explain(document: ToolDocument, { phrases, boosts }: Appraisal): Explanation {
    const words: WordMatch[] = [];
    const missing: string[] = [];
    for (const asked of this.#query.words) {
      const best = this.#findBest(asked, document.place);
      if (best === undefined) {
        missing.push(asked.word);
        continue;
      }
      const { term, kind } = best.alternative;
      const fields = fieldsOf(document, best.alternative);
      words.push({ word: asked.word, matched: term.text, kind, fields, score: best.score / this.#most });
    }
    const neighbours = phrases.map(({ first, second, weight }) => ({
      words: [first.text, second.text] as const,
      score: weight / this.#most,
    }));
    return { words, missing, phrases: neighbours, boosts };
  }

  /** The alternative that counted: the first of the best. */
  #findBest({ alternatives }: QueryWord, place: number): BestAlternative | undefined {
    let best: BestAlternative | undefined;
    for (const alternative of alternatives) {
      const impact = this.#impacts.get(alternative.term)?.get(place);
      if (impact === undefined) continue;
      const score = alternative.weight * impact;
      if (best === undefined || score > best.score) best = { alternative, score };
    }
    return best;
  }
}

function impactsOf({ places, impacts }: Term, wanted: ReadonlySet<number>): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [index, place] of places.entries()) {
    if (wanted.has(place)) found.set(place, impacts[index] as number);
  }
  return found;
}

interface BestAlternative {
  readonly alternative: Alternative;
  readonly score: number;
}

function fieldsOf({ terms, fields }: ToolDocument, { term }: Alternative): readonly ToolField[] {
  const bits = fields[terms.indexOf(term)] ?? 0;
  return toolFields.filter((_, at) => (bits & (1 << at)) !== 0);
}
