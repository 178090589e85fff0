import type { Term } from '../index/term.ts';
import type { MatchKind } from '../search-hit.ts';

/** A word of the index that a word of the query may stand for. */
export interface Alternative {
  readonly term: Term;
  readonly kind: MatchKind;
  /** How much a tool counts that is about nothing but this: the word's importance and rarity, and what kind of match it is. */
  readonly weight: number;
}

/** A word of the query. A tool that has several of its alternatives counts by the best of them. */
export interface QueryWord {
  readonly word: string;
  /** From 0 to 1: less than 1 for words by which people talk to an assistant. */
  readonly importance: number;
  /** The most that it can count. */
  readonly weight: number;
  /** The word itself first; empty if no tool has anything like it. */
  readonly alternatives: readonly Alternative[];
}

/** Two words that are neighbours in the query. */
export interface Phrase {
  readonly first: Term;
  readonly second: Term;
  /** What a tool that has them as neighbours gets. */
  readonly weight: number;
}

/** What is looked for. */
export interface Query {
  /** Each once, in the order of the query. */
  readonly words: readonly QueryWord[];
  /** By the pair of their ids. */
  readonly phrases: ReadonlyMap<number, Phrase>;
}

/** One number for two ids of words. */
export function pairOf(first: number, second: number): number {
  return first * MAX_IDS + second;
}

/** More words than an index of any size has, and few enough that a pair is a safe integer. */
const MAX_IDS = 2 ** 26;
