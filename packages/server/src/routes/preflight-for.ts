import { setImmediate } from 'node:timers/promises';
import {
  type Caller,
  type LockedTool,
  type Tool,
  ToolcribError,
  type ToolLock,
  type ToolResolver,
} from 'toolcrib';
import { type AppliedToolset, authorityDigest, type ToolCatalog, toolsetEntries } from 'toolcrib/catalog';
import {
  type PreflightCheck,
  type PreflightOptions,
  type PreflightPermission,
  type PreflightReport,
  parseLock,
  preflight,
} from 'toolcrib/governance';
import { InvalidRequest } from '../http/invalid-request.ts';
import type { Reach } from '../tenants/reach.ts';
import type { TenantRoom, ToolView } from '../tenants/tenant-room.ts';
import { assertTool, openReached } from './open-reached.ts';
import { chooseToolset, type ViewRequest, viewOf } from './view-of.ts';

/** The number of tools that are locked without a pause. */
const PAUSE_STEP = 64;

/** What a preflight is asked for. */
export interface PreflightRequest {
  readonly lock?: string;
  readonly names?: readonly string[];
  readonly toolset?: string;
  readonly versions?: 'locked';
  /** Instead of those of the actor. */
  readonly scopes?: readonly string[];
}

/**
 * Whether an actor could call tools now. The decision is that of calls: it is asked about the very tools that the view
 * has, also those that it keeps back at the moment. Whoever asks may read the catalogue, so that it is no secret what is
 * not there; if only some toolsets of it, all other tools are missing.
 *
 * @throws ToolcribError as `viewOf` and `preflight` do; `E_TOOL_NOT_FOUND` for a name that the catalogue does not have.
 */
export async function preflightFor(
  context: ViewRequest,
  request: PreflightRequest,
): Promise<PreflightReport> {
  const { room, reach } = await openReached(context, 'catalog:read');
  const chosen = chooseToolset(context.actor.limits.get('catalog:read')?.toolsets, request.toolset);
  const view = await viewOf(context, chosen);
  for (const name of request.names ?? []) assertTool(reach.hasTool(name), name);
  const lock = await toLock(room.catalog, view, request);
  const { caller } = context.actor;
  const asker = request.scopes === undefined ? caller : { ...caller, scopes: request.scopes };
  const isAllowed = await permissionOf(room, view, asker);
  const options = {
    catalog: room.catalog,
    isAllowed,
    ...(request.versions && { versions: request.versions }),
    ...(view.toolset !== undefined && { toolset: view.toolset }),
  };
  if (!reach.isLimited) return await preflight(lock, options);
  return await preflightWithin(reach, typeof lock === 'string' ? parseLock(lock) : lock, options);
}

/** A preflight that knows only of the tools within reach. How much happens in the rest of the catalog isn't told either. */
async function preflightWithin(
  reach: Reach,
  lock: ToolLock,
  options: PreflightOptions,
): Promise<PreflightReport> {
  const entries = Object.entries(lock.tools);
  const reached = Object.fromEntries(entries.filter(([name]) => reach.hasTool(name)));
  const { counts, tools } = await preflight({ ...lock, tools: reached }, options);
  const missing = entries
    .filter(([name]) => !reach.hasTool(name))
    .map(
      ([name, { digest, version }]): PreflightCheck => ({
        name,
        status: 'missing',
        ...(version !== undefined && { lockedVersion: version }),
        locked: digest,
        reason: 'The catalogue has no such tool.',
      }),
    );
  const all = [...tools, ...missing].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    isReady: all.every(({ status }) => status === 'ready'),
    sequence: 0,
    counts: { ...counts, missing: counts.missing + missing.length },
    tools: all,
  };
}

