import type { IndexView } from '../index/index-view.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import type { SearchHit } from '../search-hit.ts';
import { type Appraisal, Appraiser } from './appraiser.ts';
import { bestPlaces } from './best-places.ts';
import { BestScores } from './best-scores.ts';
import { Explainer } from './explainer.ts';
import { type QueryParts, QueryReader } from './query-reader.ts';
import { WordMarks } from './word-marks.ts';
import { WordScores } from './word-scores.ts';

/** What is to be ranked, and how. */
export interface RankRequest {
  readonly view: IndexView;
  readonly limit: number;
  readonly typing: boolean;
  readonly explain: boolean;
  /** The tools by their places. */
  readonly documents: readonly (ToolDocument | undefined)[];
}

interface Candidate {
  readonly document: ToolDocument;
  readonly appraisal: Appraisal;
}

/** Ranks tools: first by the words that they have, then the best of them by a closer look. */
export class Ranker {
  readonly #parts: QueryParts;
  readonly #scores = new WordScores();
  readonly #marks: WordMarks;

  constructor(parts: QueryParts) {
    this.#parts = parts;
    this.#marks = new WordMarks(parts.weights);
  }

  rank(text: string, request: RankRequest): readonly SearchHit[] {
    const { view, limit, documents } = request;
    const { vocabulary, weights } = this.#parts;
    const query = new QueryReader(this.#parts, view).read(text, request.typing);
    this.#scores.reset(documents.length);
    this.#scores.add(query, view);
    this.#marks.reserve(vocabulary.capacity);
    const appraiser = new Appraiser(query, this.#marks, weights);
    const { most } = appraiser;
    const best = this.#lookClosely(appraiser, request).sort(compareCandidates).slice(0, limit);
    if (!request.explain)
      return best.map(({ document, appraisal }) => ({ id: document.id, score: appraisal.score }));
    const explainer = new Explainer({ query, most, places: best.map(({ document }) => document.place) });
    return best.map(({ document, appraisal }) => ({
      id: document.id,
      score: appraisal.score,
      explanation: explainer.explain(document, appraisal),
    }));
  }

  /** The scores of all that may be among the best. */
  #lookClosely(appraiser: Appraiser, { limit, documents }: RankRequest): Candidate[] {
    const { scores } = this.#scores;
    const best = new BestScores(limit);
    const candidates: Candidate[] = [];
    for (const place of this.#selectPlaces(documents, Math.max(limit, this.#parts.weights.candidates))) {
      const words = scores[place] as number;
      const covered = this.#scores.coveredBy(place);
      if (appraiser.atMost(words, covered) < best.floor) continue;
      // Only places of tools are touched.
      const document = documents[place] as ToolDocument;
      const appraisal = appraiser.appraise(document, words, covered);
      best.add(appraisal.score);
      candidates.push({ document, appraisal });
    }
    return candidates;
  }

  #selectPlaces(documents: RankRequest['documents'], limit: number): readonly number[] {
    const { touched: places, scores } = this.#scores;
    const isBefore = (left: number, right: number) =>
      (documents[left] as ToolDocument).id < (documents[right] as ToolDocument).id;
    return bestPlaces({ places, scores, isBefore }, limit);
  }
}

function compareCandidates(left: Candidate, right: Candidate): number {
  return right.appraisal.score - left.appraisal.score || (left.document.id < right.document.id ? -1 : 1);
}
