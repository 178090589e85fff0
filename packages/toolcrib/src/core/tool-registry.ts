import { checkTools, invalidOption } from './check-tools.ts';
import { alreadyRegistered, type Clash, toolProtected } from './collision.ts';
import { ConfigError } from './errors.ts';
import { LayeredMap } from './layered-map.ts';
import { requireKnownOptions } from './require-known-options.ts';
import { Tool, type ToolDescription } from './tool.ts';
import { ToolMarks } from './tool-marks.ts';
import type { OnCollision } from './tool-options.ts';
import type { ToolResolver } from './tool-resolver.ts';

/** Options of a {@link ToolRegistry}. */
export interface ToolRegistryOptions {
  /** What the tools are called when two of one name meet, such as "billing tools". */
  readonly source?: string;
}

/** Options of {@link ToolRegistry.merge}. */
export interface MergeOptions {
  /** What happens to a tool that leaves the decision to the merge. @default 'throw' */
  readonly onCollision?: OnCollision;
}

const optionNames: ReadonlySet<string> = new Set<keyof ToolRegistryOptions>(['source']);
const mergeNames: ReadonlySet<string> = new Set<keyof MergeOptions>(['onCollision']);

/** Something that ends well or badly, such as a dispatch. */
export interface AckSource {
  /** Calls the listener once, when it ends well, and never when it does not. Returns an unsubscribe. */
  onAck(listener: () => void): () => void;
}

/**
 * A name-keyed, ordered, mutable collection of tools, meant for one turn.
 *
 * It does not retry, rate-limit, authorise, cache calls, deduplicate or prioritise: that is the
 * runtime's and its middleware's. A copy of a large registry costs no copy of its tools.
 */
export class ToolRegistry implements ToolResolver {
  readonly #tools: LayeredMap<Tool>;
  readonly #source: string | undefined;
  /** Shared by copies until one of them changes. */
  #marks: ToolMarks;
  #ownsMarks: boolean;
  /** What was rendered of these very tools; shared by copies until one of them changes. */
  #rendered: { descriptions?: readonly ToolDescription[] };

  /**
   * From another registry it makes an independent one with the same tools and marks, at a cost that does
   * not grow with their number.
   *
   * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two tools share a name.
   * @throws ConfigError `E_INVALID_OPTION` when something in the array is not a tool.
   */
  constructor(tools: readonly Tool[] | ToolRegistry = [], options: ToolRegistryOptions = {}) {
    requireKnownOptions(options, optionNames);
    if (ToolRegistry.isToolRegistry(tools)) {
      this.#tools = tools.#tools.copy();
      this.#source = options.source ?? tools.#source;
      this.#marks = tools.#marks;
      this.#ownsMarks = false;
      tools.#ownsMarks = false;
      this.#rendered = tools.#rendered;
    } else {
      this.#tools = new LayeredMap(checkTools(tools));
      this.#source = options.source;
      this.#marks = new ToolMarks();
      this.#ownsMarks = true;
      this.#rendered = {};
      for (const tool of this.all()) if (tool.ephemeral) this.#marks.ephemeral.add(tool.name);
    }
  }

  /** Whether a value is a registry; a look-alike such as parsed JSON is not. */
  static isToolRegistry(value: unknown): value is ToolRegistry {
    return typeof value === 'object' && value !== null && #tools in value;
  }

  /**
   * A fresh registry of all tools, left to right; the inputs are untouched. On a clash the incoming
   * tool's `onCollision` decides; `'throw'` leaves it to the option of the merge. What replaces a
   * hidden tool is hidden too, and a protected tool is never replaced.
   *
   * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` for a clash that nobody decided.
   * @throws ConfigError `E_TOOL_PROTECTED` for a replacement of a protected tool.
   */
  static merge(registries: readonly ToolRegistry[], options: MergeOptions = {}): ToolRegistry {
    requireKnownOptions(options, mergeNames);
    checkRegistries(registries);
    const onCollision = checkOnCollision(options.onCollision ?? 'throw');
    const merged = registries[0]?.copy() ?? new ToolRegistry();
    for (const [index, registry] of registries.entries()) {
      if (index > 0) merged.#absorb(registry, index, onCollision);
    }
    return merged;
  }

  get size(): number {
    return this.#tools.size;
  }