/** The text of the lock that is given, or a lock of what is asked for. */
async function toLock(
  catalog: ToolCatalog,
  view: ToolView,
  { lock, names }: PreflightRequest,
): Promise<ToolLock | string> {
  if (lock !== undefined && names !== undefined) {
    const issue = { path: ['names'], message: 'must not be given beside a lock' };
    throw new InvalidRequest('Give a lock or names, not both.', [issue]);
  }
  if (lock !== undefined) return lock;
  const toolset = view.toolset === undefined ? undefined : catalog.toolsets.get(view.toolset);
  if (names !== undefined) return await lockOf(catalog, { names: new Set(names), toolset });
  if (toolset !== undefined) {
    return await lockOf(catalog, { names: new Set(toolset.pins.map(({ tool }) => tool)), toolset });
  }
  const issue = { path: ['lock'], message: 'is missing; give a lock, names or a toolset' };
  throw new InvalidRequest('It is not said which tools are meant.', [issue]);
}

/** A lock of tools as they are, whatever their status: that is for the preflight to say. */
async function lockOf(
  catalog: ToolCatalog,
  { names, toolset }: { readonly names: ReadonlySet<string>; readonly toolset: AppliedToolset | undefined },
): Promise<ToolLock> {
  const pins = new Map(toolset?.pins.map((pin) => [pin.tool, pin]));
  const entriesByTool = new Map(
    toolset && toolsetEntries(toolset.definition).map((entry) => [entry.tool, entry]),
  );
  // All of it is found before there is a pause, so that it is of one moment.
  const found = [...names].map((name) => {
    const pin = pins.get(name);
    const registration = catalog.get(name, pin && { version: pin.version ?? null });
    // Most often it is the last one.
    const published = catalog.versions(name).findLast(({ spec }) => spec === registration?.spec);
    if (published === undefined) {
      throw new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${name}" in the catalogue.`, {
        context: { toolName: name },
      });
    }
    return published;
  });
  const entries: [string, LockedTool][] = [];
  for (const [index, { spec, digest, source }] of found.entries()) {
    const entry = entriesByTool.get(spec.name);
    const locked = {
      ...(spec.version !== undefined && { version: spec.version }),
      digest,
      authorityDigest:
        entry?.policy === undefined ? catalog.authorityDigest(spec) : authorityDigest(spec, entry),
      ...(source !== undefined && { source }),
    };
    entries.push([spec.name, locked]);
    if (index % PAUSE_STEP === 0) await setImmediate();
  }
  return { lockVersion: 2, tools: Object.fromEntries(entries) };
}

/** Asks the runtime of the view, once for all tools of the catalogue. */
async function permissionOf(
  room: TenantRoom,
  view: ToolView,
  caller: Caller,
): Promise<(name: string) => PreflightPermission> {
  const shownNames = shownNamesOf(room.catalog, view);
  const tools = new Map<string, Tool>();
  for (const name of shownNames.values()) {
    const tool = view.resolver.resolve(name) ?? view.resolver.unavailable?.(name)?.tool;
    if (tool !== undefined) tools.set(name, tool);
  }
  const all: ToolResolver = {
    resolve: (name) => tools.get(name) ?? null,
    list: () => [...tools.keys()].sort(),
  };
  const visible = new Set((await view.runtime.withTools(all).visible(caller)).map(({ name }) => name));
  return (name) => {
    if (room.catalog.get(name) === undefined) return true;
    if (visible.has(shownNames.get(name) ?? '')) return true;
    const binding = room.bindingOf(name);
    if (binding === 'unbound') return refuse('The service has no code for it.');
    if (binding === 'differs')
      return refuse('The code that the service has for it is of another definition or authority.');
    return false;
  };
}

function refuse(reason: string): PreflightPermission {
  return { allowed: false, reason };
}

/** By the name in the catalogue, the name by which a tool is called in a view. */
function shownNamesOf(catalog: ToolCatalog, { toolset }: ToolView): ReadonlyMap<string, string> {
  if (toolset === undefined) {
    return new Map(catalog.list({ status: 'any' }).map(({ spec }) => [spec.name, spec.name]));
  }
  const entries = catalog.toolsets.get(toolset)?.definition.tools ?? [];
  return new Map(entries.map(({ tool, wireName = tool }) => [tool, wireName]));
}
