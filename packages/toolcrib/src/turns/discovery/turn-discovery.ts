import { copyJson } from '../../core/json.ts';
import type { Tool, ToolDescription } from '../../core/tool.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import { ToolError } from '../../core/tool-error.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import type { CallRecord } from '../../runtime/call-record.ts';
import type { ModelToolSearch } from '../../runtime/model/model-executor.ts';
import type { ModelCall, RenderedResult } from '../../runtime/model/model-message.ts';
import { parseArguments } from '../../runtime/path/parse-json.ts';
import { describeTools, type Runtime } from '../../runtime/runtime.ts';
import type { TurnState } from '../turn-state.ts';
import { CALL_TOOL, callTool, readInnerCall } from './call-tool.ts';
import type { DiscoveryParts, SearchArguments } from './discovery-parts.ts';
import { earlierFound } from './earlier-found.ts';
import { FoundTools } from './found-tools.ts';
import { isSameList } from './recent-lists.ts';
import { SEARCH_TOOL, searchTool } from './search-tool.ts';
import { tellFound } from './tell-found.ts';
import { TurnView } from './turn-view.ts';

/** The calls of one step, with what became of them. */
export interface MadeCalls {
  readonly calls: readonly ModelCall[];
  readonly records: readonly CallRecord[];
}

/**
 * Discovery in one turn: its own tools, which are in no registry that middleware can reach, and what they have found.
 * A tool is callable whether or not it was found, where policy allows it, as a hidden one is.
 */
export class TurnDiscovery {
  /** What the executor is told of searches, as of the last time that the tools were described. */
  toolSearch: ModelToolSearch | undefined = undefined;
  readonly #parts: DiscoveryParts;
  readonly #turn: TurnState;
  readonly #runtime: Runtime;
  readonly #own: readonly Tool[];
  readonly #view: TurnView;
  readonly #found: FoundTools;
  /** What was found and is there. */
  #loaded = new ToolRegistry();
  #hasBegun = false;
  /** Whether the caller may use `call_tool`, as of the last time that the tools were described. */
  #canPassOn = false;

  constructor(parts: DiscoveryParts, turn: TurnState, runtime: Runtime) {
    this.#parts = parts;
    this.#turn = turn;
    this.#runtime = runtime;
    const search = searchTool(parts, (wish, ctx) => this.#search(wish, ctx));
    this.#own = parts.form === 'call' ? [search, callTool] : [search];
    this.#view = new TurnView(parts, turn, { runtime, own: this.#own });
    this.#found = new FoundTools(parts.maxFound);
    turn.found = this.#found.names;
  }

  /** The tool of discovery of this name. */
  getOwn(name: string): Tool | undefined {
    return this.#own.find((tool) => tool.name === name);
  }

  /** The names that a model may be told of when it has called one that is none. */
  listNames(): string[] {
    const found = this.#view.pick(this.#found.names);
    return [...this.#view.shownNames, ...[...found, ...this.#own].map(({ name }) => name)];
  }

  /** What the model is shown from the start; afterwards `toolSearch` says what it has found. */
  async describe(): Promise<readonly ToolDescription[]> {
    const shown = await this.#view.describe();
    if (!this.#hasBegun) await this.#loadEarlier();
    this.#hasBegun = true;
    const canSearch = shown.some(({ name }) => name === SEARCH_TOOL);
    this.#canPassOn = shown.some(({ name }) => name === CALL_TOOL);
    this.toolSearch = canSearch && this.#parts.form !== 'call' ? await this.#describeSearch() : undefined;
    return shown;
  }

  /** The call that is meant: that of another tool, if the model could only call it through `call_tool`. */
  toMeantCall(call: ModelCall): Pick<ModelCall, 'tool' | 'args'> {
    const isPassedOn = this.#canPassOn && call.tool === CALL_TOOL && call.isTruncated !== true;
    if (this.#parts.form !== 'call' || !isPassedOn) return call;
    const { args } = call;
    const { maxArgumentChars: maxChars } = this.#runtime.host.limits;
    const json = typeof args === 'string' ? parseArguments(args, { maxChars }) : copyJson(args);
    const read = json.ok ? readInnerCall(json.value) : json;
    // What cannot be read becomes a call of `call_tool`, which says why.
    return read.ok ? read.value : call;
  }

  /** The results as the conversation has them: under the names that the model has called, with what they found. */
  settle(results: readonly RenderedResult[], { calls, records }: MadeCalls): readonly RenderedResult[] {
    return results.map((result, at) => {
      const record = records[at];
      const found = record && this.#found.settle(record);
      const isPassedOn = this.#parts.form === 'call' && calls[at]?.tool === CALL_TOOL;
      const named = isPassedOn ? { ...result, tool: CALL_TOOL } : result;
      return found === undefined ? named : { ...named, found };
    });
  }

  /** What the conversation so far has found needs no search, as long as it can be found. */
  async #loadEarlier(): Promise<void> {
    const tools = this.#view.pick(earlierFound(this.#turn.messages));
    if (tools.length === 0) return;
    const listed = await describeTools(this.#runtime, new ToolRegistry(tools), this.#turn.caller);
    this.#found.loadEarlier(listed.map(({ name }) => name));
  }

  async #describeSearch(): Promise<ModelToolSearch> {
    const tools = this.#view.pick(this.#found.names);
    if (!isSameList(this.#loaded.all(), tools)) this.#loaded = new ToolRegistry(tools);
    const found = await describeTools(this.#runtime, this.#loaded, this.#turn.caller);
    const last = this.toolSearch;
    return last !== undefined && isSameList(last.found, found)
      ? last
      : Object.freeze({ tool: SEARCH_TOOL, found });
  }

  async #search(wish: SearchArguments, { signal, invocationId }: ToolContext): Promise<string> {
    const tools = await this.#find(wish, signal);
    // Whoever is too late finds nothing: the call has ended without it.
    signal.throwIfAborted();
    const { form } = this.#parts;
    const maxBytes = Math.min(MAX_ANSWER_BYTES, this.#runtime.host.limits.maxInlineBytes);
    return tellFound(this.#found.reserve(invocationId, tools), { form, maxBytes });
  }

  async #find({ query, limit }: SearchArguments, signal: AbortSignal): Promise<readonly Tool[]> {
    try {
      const within = await this.#view.findable();
      if (within.length === 0) return [];
      const names: unknown = await this.#parts.finder.find(query, Object.freeze({ within, limit, signal }));
      return this.#readNames(names, within).slice(0, limit);
    } catch (cause) {
      // What fails because it was aborted has done what it should.
      if (!signal.aborted) this.#runtime.host.onFault(cause);
      throw new ToolError(SEARCH_FAILED, { cause, changedNothing: true });
    }
  }

  /** A finder is somebody else's, and tools may have gone while it searched. */
  #readNames(names: unknown, within: readonly Tool[]): readonly Tool[] {
    if (!Array.isArray(names)) throw new TypeError('A finder must give an array of names.');
    const texts = names.filter((name) => typeof name === 'string');
    if (texts.length < names.length) {
      this.#runtime.host.onFault(new TypeError('A finder must give names, which are texts.'));
    }
    const tools = texts.flatMap((name) => {
      const tool = this.#turn.findTool(name);
      return tool !== undefined && within.includes(tool) ? [tool] : [];
    });
    return [...new Set(tools)];
  }
}

/** What a model reads at most at once. */
const MAX_ANSWER_BYTES = 32_768;
const SEARCH_FAILED = 'The search did not work. Use the tools that you have, or search again later.';