  /**
   * Adds a tool at the end. With `overwrite` it takes the place, and the hidden mark, of a tool of the
   * same name. The tool's own `onCollision` is not consulted.
   *
   * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when the name is taken and `overwrite` is not true.
   * @throws ConfigError `E_TOOL_PROTECTED` when the tool to overwrite is protected.
   */
  register(tool: Tool, overwrite = false): void {
    if (!Tool.isTool(tool)) throw invalidOption('tool', 'is not a tool; make it with defineTool()');
    const origin = withSource('register()', this.#source);
    if (this.has(tool.name) && overwrite !== true) throw alreadyRegistered(this.#clash(tool.name, origin));
    this.#put(tool, origin);
  }

  /** Removes a tool and its hidden mark; an unknown name is no error. */
  unregister(name: string): void {
    if (!this.has(name)) return;
    this.#tools.delete(name);
    this.#changeMarks().delete(name);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  has(name: string): boolean {
    return this.#tools.get(name) !== undefined;
  }

  /** All tools in order of insertion, hidden ones too, in an array of its own. */
  all(): Tool[] {
    return this.#tools.values();
  }

  /** The tools that may be shown, in order of insertion, in an array of its own. */
  visible(): Tool[] {
    const { hidden } = this.#marks;
    return hidden.size === 0 ? this.all() : this.all().filter(({ name }) => !hidden.has(name));
  }

  /** The tools that are hidden, in order of insertion, in an array of its own. */
  hidden(): Tool[] {
    return this.all().filter(({ name }) => this.#marks.hidden.has(name));
  }

  /** Takes a tool off what is shown; it stays callable where policy allows it. */
  hide(name: string): void {
    this.#assertKnown(name);
    this.#changeMarks().hidden.add(name);
  }

  /** Shows a tool again. */
  unhide(name: string): void {
    this.#assertKnown(name);
    this.#changeMarks().hidden.delete(name);
  }

  /** What a model is shown, in order. One frozen array, shared with every unchanged copy. */
  describe(): readonly ToolDescription[] {
    this.#rendered.descriptions ??= Object.freeze(this.visible().map((tool) => tool.describe()));
    return this.#rendered.descriptions;
  }

  /** As {@link ToolRegistry.get}, for whatever takes a `ToolResolver`. */
  resolve(name: string): Tool | null {
    return this.get(name) ?? null;
  }

  list(): readonly string[] {
    return this.visible()
      .map(({ name }) => name)
      .sort();
  }

  /** An independent registry; as `new ToolRegistry(this)`. */
  copy(): ToolRegistry {
    return new ToolRegistry(this);
  }

  /** Removes exactly the ephemeral tools. */
  pruneEphemeral(): void {
    for (const name of [...this.#marks.ephemeral]) this.unregister(name);
  }

  /**
   * Prunes ephemeral tools when the dispatch acks, not when it nacks.
   *
   * @returns an unsubscribe that prevents the pruning.
   */
  bindContext(ctx: AckSource): () => void {
    let isBound = true;
    const unsubscribe = ctx.onAck(() => {
      if (isBound) this.pruneEphemeral();
    });
    return () => {
      isBound = false;
      unsubscribe();
    };
  }

  /** Merges another registry in, which is the one at `index` of the merge. */
  #absorb(registry: ToolRegistry, index: number, onCollision: OnCollision): void {
    const origin = registry.#source === undefined ? `registries[${index}]` : `"${registry.#source}"`;
    for (const tool of registry.all()) {
      const decision = tool.onCollision === 'throw' ? onCollision : tool.onCollision;
      if (this.has(tool.name)) {
        if (decision === 'keep') continue;
        if (decision === 'throw') throw alreadyRegistered(this.#clash(tool.name, origin));
      }
      this.#put(tool, origin);
      if (registry.#marks.hidden.has(tool.name)) this.hide(tool.name);
    }
  }

  /** Adds a tool, or puts it into the place of one that is not protected. */
  #put(tool: Tool, origin: string): void {
    const { name } = tool;
    if (this.get(name)?.protected) throw toolProtected(this.#clash(name, origin));
    this.#tools.set(name, tool);
    const marks = this.#changeMarks();
    marks.origins.set(name, origin);
    if (tool.ephemeral) marks.ephemeral.add(name);
    else marks.ephemeral.delete(name);
  }

  /** To be called for every change: what was shared with copies is not shared any more. */
  #changeMarks(): ToolMarks {
    if (!this.#ownsMarks) this.#marks = new ToolMarks(this.#marks);
    this.#ownsMarks = true;
    this.#rendered = {};
    return this.#marks;
  }

  #clash(toolName: string, incoming: string): Clash {
    const existing = this.#marks.origins.get(toolName) ?? withSource('the constructor', this.#source);
    return { toolName, existing, incoming };
  }

  #assertKnown(name: string): void {
    if (this.has(name)) return;
    throw new ConfigError('E_TOOL_NOT_FOUND', `No tool named "${name}" is registered.`, {
      context: { toolName: name },
    });
  }
}

function withSource(origin: string, source: string | undefined): string {
  return source === undefined ? origin : `${origin} of "${source}"`;
}

function checkRegistries(registries: unknown): void {
  if (!Array.isArray(registries)) throw invalidOption('registries', 'must be an array of registries');
  const wrong = registries.findIndex((registry) => !ToolRegistry.isToolRegistry(registry));
  if (wrong >= 0) throw invalidOption(`registries[${wrong}]`, 'is not a ToolRegistry');
}

function checkOnCollision(value: OnCollision): OnCollision {
  if (value === 'throw' || value === 'replace' || value === 'keep') return value;
  throw invalidOption('onCollision', 'must be throw, replace or keep');
}
