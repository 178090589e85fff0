import type { ModelMessage, RenderedResult } from '../runtime/model/model-message.ts';
import type { ToolRendering } from './plan/render-plan.ts';

/** A tool that was found, as a provider is told it. */
export interface LoadedTool<WireTool> {
  readonly name: string;
  readonly wireName: string;
  readonly wireTool: WireTool;
}

/** Where in a conversation a provider is told of tools that were found. */
export interface ToolLoading<WireTool> {
  /** The tool that finds others. It is one of those that the request began with. */
  readonly searchTool: string;
  /** What each search made known, by the id of its call: nothing if it failed, or if all of it is gone. */
  readonly searches: ReadonlyMap<string, readonly LoadedTool<WireTool>[]>;
  /**
   * The names of all that searches made known. A tool that was found and is not among them has lost its search,
   * as when a host shortens a conversation, and has to be listed like any other.
   */
  readonly loaded: ReadonlySet<string>;
}

/**
 * Decides where found tools are told, in a conversation that is complete and whose ids are those of one call
 * each. Only what is rendered is told: a provider refuses a request that refers to anything else. Undefined
 * where there is no search tool to begin with, so that all tools have to be listed.
 */
export function planLoading<WireTool>(
  { plan, tools }: ToolRendering<WireTool>,
  history: readonly ModelMessage[],
  searchTool: string,
): ToolLoading<WireTool> | undefined {
  const base = plan.tools.slice(0, plan.baseCount);
  if (!base.some(({ tool }) => tool.name === searchTool)) return undefined;
  const loadable = new Map<string, LoadedTool<WireTool>>();
  for (const [at, { tool, wireName }] of plan.tools.entries()) {
    const wireTool = tools[at];
    if (at >= plan.baseCount && wireTool !== undefined) {
      loadable.set(tool.name, { name: tool.name, wireName, wireTool });
    }
  }
  const searches = new Map(
    findSearches(history, searchTool).map((result) => [result.providerCallId, pickLoaded(result, loadable)]),
  );
  const loaded = new Set([...searches.values()].flatMap((tools) => tools.map(({ name }) => name)));
  return { searchTool, searches, loaded };
}

/** The results of the calls of a search tool. */
function findSearches(history: readonly ModelMessage[], searchTool: string): RenderedResult[] {
  let ids = new Set<string>();
  return history.flatMap((message) => {
    if (message.role === 'assistant') {
      const calls = message.calls.filter(({ tool }) => tool === searchTool);
      ids = new Set(calls.map(({ providerCallId }) => providerCallId));
    }
    return message.role === 'tool'
      ? message.results.filter(({ providerCallId }) => ids.has(providerCallId))
      : [];
  });
}

/** What a result says was found, as far as it is still there, each tool once. */
function pickLoaded<WireTool>(
  { found, rendering }: RenderedResult,
  loadable: ReadonlyMap<string, LoadedTool<WireTool>>,
): LoadedTool<WireTool>[] {
  // Whoever kept the conversation may have changed it.
  if (rendering.isError || !Array.isArray(found)) return [];
  return [...new Set<string>(found)].flatMap((name) => loadable.get(name) ?? []);
}
