import type { ToolField } from '../text/read-tool-texts.ts';

/** How much a word of a field counts, how much its length matters, and what length is usual. */
export interface FieldWeight {
  readonly weight: number;
  /** From 0, where the length of a field plays no part, to 1. */
  readonly lengthPart: number;
  readonly usualLength: number;
}

/** Something for each of what can be covered: the words of the query, or those of a text of the tool. */
export type Coverage = Readonly<Record<'query' | 'name' | 'description' | 'tags', number>>;

/** The numbers of the ranking. None depends on the tools: what one tool is worth does not change with the others. */
export interface RankingWeights {
  readonly fields: Readonly<Record<ToolField, FieldWeight>>;
  /** How soon more of the same word counts for nothing: the smaller, the sooner. */
  readonly saturation: number;
  /** How much a word counts that many tools have: the number of tools to the power of minus this. */
  readonly rarity: number;
  /** A word that is n times in the query counts for n to this power. */
  readonly repetition: number;
  /** How much words by which people talk to an assistant count. */
  readonly chat: number;
  /** How much two neighbours of the query that are neighbours in a tool count, of what one of them counts. */
  readonly phrase: number;
  /** What covering all of something adds. */
  readonly boosts: Coverage;
  /** How much a word counts that is not the very word of the query. */
  readonly alternatives: Readonly<Record<'synonym' | 'prefix' | 'typo' | 'compound', number>>;
  /** How many of the best by their words are looked at closely. */
  readonly candidates: number;
}

/** Tuned on public sets of tools and requests; `npm run bench:search` shows what they do. */
export const rankingWeights: RankingWeights = Object.freeze({
  fields: Object.freeze({
    name: { weight: 1.5, lengthPart: 0.3, usualLength: 3 },
    title: { weight: 1, lengthPart: 0.3, usualLength: 3 },
    description: { weight: 1, lengthPart: 0.6, usualLength: 12 },
    parameters: { weight: 0.5, lengthPart: 0.3, usualLength: 6 },
    'parameter texts': { weight: 0.35, lengthPart: 0.5, usualLength: 20 },
    tags: { weight: 0.8, lengthPart: 0.3, usualLength: 4 },
  }),
  saturation: 0.8,
  rarity: 0.28,
  repetition: 0.35,
  chat: 0.2,
  phrase: 0.3,
  boosts: Object.freeze({ query: 0.5, name: 0.55, description: 0.5, tags: 0.3 }),
  alternatives: Object.freeze({ synonym: 0.45, prefix: 0.8, typo: 0.7, compound: 0.7 }),
  candidates: 32,
});
