import { Tool } from '../../core/tool.ts';
import type { HybridIndex } from '../hybrid/hybrid-index.ts';
import { invalidOption } from '../invalid-option.ts';
import type { Explanation } from '../search-hit.ts';
import { nextTurn } from './next-turn.ts';
import type { SearchOptions } from './search-options.ts';

/** A tool that was found. */
export interface ToolHit {
  readonly tool: Tool;
  /**
   * From 0 to 1. It depends on the query and on what the search may find of its words, and on nothing else: no tool outside
   * plays a part.
   */
  readonly score: number;
  /** If it was asked for. */
  readonly explanation?: Explanation;
}

/** A tool that is in the index. Two of one name that are not the same have an id each. */
interface IndexedTool {
  readonly id: string;
  readonly name: string;
  readonly tool: Tool;
  /** How many universes have it. */
  universes: number;
}

/** A list of tools that is searched, as long as it is kept. */
interface Universe {
  readonly tools: readonly Tool[];
  /** Frozen, so that the index reads it once. */
  readonly indexed: readonly IndexedTool[];
  /** How many searches of it are under way. */
  searches: number;
}

/** How many lists are kept: far more than there are callers of different scopes at a time. */
const MAX_UNIVERSES = 1_000;
/** Of all universes that are kept, if the last one alone has not more; about 2 kB each. */
const MAX_TOOLS = 200_000;
/** How many are put into the index without a pause; one takes some 15 microseconds, or milliseconds if it is large. */
const TOOLS_PER_SLICE = 32;
/** The lists themselves take memory too. */
const MAX_ENTRIES = 2_000_000;

/**
 * Searches in lists of tools, each of them as if there were no other, with one index of all their tools. What a list has in
 * common with others is indexed once.
 *
 * The lists that were searched last are kept, and with them the tools that are in one of them; a tool that is in none
 * leaves the index. A list counts as the same if it has the very same tools in the same order.
 */
export class ToolUniverses {
  readonly #index: HybridIndex;
  readonly #byTool = new Map<Tool, IndexedTool>();
  readonly #byId = new Map<string, IndexedTool>();
  readonly #byList = new WeakMap<readonly Tool[], Universe>();
  /** The one that was searched last is the last. */
  #kept: Universe[] = [];
  /** The tools of all of them, counted once for each. */
  #entries = 0;

  /** @param index which nobody else changes. */
  constructor(index: HybridIndex) {
    this.#index = index;
  }

  /** How many tools are in the index. */
  get size(): number {
    return this.#byTool.size;
  }

  /** The tools of a list that fit a query. A frozen list is read once. Rejects with `E_INVALID_OPTION`. */
  async search(query: string, tools: readonly Tool[], options: SearchOptions): Promise<readonly ToolHit[]> {
    if (!Array.isArray(tools)) throw invalidOption('within', 'must be a list of tools');
    const universe = await this.#open(tools);
    universe.searches++;
    try {
      const hits = await this.#index.search(query, { ...options, within: universe.indexed });
      // What is searched is kept meanwhile, so each of them is there.
      return hits.map(({ id, ...hit }) => ({ tool: (this.#byId.get(id) as IndexedTool).tool, ...hit }));
    } finally {
      universe.searches--;
      this.#dropOldest();
    }
  }

  /** As `#enter`. Tools that are new are put into the index with pauses if they are many. */
  async #open(tools: readonly Tool[]): Promise<Universe> {
    if (this.#isKept(tools)) return this.#enter(tools);
    const missing = tools.filter((tool) => !this.#byTool.has(tool));
    if (missing.length <= TOOLS_PER_SLICE) return this.#enter(tools);
    requireTools(tools);
    const held: IndexedTool[] = [];
    try {
      for (const tool of missing) {
        const indexed = this.#byTool.get(tool) ?? this.#put(tool);
        // Until there is a universe that has it.
        indexed.universes++;
        held.push(indexed);
        if (held.length % TOOLS_PER_SLICE === 0) await nextTurn();
      }
      return this.#enter(tools);
    } finally {
      for (const indexed of held) this.#release(indexed);
    }
  }

  #isKept(tools: readonly Tool[]): boolean {
    const known = this.#byList.get(tools);
    return known !== undefined && this.#kept.includes(known);
  }

  /** The universe of a list, with all its tools in the index. */
  #enter(tools: readonly Tool[]): Universe {
    const known = this.#byList.get(tools);
    const isKept = known !== undefined && this.#kept.includes(known);
    const universe = isKept ? known : (this.#findSame(tools) ?? this.#add(tools));
    if (Object.isFrozen(tools)) this.#byList.set(tools, universe);
    if (universe !== this.#kept.at(-1)) {
      this.#kept = [...this.#kept.filter((other) => other !== universe), universe];
    }
    return universe;
  }

  #findSame(tools: readonly Tool[]): Universe | undefined {
    return this.#kept.findLast(
      (universe) =>
        universe.tools.length === tools.length && tools.every((tool, at) => tool === universe.tools[at]),
    );
  }

  #add(tools: readonly Tool[]): Universe {
    requireTools(tools);
    const indexed = Object.freeze(tools.map((tool) => this.#byTool.get(tool) ?? this.#put(tool)));
    for (const one of indexed) one.universes++;
    this.#entries += indexed.length;
    return { tools: Object.isFrozen(tools) ? tools : [...tools], indexed, searches: 0 };
  }

  #put(tool: Tool): IndexedTool {
    const { name, title, description, inputSchema, tags } = tool;
    let id = name;
    // No name has a space, and nothing that a name has comes before it: the order of ids is that of the names.
    for (let count = 2; this.#byId.has(id); count++) id = `${name} ${count}`;
    this.#index.set({ id, name, title, description, inputSchema, tags });
    const indexed: IndexedTool = { id, name, tool, universes: 0 };
    this.#byTool.set(tool, indexed);
    this.#byId.set(id, indexed);
    return indexed;
  }

  #dropOldest(): void {
    while (this.#isTooLarge()) {
      const oldest = this.#kept.findIndex(({ searches }) => searches === 0);
      // The last one is wanted again soon.
      if (oldest < 0 || oldest === this.#kept.length - 1) return;
      const [dropped] = this.#kept.splice(oldest, 1);
      this.#entries -= dropped?.indexed.length ?? 0;
      for (const one of dropped?.indexed ?? []) this.#release(one);
    }
  }

  #isTooLarge(): boolean {
    if (this.#kept.length > MAX_UNIVERSES || this.#byTool.size > MAX_TOOLS) return true;
    return this.#entries > MAX_ENTRIES;
  }

  #release(indexed: IndexedTool): void {
    indexed.universes--;
    if (indexed.universes > 0) return;
    this.#byTool.delete(indexed.tool);
    this.#byId.delete(indexed.id);
    this.#index.delete(indexed.id);
  }
}

function requireTools(tools: readonly Tool[]): void {
  // Holes of a list are no tools either.
  for (const tool of tools) {
    if (!Tool.isTool(tool)) throw invalidOption('within', 'must be a list of tools');
  }
}
