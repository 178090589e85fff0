import type { IndexView } from '../index/index-view.ts';
import type { Term } from '../index/term.ts';
import type { Vocabulary } from '../index/vocabulary.ts';
import type { MatchKind } from '../search-hit.ts';
import { splitWords } from '../text/split-words.ts';
import type { Stemmer } from '../text/stemmer.ts';
import { chatWords, stopWords } from '../text/stop-words.ts';
import { findPrefixed } from './find-prefixed.ts';
import { findTypos } from './find-typos.ts';
import { type Alternative, type Phrase, pairOf, type Query, type QueryWord } from './query.ts';
import { synonymsOf } from './synonyms.ts';
import type { RankingWeights } from './weights.ts';

/** What of a query is read: a request of a page says what it is about by then. */
const MAX_CHARACTERS = 8_192;
const MAX_WORDS = 96;
/** Looking for words that are nearly the same takes time. */
const MAX_GUESSED = 8;
const MAX_GUESSED_LENGTH = 32;

/** What queries are read with. */
export interface QueryParts {
  readonly vocabulary: Vocabulary;
  readonly stemmer: Stemmer;
  readonly weights: RankingWeights;
}

/** A word as the query has it. */
interface AskedWord {
  readonly word: string;
  readonly stem: string;
  count: number;
}

/** Reads a query for one view of the index: only words that a tool in it has are matched. */
export class QueryReader {
  readonly #parts: QueryParts;
  readonly #view: IndexView;
  #guessed = 0;

  constructor(parts: QueryParts, view: IndexView) {
    this.#parts = parts;
    this.#view = view;
  }

