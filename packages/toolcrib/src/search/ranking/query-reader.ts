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

  read(text: string, hasOpenEnd: boolean): Query {
    const { stemmer } = this.#parts;
    const all = splitWords(text.slice(0, MAX_CHARACTERS));
    const open = hasOpenEnd && OPEN_END.test(text) ? all.at(-1) : undefined;
    const telling = all.filter((word) => word === open || !stopWords.has(word));
    // A query of nothing but such words must mean them.
    const sequence = (telling.length > 0 ? telling : all).map((word) => ({ word, stem: stemmer.stem(word) }));
    const asked = countWords(sequence);
    const words = new Map<string, QueryWord>();
    for (const one of asked.values()) {
      words.set(one.stem, this.#readWord(one, sequence, one.word === open));
    }
    return { words: [...words.values()], phrases: this.#readPhrases(sequence, words) };
  }

  #readWord(asked: AskedWord, sequence: readonly Stemmed[], isOpen: boolean): QueryWord {
    const { weights, vocabulary } = this.#parts;
    const { word, stem, count } = asked;
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
    for (const joined of joinNeighbours(asked, sequence)) add(this.#findStem(joined), 'compound');
    if (alternatives.length === 0) this.#guess(word, add);
    const most = alternatives.length === 0 ? weight : Math.max(...alternatives.map((one) => one.weight));
    return { word, importance, weight: most, alternatives };
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

/** The word written together with the one before or after it, as in `web hook`. */
function joinNeighbours({ stem }: AskedWord, sequence: readonly Stemmed[]): readonly string[] {
  const at = sequence.findIndex((one) => one.stem === stem);
  const [before, word, after] = [sequence[at - 1]?.word, sequence[at]?.word ?? '', sequence[at + 1]?.word];
  const joined = [before && `${before}${word}`, after && `${word}${after}`];
  return joined.filter((text) => text !== undefined && text.length >= MIN_JOINED) as string[];
}

/** Whether the text ends in the middle of a word. */
const OPEN_END = /[\p{L}\p{M}\p{N}]$/u;
const MIN_HALF = 3;
const MIN_JOINED = 6;
