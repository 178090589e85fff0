import { ToolcribError } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import { type MergeOptions, ToolRegistry } from '../core/tool-registry.ts';
import type { AddedTool } from './turn-result.ts';
import type { Overlay } from './turn-runner-options.ts';

/** What a turn keeps of its tools while its registry changes. */
export interface TurnTools {
  readonly baseline: ToolRegistry;
  readonly overlay: Overlay;
  /** The tools that middleware added, in order. */
  readonly added: AddedTool[];
  /** The same, to be recognised again. */
  known: Set<Tool> | undefined;
}

/**
 * The registry of one turn. It writes down what is added, or refuses it; and a tool that came in any other way than
 * through its own methods is not in it.
 */
export class TurnRegistry extends ToolRegistry {
  readonly #tools: TurnTools;

  static {
    Object.freeze(TurnRegistry.prototype);
  }

  constructor(from: ToolRegistry, tools: TurnTools) {
    super(from);
    this.#tools = tools;
    Object.freeze(this);
  }

  override register(tool: Tool, overwrite = false): void {
    this.#assertOpen(String(tool?.name));
    const isReplacement = super.get(tool?.name) !== undefined;
    super.register(tool, overwrite);
    this.#noteAdded(tool, isReplacement);
  }

  override get(name: string): Tool | undefined {
    const tool = super.get(name);
    return tool !== undefined && this.#isOurs(tool) ? tool : undefined;
  }

  override all(): Tool[] {
    return super.all().filter((tool) => this.#isOurs(tool));
  }

  /** Merges another registry in. A clash that nobody decided throws, and nothing is changed. */
  absorb(registry: ToolRegistry, options: MergeOptions | undefined): void {
    const merged = ToolRegistry.merge([this, registry], options);
    const incoming = registry
      .all()
      .filter((tool) => merged.get(tool.name) === tool && this.get(tool.name) !== tool);
    const [first] = incoming;
    if (first !== undefined) this.#assertOpen(first.name);
    for (const tool of incoming) {
      const isReplacement = this.has(tool.name);
      super.register(tool, true);
      this.#noteAdded(tool, isReplacement);
    }
    for (const tool of registry.hidden()) if (this.get(tool.name) === tool) this.hide(tool.name);
  }

  #isOurs(tool: Tool): boolean {
    const { baseline, known } = this.#tools;
    return baseline.get(tool.name) === tool || known?.has(tool) === true;
  }

  #assertOpen(toolName: string): void {
    if (this.#tools.overlay === 'open') return;
    const message = `Tool "${toolName}" cannot be added: the tools of this turn can only be narrowed.`;
    throw new ToolcribError('E_REGISTRY_SEALED', message, { context: { toolName } });
  }

  #noteAdded(tool: Tool, isReplacement: boolean): void {
    const tools = this.#tools;
    tools.known ??= new Set();
    tools.known.add(tool);
    const { name, digest, authorityDigest } = tool;
    tools.added.push(Object.freeze({ name, digest, authorityDigest, isReplacement }));
  }
}
