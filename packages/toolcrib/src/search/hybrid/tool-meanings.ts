import { bestPlaces } from '../ranking/best-places.ts';
import type { SearchableTool } from '../searchable-tool.ts';
import { Embedder } from './embedder.ts';
import { EmbeddingRun, type Meaning } from './embedding-run.ts';
import type { EmbeddingParts } from './read-embedding-options.ts';
import { cut, toEmbeddingText } from './to-embedding-text.ts';
import { untilAborted } from './until-aborted.ts';

/** How to rank by meaning. */
interface MeaningRankRequest {
  /** The tools that take part; those without a vector do not. */
  readonly ids: Iterable<string>;
  readonly limit: number;
}

/** How many vectors of texts that no tool has any more are kept, for tools that come back. */
const MAX_SPARE = 1_000;

/** The vectors of tools, found when they are needed. Tools of the same text share one. */
export class ToolMeanings {
  readonly #parts: EmbeddingParts;
  readonly #embedder: Embedder;
  readonly #byId = new Map<string, Meaning>();
  readonly #byText = new Map<string, Meaning>();
  /** The texts that no tool has any more, the oldest first. */
  readonly #spare = new Set<string>();

  constructor(parts: EmbeddingParts) {
    this.#parts = parts;
    this.#embedder = new Embedder(parts, () => this.#forgetVectors());
  }

  /** The tools that it knows, those without a vector too. */
  get ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** The tools that have no vector yet. */
  get missing(): readonly string[] {
    return [...this.#byId].filter(([, { vector }]) => vector === undefined).map(([id]) => id);
  }

  set(id: string, tool: SearchableTool): void {
    const text = toEmbeddingText(tool);
    const before = this.#byId.get(id);
    if (before?.text === text) return;
    if (before !== undefined) this.#release(before);
    const meaning = this.#byText.get(text) ?? toMeaning(text);
    meaning.tools++;
    this.#spare.delete(text);
    this.#byText.set(text, meaning);
    this.#byId.set(id, meaning);
  }

  delete(id: string): void {
    const meaning = this.#byId.get(id);
    if (meaning !== undefined) this.#release(meaning);
    this.#byId.delete(id);
  }

  /**
   * Embeds those that have no vector yet. Rejects if that does not work at all, and whoever is to be told was told; some may
   * have none then, because of their texts as it seems.
   */
  async load(ids: Iterable<string>, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw signal.reason;
    const missing = this.#findMissing(ids);
    const runs = new Set(missing.map(({ run }) => run).filter((run) => run !== undefined));
    const fresh = missing.filter(({ run }) => run === undefined);
    if (fresh.length > 0) runs.add(new EmbeddingRun({ ...this.#parts, embedder: this.#embedder }, fresh));
    try {
      await Promise.all(Array.from(runs, (run) => run.wait(signal)));
    } catch (error) {
      // What a run fails with it tells itself.
      if (signal?.aborted && error === signal.reason) this.#parts.onFault(error);
      throw error;
    }
  }

  /** The vector of a query. Rejects if there is none; whoever is to be told was told. */
  async embedQuery(query: string, signal: AbortSignal): Promise<Float32Array> {
    try {
      signal.throwIfAborted();
      const embedding = this.#embedder.embed([cut(query)], { kind: 'query', signal });
      const [vector] = await untilAborted(embedding, signal);
      this.#refuseFailed();
      return vector as Float32Array;
    } catch (error) {
      this.#parts.onFault(error);
      throw error;
    }
  }

  /** The tools that mean something like the query, the most alike first, those that are as much alike by their ids. */
  rank(query: Float32Array, { ids, limit }: MeaningRankRequest): readonly string[] {
    const found: string[] = [];
    const scores: number[] = [];
    for (const id of ids) {
      const vector = this.#byId.get(id)?.vector;
      // Of another model, it cannot be compared.
      const score = vector?.length === query.length ? multiply(query, vector) : 0;
      // What points away from the query has nothing to do with it.
      if (score <= 0) continue;
      found.push(id);
      scores.push(score);
    }
    const best = bestPlaces(
      {
        places: found.map((_, place) => place),
        scores: new Float64Array(scores),
        isBefore: (left, right) => (found[left] as string) < (found[right] as string),
      },
      limit,
    );
    return best.map((place) => found[place] as string);
  }

  #findMissing(ids: Iterable<string>): readonly Meaning[] {
    const missing = new Set<Meaning>();
    for (const id of ids) {
      const meaning = this.#byId.get(id);
      if (meaning === undefined || meaning.vector !== undefined || meaning.failure === 'refused') continue;
      missing.add(meaning);
    }
    return [...missing];
  }

  /** The function makes other vectors than before: those of before cannot be compared with them. */
  #forgetVectors(): void {
    for (const meaning of this.#byText.values()) {
      meaning.vector = undefined;
      meaning.failure = undefined;
    }
  }

  /** The function works. So what it could not embed by itself, it will not embed the next time either. */
  #refuseFailed(): void {
    const failed = [...this.#byText.values()].filter(({ failure }) => failure === 'alone');
    for (const meaning of failed) meaning.failure = 'refused';
    if (failed.length === 0) return;
    const error = new Error(`The function embed works, but not for ${failed.length} of the tools.`);
    this.#parts.onFault(error);
  }

  #release(meaning: Meaning): void {
    meaning.tools--;
    if (meaning.tools > 0) return;
    this.#spare.add(meaning.text);
    if (this.#spare.size <= MAX_SPARE) return;
    const [oldest] = this.#spare;
    if (oldest === undefined) return;
    this.#spare.delete(oldest);
    this.#byText.delete(oldest);
  }
}

function toMeaning(text: string): Meaning {
  return { text, tools: 0, vector: undefined, run: undefined, failure: undefined };
}

/** In four sums that do not wait for one another, which is nearly twice as fast as in one. */
function multiply(left: Float32Array, right: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = left.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    first += (left[at] as number) * (right[at] as number);
    second += (left[at + 1] as number) * (right[at + 1] as number);
    third += (left[at + 2] as number) * (right[at + 2] as number);
    fourth += (left[at + 3] as number) * (right[at + 3] as number);
  }
  for (let at = whole; at < left.length; at++) first += (left[at] as number) * (right[at] as number);
  return first + second + third + fourth;
}
