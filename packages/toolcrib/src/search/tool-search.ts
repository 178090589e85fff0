import type { Caller } from '../core/caller.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { Tool, ToolDescription } from '../core/tool.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { SearchOptions } from './following/search-options.ts';
import { type ToolHit, ToolUniverses } from './following/tool-universes.ts';
import type { EmbeddingOptions } from './hybrid/embedding-options.ts';
import { HybridIndex } from './hybrid/hybrid-index.ts';
import { invalidOption } from './invalid-option.ts';

/** How to search for a caller. */
export interface ToolSearchOptions extends SearchOptions {
  /** Whoever asks, as for a call. @default the caller of the runtime */
  readonly caller?: Caller | undefined;
}

/** Finds the tools of a runtime. */
export interface ToolSearch {
  /**
   * The tools that fit a query, the best first, those of the same score by name. They are found among those that the caller
   * may see now, by the decision that lists and calls are subject to: for a caller who may not see a tool, everything is as if
   * there were none. Any text is a query.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  search(query: string, options?: ToolSearchOptions): Promise<readonly ToolHit[]>;
}

/**
 * Makes a search of the tools of a runtime, with one index for all callers. It has nothing to close and knows of changes by
 * itself: each search asks the runtime what the caller may see. Where the policy is by scopes that costs nothing while
 * nothing changes; any other policy is asked about every tool.
 *
 * It keeps the tools of the lists that were searched last, and forgets those that are in none of them.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const search = createToolSearch(runtime);
 * const hits = await search.search('refund a payment', { caller, limit: 5 });
 * ```
 */
export function createToolSearch(
  runtime: Pick<Runtime, 'call' | 'visible' | 'describe'>,
  embedding: EmbeddingOptions = {},
): ToolSearch {
  requireRuntime(runtime);
  const universes = new ToolUniverses(new HybridIndex(embedding));
  const visible = new VisibleTools(runtime);
  return Object.freeze({
    async search(query: string, options: ToolSearchOptions = {}): Promise<readonly ToolHit[]> {
      requireKnownOptions(options, optionNames);
      const { caller, ...how } = options;
      return await universes.search(query, await visible.of(caller), how);
    },
  });
}

const optionNames: ReadonlySet<string> = new Set<keyof ToolSearchOptions>([
  'caller',
  'limit',
  'typing',
  'explain',
  'signal',
]);

/** A registry can be asked the same, and answers for nobody in particular: what runs calls knows callers. */
function requireRuntime(runtime: Pick<Runtime, 'call' | 'visible' | 'describe'>): void {
  const methods = Object(runtime) as Partial<Record<string, unknown>>;
  if (['call', 'visible', 'describe'].every((method) => typeof methods[method] === 'function')) return;
  throw invalidOption('runtime', 'must be a runtime, as createRuntime gives it');
}

/**
 * The tools that callers may see. What a runtime describes is the same array while nothing has changed, and the same object
 * for a tool at all times, so that it has to be asked for the tools themselves only when there are new ones.
 */
class VisibleTools {
  readonly #runtime: Pick<Runtime, 'visible' | 'describe'>;
  readonly #byList = new WeakMap<readonly ToolDescription[], readonly Tool[]>();
  readonly #byDescription = new WeakMap<ToolDescription, Tool>();

  constructor(runtime: Pick<Runtime, 'visible' | 'describe'>) {
    this.#runtime = runtime;
  }

  async of(caller: Caller | undefined): Promise<readonly Tool[]> {
    const descriptions = await this.#runtime.describe(caller);
    const known = this.#byList.get(descriptions) ?? this.#remember(descriptions);
    if (known !== undefined) return known;
    const visible = await this.#runtime.visible(caller);
    for (const tool of visible) this.#byDescription.set(tool.describe(), tool);
    // If the tools are others already, what can be seen is what was said last.
    return this.#remember(descriptions) ?? visible;
  }

  /** The tools of a list, if each of them has been seen. */
  #remember(descriptions: readonly ToolDescription[]): readonly Tool[] | undefined {
    const tools: Tool[] = [];
    for (const description of descriptions) {
      const tool = this.#byDescription.get(description);
      if (tool === undefined) return undefined;
      tools.push(tool);
    }
    Object.freeze(tools);
    if (Object.isFrozen(descriptions)) this.#byList.set(descriptions, tools);
    return tools;
  }
}
