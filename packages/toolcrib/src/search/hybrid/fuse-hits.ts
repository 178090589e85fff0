import type { Explanation, SearchHit } from '../search-hit.ts';
import { fuseRanks } from './fuse-ranks.ts';

/** Two answers to one query. */
export interface FusionInput {
  readonly byWords: readonly SearchHit[];
  readonly byMeaning: readonly string[];
  /** Whether a tool is called what the query says. */
  readonly isNamed: (id: string) => boolean;
  readonly explain: boolean;
}

/** The usual number: the first places of one list do not outweigh agreement of both. */
const K = 60;

const NO_WORDS: Explanation = Object.freeze({
  words: Object.freeze([]),
  missing: Object.freeze([]),
  phrases: Object.freeze([]),
  boosts: Object.freeze({ query: 1, name: 1, description: 1, tags: 1 }),
});

/**
 * One answer of two, the best first. Tools that the query names come first in both, since vectors know nothing of names: who
 * asks for a tool by its name gets it.
 */
export function fuseHits({ byWords, byMeaning, isNamed, explain }: FusionInput): readonly SearchHit[] {
  const named = byWords.filter(({ id }) => isNamed(id)).map(({ id }) => id);
  const words = putFirst(
    named,
    byWords.map(({ id }) => id),
  );
  const meaning = putFirst(named, byMeaning);
  const fused = fuseRanks([{ ids: words }, { ids: meaning }], K);
  if (!explain) return fused;
  const explanations = new Map(byWords.map(({ id, explanation }) => [id, explanation]));
  const [places, meaningPlaces] = [placesOf(words), placesOf(meaning)];
  return fused.map(({ id, score }) => {
    const [word, similar] = [places.get(id), meaningPlaces.get(id)];
    const ranks = {
      ...(word !== undefined && { words: word }),
      ...(similar !== undefined && { meaning: similar }),
    };
    return { id, score, explanation: { ...(explanations.get(id) ?? NO_WORDS), ranks } };
  });
}

function putFirst(first: readonly string[], all: readonly string[]): readonly string[] {
  return first.length === 0 ? all : [...new Set([...first, ...all])];
}

/** Each with its place, from 1. */
function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, at) => [id, at + 1]));
}
