import type { ToolField } from './text/read-tool-texts.ts';

/** How a word of the query came to a word of a tool. */
export type MatchKind = 'word' | 'synonym' | 'prefix' | 'typo' | 'compound';

/** One word of the query that a tool has. */
export interface WordMatch {
  /** As it is in the query. */
  readonly word: string;
  /** The stem that the tool has. */
  readonly matched: string;
  readonly kind: MatchKind;
  /** Where the tool has it. */
  readonly fields: readonly ToolField[];
  /** What it adds, before the boosts. */
  readonly score: number;
}

/** Why a tool has the score that it has: the sum of its words and phrases, multiplied by each of the boosts. */
export interface Explanation {
  /** In the order of the query. */
  readonly words: readonly WordMatch[];
  /** Words of the query that the tool does not have, and that could have counted. */
  readonly missing: readonly string[];
  /** Neighbours in the query that are neighbours in the tool, as stems, and what they add. */
  readonly phrases: readonly { readonly words: readonly [string, string]; readonly score: number }[];
  /** Factors from 1, the more of the query, and of the tool's own texts, is covered. */
  readonly boosts: Readonly<Record<'query' | 'name' | 'description' | 'tags', number>>;
  /**
   * Where embeddings were used: the places, from 1, among the tools found by their words and among those found by what they
   * mean, of which the score is made. The rest tells of the words alone; a tool that was not found by them has none of it.
   */
  readonly ranks?: { readonly words?: number; readonly meaning?: number } | undefined;
}

/** A tool that was found. */
export interface SearchHit {
  /** The `id` of the tool, which is its name unless it has another. */
  readonly id: string;
  /**
   * From 0 to 1, to compare the hits of one search. It depends on the query and on the tools that have a word of it, and on no
   * other: nothing that the caller may not see, and no tool of another kind.
   */
  readonly score: number;
  /** If it was asked for. */
  readonly explanation?: Explanation;
}

/** How to search. */
export interface IndexSearchOptions {
  /**
   * At most so many hits, from 1 to 1,000. Up to 32, fewer hits are the beginning of more; above, more tools are looked at
   * closely, and the order of the first may be another one. @default 10
   */
  readonly limit?: number | undefined;
  /**
   * The tools that may be found, by their ids: what a caller may list. Everything else plays no part, in scores neither.
   * A frozen array is read once. @default all that are in the index
   */
  readonly within?: readonly SearchScope[] | undefined;
  /** Whether the last word may be the beginning of one, as while somebody types. @default false */
  readonly typing?: boolean | undefined;
  /** Whether hits say why they are where they are. @default false */
  readonly explain?: boolean | undefined;
}

/** Something that names a tool. */
export interface SearchScope {
  readonly name: string;
  readonly id?: string | undefined;
}
