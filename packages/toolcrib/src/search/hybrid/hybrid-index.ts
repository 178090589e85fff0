import { requireKnownOptions } from '../../core/require-known-options.ts';
import { requireSignal } from '../../core/require-signal.ts';
import { invalidOption } from '../invalid-option.ts';
import type { IndexSearchOptions, SearchHit } from '../search-hit.ts';
import { idOf, type SearchableTool } from '../searchable-tool.ts';
import { splitWords } from '../text/split-words.ts';
import { ToolIndex } from '../tool-index.ts';
import type { EmbeddingOptions } from './embedding-options.ts';
import { fuseHits } from './fuse-hits.ts';
import { type EmbeddingParts, readEmbeddingOptions } from './read-embedding-options.ts';
import { ToolMeanings } from './tool-meanings.ts';
import { withDeadline } from './with-deadline.ts';

/** How to search by words and by meaning. */
export interface HybridSearchOptions extends IndexSearchOptions {
  /**
   * When it is aborted, the search does not wait for vectors any longer and answers by words alone, as it does after
   * `timeoutMs`: `AbortSignal.timeout(500)` makes one search wait less.
   */
  readonly signal?: AbortSignal | undefined;
}

/** How far the embedding of all tools is. */
export interface EmbeddingProgress {
  /** Tools that have their vector now and had none before. */
  readonly embedded: number;
  /** Tools that had none. */
  readonly total: number;
}

/** Options of `HybridIndex.embedAll`. */
export interface EmbedAllOptions {
  /** Told after each batch. What it throws ends the work. */
  readonly onProgress?: ((progress: EmbeddingProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A {@link ToolIndex} that also finds tools by what they mean, if it is given a function that makes vectors. Without one, its
 * answers are those of a `ToolIndex`.
 *
 * With one, the tools by their words and the tools by their vectors are fused into one order by their ranks; a tool that is
 * called what the query says comes first. Tools that may not be found, and tools of no vector, play no part in it. Vectors
 * are made when a search needs them: those of the tools in `within`, once for each text. Whatever goes wrong with them, a
 * search answers by words, and the next one tries again.
 *
 * @example
 * ```ts
 * const index = new HybridIndex({ embed: (texts) => model.embed(texts) });
 * for (const tool of tools) index.set(tool);
 * await index.embedAll();
 * const hits = await index.search('do I need an umbrella', { signal: AbortSignal.timeout(500) });
 * ```
 */
export class HybridIndex {
  readonly #words = new ToolIndex();
  readonly #parts: EmbeddingParts | undefined;
  readonly #meanings: ToolMeanings | undefined;
  /** The names of tools by their ids, if there are vectors. */
  readonly #names = new Map<string, string>();

  /** @throws ConfigError `E_INVALID_OPTION`. */
  constructor(options: EmbeddingOptions = {}) {
    this.#parts = readEmbeddingOptions(options);
    if (this.#parts !== undefined) this.#meanings = new ToolMeanings(this.#parts);
  }

  /** How many tools it has. */
  get size(): number {
    return this.#words.size;
  }

  has(id: string): boolean {
    return this.#words.has(id);
  }

  /**
   * Puts a tool in, in the place of one with the same id. A text that has a vector is not embedded again.
   *
   * @throws ConfigError `E_INVALID_OPTION` for what is no tool. Nothing has changed then.
   */
  set(tool: SearchableTool): void {
    this.#words.set(tool);
    if (this.#meanings === undefined) return;
    const id = idOf(tool);
    this.#meanings.set(id, tool);
    this.#names.set(id, tool.name);
  }

  /** Takes a tool out; answers whether there was one. */
  delete(id: string): boolean {
    this.#meanings?.delete(id);
    this.#names.delete(id);
    return this.#words.delete(id);
  }

  /**
   * Makes the vectors that are missing, so that no search has to wait for them. Tools that come while it is at work are left
   * to the searches. Rejects with what `onFault` is told, or with the reason of the signal; what was made is kept.
   */
  async embedAll(options: EmbedAllOptions = {}): Promise<void> {
    requireKnownOptions(options, embedAllNames);
    const { onProgress, signal } = options;
    requireSignal(signal);
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw invalidOption('onProgress', 'must be a function');
    }
    if (this.#parts === undefined || this.#meanings === undefined) return;
    const { batchSize } = this.#parts;
    const ids = this.#meanings.missing;
    for (let start = 0; start < ids.length; start += batchSize) {
      await this.#meanings.load(ids.slice(start, start + batchSize), signal);
      onProgress?.({ embedded: Math.min(start + batchSize, ids.length), total: ids.length });
    }
  }

  /**
   * The tools that fit a query, the best first, those of the same score by their ids. Scores of fused hits are made of ranks:
   * 1 is the first by words and by meaning, and a tool that is first by one of them alone has 0.5. A blank query finds
   * nothing.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  async search(query: string, options: HybridSearchOptions = {}): Promise<readonly SearchHit[]> {
    requireKnownOptions(options, searchNames);
    const { signal, ...wordOptions } = options;
    requireSignal(signal);
    const answer = this.#words.search(query, wordOptions);
    const [parts, meanings] = [this.#parts, this.#meanings];
    if (parts === undefined || meanings === undefined || query.trim() === '') return answer;
    const { within, limit = DEFAULT_LIMIT, explain = false } = wordOptions;
    const ids = within && new Set(within.map(idOf));
    const vector = await embed(query, { parts, meanings, ids, signal });
    if (vector === undefined) return answer;

    // The index may have changed meanwhile, and both orders have to be of the same tools.
    const depth = Math.max(limit, DEPTH);
    const words = splitWords(query.slice(0, MAX_NAME)).join(' ');
    const hits = fuseHits({
      byWords: this.#words.search(query, { ...wordOptions, limit: depth }),
      byMeaning: meanings.rank(vector, { ids: ids ?? meanings.ids, limit: depth }),
      isNamed: (id) => splitWords(this.#names.get(id) ?? '').join(' ') === words,
      explain,
    });
    return hits.slice(0, limit);
  }
}

const searchNames: ReadonlySet<string> = new Set<keyof HybridSearchOptions>([
  'limit',
  'within',
  'typing',
  'explain',
  'signal',
]);
const embedAllNames: ReadonlySet<string> = new Set<keyof EmbedAllOptions>(['onProgress', 'signal']);
const DEFAULT_LIMIT = 10;
/** No name of a tool is longer. */
const MAX_NAME = 500;
/** How many tools of each order are fused, at least: what comes later in both is not among the best. */
const DEPTH = 100;

/** What a query is embedded for. */
interface QueryEmbedding {
  readonly parts: EmbeddingParts;
  readonly meanings: ToolMeanings;
  /** The tools that have to have vectors too; all of them if it is undefined. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The vector of a query, if it and the tools can be compared in time. */
async function embed(
  query: string,
  { parts, meanings, ids, signal }: QueryEmbedding,
): Promise<Float32Array | undefined> {
  const work = async (whileWaiting: AbortSignal) => {
    await meanings.load(ids ?? meanings.ids, whileWaiting);
    return await meanings.embedQuery(query, whileWaiting);
  };
  try {
    return await withDeadline(work, { ...parts, signal });
  } catch {
    // Whoever wants to know was told.
    return undefined;
  }
}
