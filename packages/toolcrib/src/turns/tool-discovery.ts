import type { Tool } from '../core/tool.ts';
import type { Awaitable } from '../runtime/awaitable.ts';

/** What a finder is asked for. */
export interface FindRequest {
  /**
   * All that may be found: what the caller may see, without what the model is shown from the start. Frozen, and the same
   * array while nothing has changed, also in other turns of the runner, so that an index of it can be kept by it.
   */
  readonly within: readonly Tool[];
  /** At most so many; what is beyond is ignored. */
  readonly limit: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Finds tools by what they do. `toolFinder()` of `toolcrib/search` makes one.
 *
 * INVARIANT It may be asked several times at once, by several turns.
 */
export interface ToolFinder {
  /**
   * The names of the tools that fit, the best first. Names that are not in `within` are ignored. The query is a model's:
   * 1 to 2,000 characters of anything. If it throws or rejects, the model is told that the search did not work, and the
   * runtime's `onFault` why.
   */
  find(query: string, request: FindRequest): Awaitable<readonly string[]>;
}

/**
 * How found tools reach the model:
 *
 * - `load`: the executor's provider makes them known in the middle of the conversation.
 * - `call`: a second tool, `call_tool`, calls them by name; the result of the search says how. The list of tools never changes.
 * - `append`: they are appended to the list of tools. For models that call badly through another tool; what the
 *   provider has cached after the tools is lost with every search. For executors that do not load found tools.
 *
 * The first two leave everything that the provider has cached of the conversation as it is.
 */
export type DiscoveryForm = 'load' | 'call' | 'append';

/**
 * Turns in which the model is shown few tools and looks for the others itself, with a tool `search_tools`: the pinned
 * ones, whatever middleware adds to the turn, and the queries of artifacts. Everything else that the caller may see can be
 * found, and stays found for the rest of the turn; also in a later turn that is given the conversation.
 *
 * It decides what the model reads, and not what it may do: as with hidden tools, a call of a tool that was not found is
 * made where policy allows it. A call through `call_tool` is a call of the tool that it names, in every respect: policy,
 * gates, record, repeats and events are that tool's, and only the conversation has the name `call_tool`. Policies are asked
 * about `search_tools` and `call_tool` too, as about any tool that reads: whoever may not see `call_tool` cannot call through it.
 *
 * A turn whose tools have one of these two names already fails with `E_TOOL_ALREADY_REGISTERED`.
 */
export interface DiscoveryOptions {
  readonly finder: ToolFinder;
  /** The names of tools that are shown from the start. Those that a turn does not have are ignored. @default [] */
  readonly pinned?: readonly string[] | undefined;
  /** How many tools one search finds at most, from 1 to 50. @default 5 */
  readonly limit?: number | undefined;
  /**
   * How many tools a turn finds at most, from 1; what the conversation has found before is not counted. Afterwards a search
   * answers that the model has to do with what it has.
   * @default 50
   */
  readonly maxFound?: number | undefined;
  /** @default 'load' if the executor loads found tools, otherwise 'call' */
  readonly form?: DiscoveryForm | undefined;
}
