import { requireKnownOptions } from '../core/require-known-options.ts';
import type { Tool } from '../core/tool.ts';
import { ToolUniverses } from './following/tool-universes.ts';
import type { EmbeddingOptions } from './hybrid/embedding-options.ts';
import { HybridIndex } from './hybrid/hybrid-index.ts';

/** What a finder is asked for. */
export interface FindRequest {
  /** All that may be found. Nothing else plays a part. A frozen array is read once. */
  readonly within: readonly Tool[];
  /** At most so many names, from 1 to 1,000. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Finds tools of turns: what `discovery.finder` of a turn runner takes. */
export interface ToolFinder {
  /** The names of the tools that fit, the best first. Rejects with `E_INVALID_OPTION`. */
  find(query: string, request: FindRequest): Promise<readonly string[]>;
}

const requestNames: ReadonlySet<string> = new Set<keyof FindRequest>(['within', 'limit', 'signal']);

/**
 * Makes a finder. One serves any number of runners and turns at once, and indexes a tool that they have in common once; it
 * keeps the tools of the last lists that were searched.
 *
 * @example
 * ```ts
 * const runner = createTurnRunner({ executor, tools, discovery: { finder: toolFinder(), pinned: ['ask_user'] } });
 * ```
 */
export function toolFinder(options: EmbeddingOptions = {}): ToolFinder {
  const universes = new ToolUniverses(new HybridIndex(options));
  return Object.freeze({
    async find(query: string, request: FindRequest): Promise<readonly string[]> {
      requireKnownOptions(request, requestNames);
      const { within, limit, signal } = request;
      const hits = await universes.search(query, within, { limit, signal });
      return hits.map(({ tool }) => tool.name);
    },
  });
}
