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
  readonly #shared: Runtime;
  readonly #forged = new ToolRegistry();
  #described: { readonly from: readonly Descriptions[]; readonly all: Descriptions } | undefined;

  constructor(runtime: Runtime, turn: TurnState, kinds: readonly ArtifactKind[]) {
    this.#shared = runtime;
    this.#turn = turn;
    this.#kinds = kinds;
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
    return [...new Set([...this.#turn.registry.list(), ...this.#freeForged().list()])].sort();
  }

  /** Makes queries for the artifacts of these calls, if there are any. Those that are there stay as they are. */
  forge(records: readonly CallRecord[]): void {
    if (this.#kinds.length === 0 || !records.some(isQueryable)) return;
    const turn = this.#turn;
    const ctx = {
      tools: { get: (name: string) => turn.registry.get(name) },
      turnToolCalls: turn.queryable,
    };
    const maxAnswerBytes = Math.min(16_384, this.#shared.host.limits.maxInlineBytes);
    const forged = forgeQueryTools(this.#kinds, ctx, { maxAnswerBytes });
    for (const tool of forged.all()) if (!this.#forged.has(tool.name)) this.#forged.register(tool);
  }

  /** What the model is shown: the same array for as long as nothing has changed. */
  async describe(): Promise<Descriptions> {
    const { registry, caller } = this.#turn;
    // A registry that has not changed gives the same array.
    const own = registry.describe();
    const last = this.#described;
    if (last !== undefined && last.from[0] === own && last.from[1]?.length === this.#forged.size)
      return last.all;
    const shown = await this.#shared.withTools(registry).describe(caller);
    const forged = await this.#describeForged();
    const all = forged.length === 0 ? shown : Object.freeze([...shown, ...forged]);
    this.#described = { from: [own, this.#forged.describe()], all };
    return all;
  }

  async #describeForged(): Promise<Descriptions> {
    if (this.#forged.size === 0) return [];
    return this.#shared.withTools(this.#freeForged()).describe(this.#turn.caller);
  }

  /** The queries whose names no tool of the turn has. */
  #freeForged(): ToolRegistry {
    const { registry } = this.#turn;
    return new ToolRegistry(this.#forged.all().filter(({ name }) => registry.get(name) === undefined));
  }
}

/** What a query gave is not queried. */
export function isQueryable({ result, isEphemeral }: CallRecord): boolean {
  return result?.kind === 'artifact' && !isEphemeral;
}
