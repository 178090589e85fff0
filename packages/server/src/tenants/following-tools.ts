import {
  createToolRegistry,
  type Tool,
  ToolcribError,
  type ToolResolver,
  type UnavailableTool,
} from 'toolcrib';
import { type CatalogSeal, type ToolCatalog, toolsetPolicy } from 'toolcrib/catalog';
import { type CallGuard, type Decision, deny } from 'toolcrib/runtime';

/** What the tools are made of. */
export interface FollowedTools {
  readonly catalog: ToolCatalog;
  /** The first seal, which is renewed from then on. */
  readonly seal: CatalogSeal;
  /** Whether the tenant may run the code of this process now; there are no tools while it may not. */
  readonly isAllowed: () => boolean;
  /** Told when the catalogue cannot be read as what it should hold. */
  readonly onFault: (error: unknown) => void;
}

const NO_TOOLS: readonly string[] = Object.freeze([]);

/**
 * The tools of a catalogue, or of one of its toolsets, that this process has code for, as the catalogue has them at every
 * moment: whatever the replica knows when somebody asks is in the answer. There are none while there is no such toolset, or
 * while it cannot be read.
 */
export class FollowingTools implements ToolResolver {
  readonly #catalog: ToolCatalog;
  readonly #isAllowed: () => boolean;
  readonly #onFault: (error: unknown) => void;
  /** What the toolset says of each tool that it has had here. */
  readonly #decisions = new WeakMap<Tool, Decision>();
  readonly #none = createToolRegistry([]);
  /** The names in the catalog by those that models see, of a toolset. */
  #catalogNames: ReadonlyMap<string, string> = new Map();
  #seal: CatalogSeal;
  #sequence: number | undefined;
  #isThere = true;

  constructor({ catalog, seal, isAllowed, onFault }: FollowedTools) {
    this.#catalog = catalog;
    this.#isAllowed = isAllowed;
    this.#onFault = onFault;
    this.#seal = seal;
  }

  /** What is sealed now; undefined if there is nothing to seal. */
  seal(): CatalogSeal | undefined {
    if (!this.#isAllowed()) return undefined;
    const { sequence } = this.#catalog;
    if (sequence !== this.#sequence) {
      this.#renew();
      this.#sequence = sequence;
    }
    return this.#isThere ? this.#seal : undefined;
  }

  resolve(name: string): Tool | null {
    return this.seal()?.resolve(name) ?? null;
  }

  list(): readonly string[] {
    return this.seal()?.list() ?? NO_TOOLS;
  }

  unavailable(name: string): UnavailableTool | undefined {
    return this.seal()?.unavailable(name);
  }

  identity(): object {
    return this.seal()?.available() ?? this.#none;
  }

  /** Whether a tool of this name fits the catalogue, be it switched off or not. */
  isSealed(name: string): boolean {
    return this.resolve(name) !== null || this.seal()?.tools.some((tool) => tool.name === name) === true;
  }

  /** The name in the catalog of the tool that models call so; undefined if there is none. */
  catalogName(name: string): string | undefined {
    return this.seal()?.toolset === undefined ? name : this.#catalogNames.get(name);
  }

  /** Asks about, or refuses, what the toolset wants so; undefined for tools of no toolset. */
  get guard(): CallGuard | undefined {
    if (this.#seal.toolset === undefined) return undefined;
    // By the tool, not by its name: a later revision may have given that to another one while a call was on its way.
    return ({ tool }) => this.#decisions.get(tool) ?? deny('it is not in the toolset');
  }

  #renew(): void {
    try {
      this.#seal = this.#seal.renew();
      this.#isThere = true;
      this.#noteDecisions();
    } catch (error) {
      this.#isThere = false;
      if (!(error instanceof ToolcribError && error.code === 'E_TOOLSET_NOT_FOUND')) this.#onFault(error);
    }
  }

  #noteDecisions(): void {
    const { toolset, tools } = this.#seal;
    if (toolset === undefined) return;
    const { definition } = toolset;
    this.#catalogNames = new Map(definition.tools.map(({ tool, wireName = tool }) => [wireName, tool]));
    const policy = toolsetPolicy(toolset);
    for (const tool of tools) this.#decisions.set(tool, policy({ tool }));
  }
}