  read(given: string, hasOpenEnd: boolean): Query {
    const { stemmer } = this.#parts;
    const text = given.slice(0, MAX_CHARACTERS);
    const all = splitWords(text);
    const open = hasOpenEnd && OPEN_END.test(text) ? all.at(-1) : undefined;
    const telling = all.filter((word) => word === open || !stopWords.has(word));
    // A query of nothing but such words must mean them.
    const sequence = (telling.length > 0 ? telling : all).map((word) => ({ word, stem: stemmer.stem(word) }));
    const joined = this.#findJoined(sequence);
    const isName = nameTest(text, all[0]);
    const words = new Map<string, QueryWord>();
    for (const one of countWords(sequence).values()) {
      const others = { joined: joined.get(one.stem), isOpen: one.word === open, isName: isName(one.word) };
      words.set(one.stem, this.#readWord(one, others));
    }
    return { words: [...words.values()], phrases: this.#readPhrases(sequence, words) };
  }

  #readWord({ word, stem, count }: AskedWord, { joined, isOpen, isName }: WordPlace): QueryWord {
    const { weights, vocabulary } = this.#parts;
    const importance = chatWords.has(word) ? weights.chat : 1;
    const weight = importance * count ** weights.repetition;
    const alternatives: Alternative[] = [];
    const add = (term: Term | undefined, kind: MatchKind) => {
      const tools = term === undefined ? 0 : this.#view.count(term);
      if (term === undefined || tools === 0 || alternatives.some((known) => known.term === term)) return;
      const factor = kind === 'word' ? 1 : weights.alternatives[kind];
      const own = weight * tools ** -weights.rarity;
      // A rare synonym must not count for more than the word that was asked for.
      const most = kind === 'synonym' && alternatives[0]?.kind === 'word' ? alternatives[0].weight : own;
      alternatives.push({ term, kind, weight: factor * Math.min(own, most) });
    };
    add(vocabulary.find(stem), 'word');
    if (isOpen) for (const term of findPrefixed(word, vocabulary, this.#view)) add(term, 'prefix');
    for (const synonym of synonymsOf(stem)) add(vocabulary.find(synonym), 'synonym');
    for (const term of joined ?? []) add(term, 'compound');
    if (alternatives.length === 0 && !isName) this.#guess(word, add);
    let most = 0;
    for (const alternative of alternatives) most = Math.max(most, alternative.weight);
    return { word, importance, weight: alternatives.length === 0 ? weight : most, alternatives };
  }

  /** What a word that no tool has may be: two words in one, or one with a mistake. */
  #guess(word: string, add: (term: Term | undefined, kind: MatchKind) => void): void {
    if (this.#guessed >= MAX_GUESSED || word.length > MAX_GUESSED_LENGTH) return;
    this.#guessed++;
    const { vocabulary, stemmer } = this.#parts;
    for (let middle = MIN_HALF; middle <= word.length - MIN_HALF; middle++) {
      const first = this.#findStem(word.slice(0, middle));
      const second = first && this.#findStem(word.slice(middle));
      if (first === undefined || second === undefined) continue;
      if (this.#view.count(first) === 0 || this.#view.count(second) === 0) continue;
      add(first, 'compound');
      add(second, 'compound');
      return;
    }
    for (const term of findTypos({ word, stem: stemmer.stem(word) }, vocabulary, this.#view))
      add(term, 'typo');
  }

  /** Words of the index that are two neighbours of the query written together, as `webhook`, by the stems of both. */
  #findJoined(sequence: readonly Stemmed[]): ReadonlyMap<string, readonly Term[]> {
    const joined = new Map<string, Term[]>();
    for (let index = 1; index < sequence.length; index++) {
      const [first, second] = [sequence[index - 1] as Stemmed, sequence[index] as Stemmed];
      if (first.word.length + second.word.length < MIN_JOINED) continue;
      const term = this.#findStem(first.word + second.word);
      if (term === undefined) continue;
      for (const { stem } of [first, second]) joined.set(stem, [...(joined.get(stem) ?? []), term]);
    }
    return joined;
  }

  #findStem(word: string): Term | undefined {
    return this.#parts.vocabulary.find(this.#parts.stemmer.stem(word));
  }

  #readPhrases(sequence: readonly Stemmed[], words: ReadonlyMap<string, QueryWord>): Query['phrases'] {
    const phrases = new Map<number, Phrase>();
    const { phrase } = this.#parts.weights;
    for (const [index, { stem }] of sequence.entries()) {
      const [left, right] = [words.get(stem), words.get(sequence[index + 1]?.stem ?? '')];
      const [first, second] = [left?.alternatives[0], right?.alternatives[0]];
      if (first === undefined || second === undefined || first.term === second.term) continue;
      const weight = (phrase * (first.weight + second.weight)) / 2;
      phrases.set(pairOf(first.term.id, second.term.id), { first: first.term, second: second.term, weight });
    }
    return phrases;
  }
}

interface Stemmed {
  readonly word: string;
  readonly stem: string;
}

/** Words of the query by their stems, in order, as many as are read. */
function countWords(sequence: readonly Stemmed[]): Map<string, AskedWord> {
  const asked = new Map<string, AskedWord>();
  for (const { word, stem } of sequence) {
    const known = asked.get(stem);
    if (known !== undefined) known.count++;
    else if (asked.size < MAX_WORDS) asked.set(stem, { word, stem, count: 1 });
  }
  return asked;
}

/** What the query tells of a word besides the word itself. */
interface WordPlace {
  /** The words that it is a part of together with a neighbour. */
  readonly joined: readonly Term[] | undefined;
  /** Whether it may be the beginning of a word. */
  readonly isOpen: boolean;
  readonly isName: boolean;
}

/**
 * Tells names, which nobody has misspelt: words that have a capital letter wherever they are, unless one begins the query, or
 * all of that is in capitals.
 */
function nameTest(text: string, first: string | undefined): (word: string) => boolean {
  const hasCase = text !== text.toUpperCase();
  return (word) => hasCase && word !== first && !text.includes(word);
}

/** Whether the text ends in the middle of a word. */
const OPEN_END = /[\p{L}\p{M}\p{N}]$/u;
const MIN_HALF = 3;
const MIN_JOINED = 6;
