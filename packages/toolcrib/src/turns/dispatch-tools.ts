import type { ArtifactKind } from '../artifacts/artifact-kind.ts';
import { forgeQueryTools } from '../artifacts/forge-query-tools.ts';
import { isQueryable } from '../artifacts/known-artifacts.ts';
import type { Tool, ToolDescription } from '../core/tool.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ToolResolver, UnavailableTool } from '../core/tool-resolver.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { ModelToolSearch } from '../runtime/model/model-executor.ts';
import { describeTools, type Runtime } from '../runtime/runtime.ts';
import { TurnDiscovery } from './discovery/turn-discovery.ts';
import type { RunnerParts } from './runner-parts.ts';
import type { TurnState } from './turn-state.ts';

type Descriptions = readonly ToolDescription[];

/**
 * What the model can call in one dispatch: the tools of the turn, and queries for the artifacts that its calls left.
 * The queries are the runner's own, fixed when it was made: they are in no registry that middleware can reach, never
 * stand before a tool of the turn, and end with the dispatch. With discovery, the model is shown few of the tools of the
 * turn, and finds the others.
 */
export class DispatchTools implements ToolResolver {
  /** Runs the calls of this dispatch. */
  readonly runtime: Runtime;
  /** Undefined where the model is shown all tools. */
  readonly discovery: TurnDiscovery | undefined;
  readonly #turn: TurnState;
  readonly #kinds: readonly ArtifactKind[];
  /** The queries, once there are any. */
  #forged: ToolRegistry | undefined;
  #described:
    | { readonly own: Descriptions; readonly forged: Descriptions; readonly all: Descriptions }
    | undefined;
  /** What is retired for as long as the tools of the turn are the same. */
  #retired: { readonly own: Descriptions; readonly names: readonly string[] | undefined } | undefined;

  constructor({ runtime, kinds, discovery }: RunnerParts, turn: TurnState) {
    this.#turn = turn;
    this.#kinds = kinds;
    this.runtime = runtime.withTools(this, { guard: turn.repeats.guard });
    this.discovery = discovery && new TurnDiscovery(discovery, turn, this.runtime);
    this.forge(turn.queryable);
  }

  /** The names of the queries. */
  get forgedNames(): readonly string[] {
    return this.#forged?.all().map(({ name }) => name) ?? [];
  }

  resolve(name: string): Tool | null {
    // The names of discovery are free, or the turn fails: whoever takes one meanwhile is not what the model was shown.
    return this.discovery?.getOwn(name) ?? this.#turn.findTool(name) ?? this.#forged?.get(name) ?? null;
  }

  unavailable(name: string): UnavailableTool | undefined {
    return this.#turn.explainMissing(name);
  }

  list(): readonly string[] {
    this.#giveWay();
    const own = this.discovery?.listNames() ?? this.#turn.registry.list();
    const names = own.filter((name) => this.resolve(name) !== null);
    return [...names, ...(this.#forged?.list() ?? [])].sort();
  }

  /** Makes queries for the artifacts of these calls, if there are any. Those that are there stay as they are. */
  forge(records: readonly CallRecord[]): void {
    if (this.#kinds.length === 0 || !records.some(isQueryable)) return;
    // Answers that would be stored themselves lead nowhere.
    if (this.runtime.host.limits.maxInlineBytes < MIN_ANSWER_BYTES) return;
    try {
      this.#addQueries();
    } catch (error) {
      // A kind that is broken costs its queries, and not the calls that were made.
      this.runtime.host.onFault(error);
    }
  }

  #addQueries(): void {
    const turn = this.#turn;
    const ctx = {
      tools: { get: (name: string) => turn.registry.get(name) },
      turnToolCalls: turn.queryable,
    };
    const { limits, redact } = this.runtime.host;
    const maxAnswerBytes = Math.min(MAX_ANSWER_BYTES, limits.maxInlineBytes);
    const forged = forgeQueryTools(this.#kinds, ctx, { maxAnswerBytes, redact });
    this.#retired = undefined;
    this.#forged ??= new ToolRegistry();
    for (const tool of forged.all()) if (!this.#forged.has(tool.name)) this.#forged.register(tool);
  }

  /** What the model is shown: the same array for as long as nothing has changed. */
  describe(): Awaitable<Descriptions> {
    const { registry, caller } = this.#turn;
    const own = this.discovery?.describe() ?? describeTools(this.runtime, registry, caller);
    return this.#forged === undefined ? own : this.#describeAll(own);
  }

  /** What the model has found, as of the last `describe()`, for executors that are told. */
  get toolSearch(): ModelToolSearch | undefined {
    return this.discovery?.toolSearch;
  }

  async #describeAll(describing: Awaitable<Descriptions>): Promise<Descriptions> {
    const own = await describing;
    const forged = await this.describeQueries();
    if (forged.length === 0) return own;
    const last = this.#described;
    if (last?.own === own && last.forged === forged) return last.all;
    const all = Object.freeze([...own, ...forged]);
    this.#described = { own, forged, all };
    return all;
  }

  /** The queries that the caller may see. */
  async describeQueries(): Promise<Descriptions> {
    if (this.#forged === undefined) return [];
    this.#giveWay();
    return describeTools(this.runtime, this.#forged, this.#turn.caller);
  }

  /** The tools that are gone, and that the conversation has calls of. */
  findRetired(): readonly string[] | undefined {
    const { registry, calledNames } = this.#turn;
    // It is another array as soon as a tool has gone. What is called meanwhile is there.
    const own = registry.describe();
    if (this.#retired?.own !== own) {
      const names = [...calledNames].filter((name) => this.resolve(name) === null);
      this.#retired = { own, names: names.length === 0 ? undefined : Object.freeze(names) };
    }
    return this.#retired.names;
  }

  /** A query goes where middleware has added a tool of its name. */
  #giveWay(): void {
    const { registry } = this.#turn;
    for (const name of this.forgedNames) if (registry.has(name)) this.#forged?.unregister(name);
  }
}

/** What forging takes at least, and what a model reads at most at once. */
const MIN_ANSWER_BYTES = 256;
const MAX_ANSWER_BYTES = 16_384;
