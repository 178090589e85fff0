import type { RetrievalTool } from '../retrieval-set.ts';
import { splitStems } from '../split-words.ts';
import { toToolTexts } from '../tool-texts.ts';
import type { SearchEngine } from './search-engine.ts';

/** How fast more of the same word stops to matter. */
const K1 = 1.2;
/** How much a long text is held against a tool. */
const B = 0.75;

/** The textbook: one bag of stemmed words for each tool, all fields in it, no word left out. */
export function createBm25(tools: readonly RetrievalTool[]): SearchEngine {
  const index = new Bm25Index();
  for (const tool of tools) index.add(tool);
  return {
    search: (text, limit) => index.search(text, limit),
    replace(tool) {
      index.remove(tool.id);
      index.add(tool);
    },
  };
}

interface Entry {
  readonly id: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

class Bm25Index {
  readonly #entries = new Map<string, Entry>();
  readonly #postings = new Map<string, Map<Entry, number>>();
  #totalLength = 0;

  add(tool: RetrievalTool): void {
    const { name, description, parameters, tags } = toToolTexts(tool);
    const words = splitStems(`${name} ${description} ${parameters} ${tags}`);
    const counts = countWords(words);
    const entry: Entry = { id: tool.id, counts, length: words.length };
    this.#entries.set(tool.id, entry);
    this.#totalLength += entry.length;
    for (const [word, count] of counts) {
      const posting = this.#postings.get(word);
      if (posting === undefined) this.#postings.set(word, new Map([[entry, count]]));
      else posting.set(entry, count);
    }
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#totalLength -= entry.length;
    for (const word of entry.counts.keys()) this.#postings.get(word)?.delete(entry);
  }

  search(text: string, limit: number): string[] {
    const scores = new Map<Entry, number>();
    // A word that the query has twice counts twice.
    for (const [word, times] of countWords(splitStems(text))) this.#addScores(scores, word, times);
    const ranked = [...scores].sort((left, right) => right[1] - left[1] || compareIds(left[0], right[0]));
    return ranked.slice(0, limit).map(([entry]) => entry.id);
  }

  #addScores(scores: Map<Entry, number>, word: string, times: number): void {
    const posting = this.#postings.get(word);
    if (posting === undefined) return;
    const meanLength = this.#totalLength / this.#entries.size;
    const rarity = Math.log(1 + (this.#entries.size - posting.size + 0.5) / (posting.size + 0.5));
    for (const [entry, count] of posting) {
      const norm = K1 * (1 - B + (B * entry.length) / meanLength);
      const score = (times * rarity * count * (K1 + 1)) / (count + norm);
      scores.set(entry, (scores.get(entry) ?? 0) + score);
    }
  }
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function compareIds(left: Entry, right: Entry): number {
  return left.id < right.id ? -1 : 1;
}
