import type { ToolDocument } from '../index/tool-document.ts';
import type { Explanation, WordMatch } from '../search-hit.ts';
import { type ToolField, toolFields } from '../text/read-tool-texts.ts';
import type { Appraisal } from './appraiser.ts';
import type { Alternative, Query, QueryWord } from './query.ts';

/** What a tool was found by. */
export interface Finding {
  readonly document: ToolDocument;
  readonly appraisal: Appraisal;
  readonly query: Query;
  /** What scores are in proportion to. */
  readonly most: number;
}

/** Says why a tool has its score. */
export function explain({ document, appraisal, query, most }: Finding): Explanation {
  const words: WordMatch[] = [];
  const missing: string[] = [];
  for (const asked of query.words) {
    const best = findBest(asked, document);
    if (best === undefined) {
      missing.push(asked.word);
      continue;
    }
    const { term, kind } = best.alternative;
    const fields = fieldsOf(document, best.alternative);
    words.push({ word: asked.word, matched: term.text, kind, fields, score: best.score / most });
  }
  const phrases = appraisal.phrases.map(({ first, second, weight }) => ({
    words: [first.text, second.text] as const,
    score: weight / most,
  }));
  return { words, missing, phrases, boosts: appraisal.boosts };
}

interface BestAlternative {
  readonly alternative: Alternative;
  readonly score: number;
}

/** The alternative that counted: the first of the best. */
function findBest({ alternatives }: QueryWord, { place }: ToolDocument): BestAlternative | undefined {
  let best: BestAlternative | undefined;
  for (const alternative of alternatives) {
    const { term, weight } = alternative;
    const position = term.places.indexOf(place);
    if (position < 0) continue;
    const score = weight * (term.impacts[position] as number);
    if (best === undefined || score > best.score) best = { alternative, score };
  }
  return best;
}

function fieldsOf({ terms, fields }: ToolDocument, { term }: Alternative): readonly ToolField[] {
  const bits = fields[terms.indexOf(term)] ?? 0;
  return toolFields.filter((_, at) => (bits & (1 << at)) !== 0);
}
