import { checkTools } from './check-tools.ts';
import { assertLocked, type ToolLock } from './lock.ts';
import { requireKnownOptions } from './require-known-options.ts';
import type { Tool } from './tool.ts';
import type { ToolResolver } from './tool-resolver.ts';

/** Options of a {@link SealedToolRegistry}. */
export interface SealedToolRegistryOptions {
  /** Refuses to be built from tools that differ from this lock. */
  readonly lock?: ToolLock;
}

const optionNames: ReadonlySet<string> = new Set<keyof SealedToolRegistryOptions>(['lock']);

/**
 * The tools that a deployment may call, closed at construction: no request that runs later, however
 * broken or hostile, can add one. To change the set, build another.
 */
export class SealedToolRegistry implements ToolResolver {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #names: readonly string[];

  static {
    // What can be put onto the prototype can be put into every registry.
    Object.freeze(SealedToolRegistry.prototype);
  }

  /**
   * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` with `context.toolName` when two tools share a name.
   * @throws ConfigError `E_LOCK_MISMATCH` when the tools differ from the lock.
   * @throws ConfigError `E_INVALID_OPTION` for an option that does not exist.
   */
  constructor(tools: readonly Tool[], options: SealedToolRegistryOptions = {}) {
    requireKnownOptions(options, optionNames);
    const byName = checkTools(tools);
    if (options.lock !== undefined) assertLocked(byName, options.lock);
    this.#tools = byName;
    this.#names = Object.freeze([...byName.keys()].sort());
    Object.freeze(this);
  }

  get size(): number {
    return this.#tools.size;
  }

  resolve(name: string): Tool | null {
    return this.#tools.get(name) ?? null;
  }

  /** Every name, sorted in code-unit order; the same frozen array each time. */
  list(): readonly string[] {
    return this.#names;
  }
}

/** The tools that a deployment may call, closed at construction. As `new SealedToolRegistry()`. */
export function createToolRegistry(
  tools: readonly Tool[],
  options: SealedToolRegistryOptions = {},
): SealedToolRegistry {
  return new SealedToolRegistry(tools, options);
}
