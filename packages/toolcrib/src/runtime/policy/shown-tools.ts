import type { Caller } from '../../core/caller.ts';
import { SealedToolRegistry } from '../../core/sealed-tool-registry.ts';
import type { ToolDescription } from '../../core/tool.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import type { ToolResolver } from '../../core/tool-resolver.ts';
import type { Awaitable } from '../awaitable.ts';
import type { RuntimeParts } from '../parts.ts';
import { visibleTools } from './visible-tools.ts';

type Descriptions = readonly ToolDescription[];

type ShownToolsParts = Pick<RuntimeParts, 'resolver' | 'policy' | 'onFault'>;

/** What a list is made for: tools that cannot have changed, and the scopes of callers. */
interface ListKey {
  readonly source: object;
  readonly scopes: string;
}

/** With more sets of scopes than this, the first are forgotten. */
const MAX_SCOPES = 64;

/**
 * What models are shown for a caller. Where the policy is by scopes and the tools cannot have changed, it is made once
 * for callers of the same scopes, so that a turn costs the same whatever the number of tools; and where everything may
 * be shown, it is the very array of the registry.
 */
export class ShownTools {
  readonly #bySource = new WeakMap<object, Map<string, Descriptions>>();
  /** What is being made, so that those who ask meanwhile wait for it. */
  readonly #making = new WeakMap<object, Map<string, Promise<unknown>>>();

  /** At once if it is known. */
  describe(parts: ShownToolsParts, caller: Caller): Awaitable<Descriptions> {
    const source = parts.policy.isByScopes === true ? sourceOf(parts.resolver) : undefined;
    if (source === undefined) return describeVisible(parts, caller);
    const scopes = scopesOf(caller);
    return this.#bySource.get(source)?.get(scopes) ?? this.#share(parts, caller, { source, scopes });
  }

  /** Made by one of those who ask at the same time. If the tools changed meanwhile, the others make their own. */
  #share(parts: ShownToolsParts, caller: Caller, key: ListKey): Promise<Descriptions> {
    const { source, scopes } = key;
    const making = this.#making.get(source) ?? new Map<string, Promise<unknown>>();
    const again = () => this.describe(parts, caller);
    const other = making.get(scopes);
    if (other !== undefined) return other.then(again, again);
    const made = this.#make(parts, caller, key).finally(() => making.delete(scopes));
    making.set(scopes, made);
    this.#making.set(source, making);
    return made;
  }

  async #make(parts: ShownToolsParts, caller: Caller, { source, scopes }: ListKey): Promise<Descriptions> {
    const made = await describeVisible(parts, caller);
    // Whoever changed the tools meanwhile gets what is there now, and nobody else does.
    if (sourceOf(parts.resolver) !== source) return made;
    const byScopes = this.#bySource.get(source) ?? new Map<string, Descriptions>();
    const [oldest] = byScopes.keys();
    if (byScopes.size >= MAX_SCOPES && oldest !== undefined) byScopes.delete(oldest);
    byScopes.set(scopes, made);
    this.#bySource.set(source, byScopes);
    return made;
  }
}

/** Something that is another object as soon as the tools are others. */
function sourceOf(resolver: ToolResolver): object | undefined {
  if (ToolRegistry.isToolRegistry(resolver)) return resolver.describe();
  return resolver instanceof SealedToolRegistry ? resolver : resolver.identity?.();
}

async function describeVisible(parts: ShownToolsParts, caller: Caller): Promise<Descriptions> {
  const { resolver } = parts;
  const visible = new Set(await visibleTools(parts, caller));
  if (!ToolRegistry.isToolRegistry(resolver)) {
    return Object.freeze([...visible].map((tool) => tool.describe()));
  }
  const all = resolver.describe();
  // The tools may have changed while a policy was waited for: what it was not asked about is not shown.
  const shown = resolver.visible().filter((tool) => visible.has(tool));
  return shown.length === all.length ? all : Object.freeze(shown.map((tool) => tool.describe()));
}

function scopesOf({ scopes }: Caller): string {
  return scopes === undefined || scopes.length === 0 ? '' : JSON.stringify([...scopes].sort());
}
