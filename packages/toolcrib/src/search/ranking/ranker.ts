import type { IndexView } from '../index/index-view.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import type { SearchHit } from '../search-hit.ts';
import { type Appraisal, Appraiser } from './appraiser.ts';
import { bestPlaces } from './best-places.ts';
import { explain } from './explain.ts';
import type { Query } from './query.ts';
import { type QueryParts, QueryReader } from './query-reader.ts';
import { boostsOf, type RankingWeights } from './weights.ts';
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
  readonly score: number;
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
    const appraiser = new Appraiser(query, this.#marks);
    const most = highestScore(query, weights);
    const candidates = this.#selectPlaces(documents, Math.max(limit, weights.candidates)).map((place) => {
      // Only places of tools are touched.
      const document = documents[place] as ToolDocument;
      const appraisal = appraiser.appraise(document, this.#scores.coveredBy(place));
      const score = toScore(this.#scores.scores[place] as number, appraisal, weights) / most;
      return { document, appraisal, score: Math.round(score * PRECISION) / PRECISION };
    });
    candidates.sort(compareCandidates);
    return candidates.slice(0, limit).map(({ document, appraisal, score }) => ({
      id: document.id,
      score,
      ...(request.explain && { explanation: explain({ document, appraisal, query, weights, most }) }),
    }));
  }

  #selectPlaces(documents: RankRequest['documents'], limit: number): readonly number[] {
    const { touched: places, scores } = this.#scores;
    const isBefore = (left: number, right: number) =>
      (documents[left] as ToolDocument).id < (documents[right] as ToolDocument).id;
    return bestPlaces({ places, scores, isBefore }, limit);
  }
}

function compareCandidates(left: Candidate, right: Candidate): number {
  return right.score - left.score || (left.document.id < right.document.id ? -1 : 1);
}

function toScore(words: number, { phrases, coverage }: Appraisal, weights: RankingWeights): number {
  const neighbours = phrases.reduce((sum, { weight }) => sum + weight, 0);
  const { query, name, description, tags } = boostsOf(coverage, weights);
  return (words + neighbours) * query * name * description * tags;
}

/** What no tool can exceed. */
function highestScore({ words, phrases }: Query, weights: RankingWeights): number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  let neighbours = 0;
  for (const { weight } of phrases.values()) neighbours += weight;
  const { query, name, description, tags } = weights.boosts;
  const most = (all + neighbours) * (1 + query) * (1 + name) * (1 + description) * (1 + tags);
  return most === 0 ? 1 : most;
}

/** What is beyond is noise: two that differ there are the same. */
const PRECISION = 1e9;
