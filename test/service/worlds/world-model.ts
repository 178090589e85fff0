import type { Actor } from '../../../packages/server/src/auth/actor.ts';
import type { EntryPlan, ToolPlan, ToolsetSlot } from './world-plan.ts';

/** The version that the code has. */
export const CODE_VERSION = '1.0.0';

/** A tool of a tenant, as far as it decides who may call it. */
export interface ModelTool {
  readonly name: string;
  readonly plan: ToolPlan;
  /** By version, whether it has the definition of the code. */
  versions: Map<string, boolean>;
  isEnabled: boolean;
  isQuarantined: boolean;
  /** By version, when it goes, in milliseconds since 1970. */
  sunsets: Map<string, number>;
}

/** A revision of a toolset that was applied. */
export interface ModelToolset {
  readonly entries: readonly EntryPlan[];
  /** The version of each tool that is pinned, by its name. */
  readonly versions: ReadonlyMap<string, string>;
}

/** A tenant as it should be. */
export interface ModelTenant {
  readonly name: string;
  /** In the texts of the tenant, and of no other one. */
  readonly canary: string;
  readonly tools: readonly ModelTool[];
  /** By name; the revisions that are kept, the current one last. The tenants have toolsets of the same names. */
  readonly toolsets: Map<string, ModelToolset[]>;
}

/** Tools by name, with how far a call comes; or the status of a refusal. */
export type Reach = ReadonlyMap<string, 'ok' | 'waiting'> | number;

/** What somebody may do with a view of a tenant. */
export interface Expected {
  /** To be listed, found and described. */
  readonly reads: Reach;
  /** To be called, and to be used over MCP at all. */
  readonly calls: Reach;
}

/** The name that models know a tool of a toolset by. */
export function wireNameOf(tool: ModelTool, entry: EntryPlan): string {
  return entry.isRenamed ? `${tool.name}_renamed` : tool.name;
}

/** The one decision, from what has been done so far and nothing else. */
export function expectTools(
  tenant: ModelTenant,
  actor: Actor | undefined,
  view: { readonly slot: ToolsetSlot | undefined; readonly now: number },
): Expected {
  if (actor === undefined) return { reads: 403, calls: 403 };
  const reads = reachOf(tenant, actor, view);
  return { reads, calls: actor.permissions.has('calls:create') ? reads : 403 };
}

function reachOf(
  tenant: ModelTenant,
  actor: Actor,
  { slot, now }: { readonly slot: ToolsetSlot | undefined; readonly now: number },
): Reach {
  const { toolsets } = actor;
  const only = toolsets?.length === 1 ? toolsets[0] : undefined;
  const chosen = slot ?? only;
  if (toolsets !== undefined && (chosen === undefined || !toolsets.includes(chosen))) return 403;
  if (chosen === undefined) return toolsOfTenant(tenant, actor, now);
  const toolset = tenant.toolsets.get(chosen)?.at(-1);
  return toolset === undefined ? 404 : toolsOfToolset(tenant, toolset, { actor, now });
}

function toolsOfTenant({ tools }: ModelTenant, actor: Actor, now: number): Reach {
  const found = tools.filter((tool) => isUsable(tool, CODE_VERSION, now) && holds(actor, tool.plan.requires));
  return new Map(found.map(({ name, plan }) => [name, plan.isDestructive ? 'waiting' : 'ok']));
}

function toolsOfToolset(
  { tools }: ModelTenant,
  { entries, versions }: ModelToolset,
  { actor, now }: { readonly actor: Actor; readonly now: number },
): Reach {
  const found = new Map<string, 'ok' | 'waiting'>();
  for (const entry of entries) {
    const tool = tools[entry.tool];
    if (tool === undefined || entry.autonomy === 'deny') continue;
    const requires = [...tool.plan.requires, ...entry.requires];
    if (!isUsable(tool, versions.get(tool.name) ?? '', now) || !holds(actor, requires)) continue;
    const isAsked = tool.plan.isDestructive || entry.autonomy === 'ask';
    found.set(wireNameOf(tool, entry), isAsked ? 'waiting' : 'ok');
  }
  return found;
}

/** Code is for its own version only, with the very definition. */
function isUsable(tool: ModelTool, version: string, now: number): boolean {
  if (version !== CODE_VERSION || tool.versions.get(version) !== true) return false;
  const sunset = tool.sunsets.get(version) ?? Number.POSITIVE_INFINITY;
  return tool.isEnabled && !tool.isQuarantined && now < sunset;
}

function holds({ scopes }: Actor, requires: readonly string[]): boolean {
  return scopes.includes('*') || requires.every((scope) => scopes.includes(scope));
}
