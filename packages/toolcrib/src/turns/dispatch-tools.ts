import type { ArtifactKind } from '../artifacts/artifact-kind.ts';
import { forgeQueryTools } from '../artifacts/forge-query-tools.ts';
import type { Tool, ToolDescription } from '../core/tool.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { TurnState } from './turn-state.ts';

type Descriptions = readonly ToolDescription[];

/**
 * What the model can call in one dispatch: the tools of the turn, and queries for the artifacts that its calls left.
 * The queries are the runner's own, fixed when it was made: they are in no registry that middleware can reach, never
 * stand before a tool of the turn, and end with the dispatch.
 */
export class DispatchTools implements ToolResolver {
  /** Runs the calls of this dispatch. */
  readonly runtime: Runtime;
  readonly #turn: TurnState;
  readonly #kinds: readonly ArtifactKind[];
  readonly #forged = new ToolRegistry();
  readonly #ownView: Runtime;
  readonly #forgedView: Runtime;
  #described:
    | { readonly own: Descriptions; readonly forged: Descriptions; readonly all: Descriptions }
    | undefined;

  constructor(runtime: Runtime, turn: TurnState, kinds: readonly ArtifactKind[]) {
    this.#turn = turn;
    this.#kinds = kinds;
    this.#ownView = runtime.withTools(turn.registry);
    this.#forgedView = runtime.withTools(this.#forged);
    this.runtime = runtime.withTools(this, { guard: turn.repeats.guard });
    this.forge(turn.queryable);
  }

  /** The names of the queries. */
  get forgedNames(): readonly string[] {
    return this.#forged.all().map(({ name }) => name);
  }

  resolve(name: string): Tool | null {
    return this.#turn.registry.get(name) ?? this.#forged.get(name) ?? null;
  }

  list(): readonly string[] {
    this.#giveWay();
    return [...this.#turn.registry.list(), ...this.#forged.list()].sort();
  }

  /** Makes queries for the artifacts of these calls, if there are any. Those that are there stay as they are. */
  forge(records: readonly CallRecord[]): void {
    if (this.#kinds.length === 0 || !records.some(isQueryable)) return;
    const turn = this.#turn;
    const ctx = {
      tools: { get: (name: string) => turn.registry.get(name) },
      turnToolCalls: turn.queryable,
    };
    const maxAnswerBytes = Math.min(16_384, this.runtime.host.limits.maxInlineBytes);
    const forged = forgeQueryTools(this.#kinds, ctx, { maxAnswerBytes });
    for (const tool of forged.all()) if (!this.#forged.has(tool.name)) this.#forged.register(tool);
  }

  /** What the model is shown: the same array for as long as nothing has changed. */
  async describe(): Promise<Descriptions> {
    const { caller } = this.#turn;
    const own = await this.#ownView.describe(caller);
    if (this.#forged.size === 0) return own;
    this.#giveWay();
    const forged = await this.#forgedView.describe(caller);
    const last = this.#described;
    if (last?.own === own && last.forged === forged) return last.all;
    const all = Object.freeze([...own, ...forged]);
    this.#described = { own, forged, all };
    return all;
  }

  /** A query goes where middleware has added a tool of its name. */
  #giveWay(): void {
    const { registry } = this.#turn;
    for (const { name } of this.#forged.all()) if (registry.has(name)) this.#forged.unregister(name);
  }
}

/** What a query gave is not queried. */
export function isQueryable({ result, isEphemeral }: CallRecord): boolean {
  return result?.kind === 'artifact' && !isEphemeral;
}
