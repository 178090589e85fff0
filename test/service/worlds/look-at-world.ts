import { expect } from 'vitest';
import { toActor } from '../../../packages/server/src/auth/to-actor.ts';
import type { Answer, TestService } from '../open-service.ts';
import type { World, WorldKey } from './build-world.ts';
import {
  callMcpTools,
  callTools,
  describeTools,
  type Look,
  listMcpTools,
  listMcpToolsLegacy,
  listTools,
  type Sight,
  searchMcpTools,
  searchTools,
} from './look-at-tools.ts';
import { type Expected, expectTools, type ModelTenant, type Reach, wireNameOf } from './world-model.ts';
import type { ToolsetSlot } from './world-plan.ts';

/** How much was seen, so that nobody believes in a test that saw nothing. */
export interface Tally {
  /** A tenant in some state, and a key that looks at it through one of its views. */
  worlds: number;
  callable: number;
  gated: number;
  hidden: number;
  /** Tools that only lack of a scope hides. */
  unscoped: number;
  empty: number;
  viewOnly: number;
  refusals: Record<number, number>;
}

/** Which tenant is looked at, and in which process. */
export interface Scene {
  readonly world: World;
  readonly tenant: ModelTenant;
  readonly service: TestService;
}

/** Who looks, through which toolset if any. */
interface View {
  readonly key: WorldKey;
  readonly slot: ToolsetSlot | undefined;
}

const slots: readonly (ToolsetSlot | undefined)[] = [
  undefined,
  'near',
  'far',
  undefined,
  'near',
  'ghost',
  'near',
];

/** Some of the keys look at a tenant, each through one of the views, and see what they should in every way. */
export async function lookAtWorld(scene: Scene, keyCount: number, tally: Tally): Promise<void> {
  const { world, tenant, service } = scene;
  const onAnswer = (answer: Answer) => assertNothingForeign(world, tenant, answer.text);
  for (let count = 0; count < keyCount; count++) {
    const turn = tally.worlds;
    tally.worlds += 1;
    const slot = slots[turn % slots.length];
    const key = pickKey(scene, turn);
    const names = namesIn(tenant, slot);
    const expected = expectFor(world, tenant, { key, slot });
    note(tally, expected, names);
    tally.unscoped += countUnscoped(world, tenant, { key, slot });
    await compare(
      { service, key: key.key, tenant: tenant.name, toolset: slot, names, onAnswer },
      expected,
      turn,
    );
  }
}

/** The next one; mostly one that holds something here, because all others see the same. */
function pickKey({ world: { keys }, tenant }: Scene, turn: number): WorldKey {
  const inOrder = keys
    .map((_, index) => keys[(turn + index) % keys.length])
    .filter((key) => key !== undefined);
  const holder = inOrder.find(
    ({ principal, isRevoked }) => !isRevoked && toActor(principal, tenant.name) !== undefined,
  );
  const key = turn % 4 === 0 ? inOrder[0] : (holder ?? inOrder[0]);
  if (key === undefined) throw new Error('The world has no keys.');
  return key;
}

/** Every name that the tools have in the view or elsewhere in the tenant, and one that none has. */
function namesIn({ tools, toolsets, canary }: ModelTenant, slot: ToolsetSlot | undefined): readonly string[] {
  const { entries } = toolsets.get(slot ?? 'near')?.at(-1) ?? { entries: [] };
  const wireNames = entries.flatMap((entry) => {
    const tool = tools[entry.tool];
    return tool === undefined ? [] : [wireNameOf(tool, entry)];
  });
  return [...new Set([...tools.map(({ name }) => name), ...wireNames, `${canary}_tool9`])];
}

/** Nothing of any other tenant. */
export function assertNothingForeign({ tenants }: World, tenant: ModelTenant, text: string): void {
  for (const { canary } of tenants) {
    if (canary !== tenant.canary && text.includes(canary)) expect(text).not.toContain(canary);
  }
}

function expectFor({ clock }: World, tenant: ModelTenant, { key, slot }: View): Expected {
  if (key.isRevoked) return { reads: 401, calls: 401 };
  return expectTools(tenant, toActor(key.principal, tenant.name), { slot, now: clock.now() });
}

function countUnscoped(world: World, tenant: ModelTenant, view: View): number {
  const { principal } = view.key;
  const grants = principal.grants.map((grant) => ({ ...grant, scopes: ['*'] }));
  const key = { ...view.key, principal: { ...principal, grants } };
  const [own, all] = [expectFor(world, tenant, view).reads, expectFor(world, tenant, { ...view, key }).reads];
  return typeof own === 'number' || typeof all === 'number' ? 0 : all.size - own.size;
}

async function compare(look: Look, { reads, calls }: Expected, turn: number): Promise<void> {
  const [readable, callable] = [namesOf(reads), namesOf(calls)];
  // Each call over MCP is what a call over HTTP is: one of the names will do.
  const one = look.names.slice(turn % look.names.length).slice(0, 1);
  const isOdd = turn % 2 === 1;
  const seen = {
    listed: await listTools(look),
    found: await searchTools(look),
    described: await describeTools(look),
    called: await callTools(look),
    mcp: await (isOdd ? listMcpTools : listMcpToolsLegacy)(look),
    mcpFound: await (isOdd ? searchMcpTools : listMcpTools)(look),
    mcpCalled: await callMcpTools({ ...look, names: one }),
  };
  expect(seen).toEqual({
    listed: readable,
    found: readable,
    described: readable,
    called: calls,
    mcp: callable,
    mcpFound: callable,
    mcpCalled: typeof calls === 'number' ? calls : new Map([...calls].filter(([name]) => one.includes(name))),
  });
}

function namesOf(reach: Reach): Sight {
  return typeof reach === 'number' ? reach : [...reach.keys()].sort();
}

function note(tally: Tally, { reads, calls }: Expected, names: readonly string[]): void {
  if (typeof reads === 'number') {
    tally.refusals[reads] = (tally.refusals[reads] ?? 0) + 1;
    return;
  }
  if (calls === 403) tally.viewOnly += 1;
  if (reads.size === 0) tally.empty += 1;
  tally.hidden += names.length - reads.size;
  for (const state of reads.values()) tally[state === 'ok' ? 'callable' : 'gated'] += 1;
}
