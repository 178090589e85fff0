import type { Tool, ToolDescription } from '../../core/tool.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import { describeTools, type Runtime } from '../../runtime/runtime.ts';
import type { TurnState } from '../turn-state.ts';
import { assertFreeNames } from './assert-free-names.ts';
import type { DiscoveryParts } from './discovery-parts.ts';
import { isSameList } from './recent-lists.ts';

type Descriptions = readonly ToolDescription[];

/** What is shown for as long as the tools of the turn are the same. */
interface ShownTools {
  /** What would be shown without discovery, before policy. */
  readonly all: Descriptions;
  readonly names: ReadonlySet<string>;
  /** The tools of those names, and those of discovery. */
  readonly registry: ToolRegistry;
}

/**
 * What the caller of a turn with discovery may see, by the decision that lists are made from: what is shown from the
 * start, and all that can be found. Only a search asks about all tools; a step asks about those that it is shown.
 */
export class TurnView {
  readonly #parts: DiscoveryParts;
  readonly #turn: TurnState;
  readonly #runtime: Runtime;
  readonly #own: readonly Tool[];
  #shown: ShownTools | undefined;
  #described: Descriptions = NONE;

  constructor(
    parts: DiscoveryParts,
    turn: TurnState,
    { runtime, own }: { readonly runtime: Runtime; readonly own: readonly Tool[] },
  ) {
    this.#parts = parts;
    this.#turn = turn;
    this.#runtime = runtime;
    this.#own = own;
  }

  /** The names of the tools that are shown from the start, those of discovery apart. */
  get shownNames(): ReadonlySet<string> {
    return this.#readShown().names;
  }

  /**
   * What the model is shown from the start: the same array for as long as nothing has changed.
   *
   * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if somebody has added a tool with the name of one of discovery's.
   */
  async describe(): Promise<Descriptions> {
    assertFreeNames(this.#parts, this.#turn.registry, 'the tools of the turn');
    const { registry } = this.#readShown();
    const described = await describeTools(this.#runtime, registry, this.#turn.caller);
    // A policy that is not by scopes decides anew each time, mostly the same.
    if (!isSameList(this.#described, described)) this.#described = described;
    return this.#described;
  }

  /** All that can be found. It is the same array for as long as it has the same tools, in whatever turn. */
  async findable(): Promise<readonly Tool[]> {
    const { registry, caller } = this.#turn;
    const listed = await describeTools(this.#runtime, registry, caller);
    // Read afterwards: what middleware has changed meanwhile counts, and for this turn alone.
    const { all, names } = this.#readShown();
    return this.#parts.cache.findableIn(all, {
      listed,
      shown: names,
      isPassing: this.#turn.isLive,
      getTool: (name) => this.#turn.findTool(name),
    });
  }

  /** Those of some names that are still there, neither hidden nor shown from the start. Policy is not asked. */
  pick(names: readonly string[]): readonly Tool[] {
    if (names.length === 0) return [];
    const { all, names: shown } = this.#readShown();
    const visible = this.#parts.cache.visibleIn(all);
    return names.flatMap((name) => {
      const tool = shown.has(name) ? undefined : this.#turn.findTool(name);
      return tool !== undefined && visible.has(name) ? [tool] : [];
    });
  }

  #readShown(): ShownTools {
    const { registry, added } = this.#turn;
    // It is another array as soon as the tools are others.
    const all = registry.describe();
    if (this.#shown?.all !== all) {
      const visible = this.#parts.cache.visibleIn(all);
      const wanted = new Set([...this.#parts.pinned, ...added.map(({ name }) => name)]);
      const tools = [...wanted].flatMap((name) => {
        const tool = visible.has(name) ? registry.get(name) : undefined;
        return tool === undefined ? [] : [tool];
      });
      const names = new Set(tools.map(({ name }) => name));
      const free = this.#own.filter(({ name }) => !names.has(name));
      this.#shown = { all, names, registry: new ToolRegistry([...tools, ...free]) };
    }
    return this.#shown;
  }
}

const NONE: readonly never[] = Object.freeze([]);
