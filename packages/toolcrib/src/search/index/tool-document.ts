import { type ToolField, type ToolTexts, toolFields } from '../text/read-tool-texts.ts';
import { splitWords } from '../text/split-words.ts';
import type { Stemmer } from '../text/stemmer.ts';
import { stopWords } from '../text/stop-words.ts';
import type { Term } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Stands between two texts of one field, whose words are no neighbours. No word has this id. */
export const BREAK = 0;

/** Fields whose neighbouring words are kept, and whose words are there even if they say nothing. */
const PHRASE_FIELDS: readonly ToolField[] = ['name', 'title', 'description', 'parameters', 'tags'];
const WHOLE_FIELDS: readonly ToolField[] = ['name', 'title'];

/** What an index keeps of a tool: the ids of its words, field by field. */
export interface ToolDocument {
  readonly id: string;
  /** Where the index keeps its numbers. */
  readonly place: number;
  /** The ids of the words of the fields that phrases are looked for in, in order, with breaks. */
  readonly words: Uint32Array;
  /** Where each field ends in `words`; those without phrases are empty there. */
  readonly ends: readonly number[];
  /** Every word that it has, once. */
  readonly terms: readonly Term[];
  /** For each of them the fields that have it, as bits. */
  readonly fields: Uint8Array;
}

/** What is read of a tool, before the index keeps it. */
export interface ReadTool extends Omit<ToolDocument, 'id' | 'place'> {
  /** How often each of the terms is in each field: one row for each term. */
  readonly counts: readonly number[];
  /** How many words each field has. */
  readonly lengths: readonly number[];
}

/** More different words say nothing of a tool, and would make searching slow for everybody. */
const MAX_WORDS = 1_000;

/** What words are read into. */
export interface WordParts {
  readonly vocabulary: Vocabulary;
  readonly stemmer: Stemmer;
}

/** Reads the words of the texts of a tool into the vocabulary. */
export function readTool(texts: ToolTexts, parts: WordParts): ReadTool {
  const reader = new ToolReader(parts);
  for (const [field, name] of toolFields.entries()) reader.readField(name, field, texts[name]);
  return reader.toReadTool();
}

class ToolReader {
  readonly #parts: WordParts;
  readonly #words: number[] = [];
  readonly #ends: number[] = [];
  readonly #lengths: number[] = [];
  /** The terms with their rows. */
  readonly #rows = new Map<Term, number>();
  readonly #counts: number[] = [];

  constructor(parts: WordParts) {
    this.#parts = parts;
  }

  readField(name: ToolField, field: number, texts: readonly string[]): void {
    const { vocabulary, stemmer } = this.#parts;
    const keepsPhrases = PHRASE_FIELDS.includes(name);
    const keepsAll = WHOLE_FIELDS.includes(name);
    let length = 0;
    for (const text of texts) {
      if (keepsPhrases && length > 0) this.#words.push(BREAK);
      for (const word of splitWords(text)) {
        const isStop = stopWords.has(word);
        if (isStop && !keepsAll) continue;
        const stem = stemmer.stem(word);
        if (this.#rows.size >= MAX_WORDS && !this.#rows.has(vocabulary.find(stem) as Term)) continue;
        const term = vocabulary.take(stem);
        this.#count(term, field);
        // What says nothing stands between no neighbours.
        if (keepsPhrases && !isStop) this.#words.push(term.id);
        length++;
      }
    }
    this.#ends.push(this.#words.length);
    this.#lengths.push(length);
  }

  toReadTool(): ReadTool {
    const width = toolFields.length;
    const terms = [...this.#rows.keys()];
    const fields = Uint8Array.from(terms, (_, row) => {
      let bits = 0;
      for (let at = 0; at < width; at++) if ((this.#counts[row * width + at] ?? 0) > 0) bits |= 1 << at;
      return bits;
    });
    const words = Uint32Array.from(this.#words);
    return { words, ends: this.#ends, lengths: this.#lengths, terms, fields, counts: this.#counts };
  }

  #count(term: Term, field: number): void {
    const width = toolFields.length;
    let row = this.#rows.get(term);
    if (row === undefined) {
      row = this.#rows.size;
      this.#rows.set(term, row);
      for (let at = 0; at < width; at++) this.#counts.push(0);
    }
    const index = row * width + field;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }
}
