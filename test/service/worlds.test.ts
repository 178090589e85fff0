import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toActor } from '../../packages/server/src/auth/to-actor.ts';
import type { Answer } from './open-service.ts';
import { buildWorld, type World } from './worlds/build-world.ts';
import { assertNothingForeign, lookAtWorld, type Tally } from './worlds/look-at-world.ts';
import { makeChange, publishStart } from './worlds/make-change.ts';
import { scanTenant } from './worlds/scan-tenant.ts';
import { anyWorld, CHANGES_PER_PLAN, type WorldPlan } from './worlds/world-plan.ts';

const WORLD_COUNT = Number(process.env.WORLD_COUNT ?? '5000');
const KEYS_PER_LOOK = 2;
/** By then every process knows what another one has done to a catalogue. */
const FEED_MS = 100;
/** At the start two tenants are looked at, and one after each change. */
const WORLDS_PER_PLAN = KEYS_PER_LOOK * (2 + CHANGES_PER_PLAN);

describe('a service in any world', () => {
  it(
    'lists, finds, describes, calls and shows over MCP the same tools, and nothing of another tenant',
    async () => {
      const tally = createTally();

      await fc.assert(
        fc.asyncProperty(anyWorld, (plan) => live(plan, tally)),
        // To shrink one takes minutes: set WORLD_SHRINK to do it.
        {
          numRuns: Math.ceil(WORLD_COUNT / WORLDS_PER_PLAN),
          endOnFailure: process.env.WORLD_SHRINK === undefined,
        },
      );

      expect(tally.worlds).toBeGreaterThanOrEqual(WORLD_COUNT);
      // Nothing of this is rare, or the property would say little.
      const { callable, gated, hidden, unscoped, empty, viewOnly, refusals } = tally;
      const refused = [401, 403, 404].map((status) => refusals[status] ?? 0);
      const often = [callable, gated, hidden, unscoped, empty, viewOnly, ...refused];
      for (const count of often) expect(count).toBeGreaterThan(WORLD_COUNT / 200);
    },
    30 * WORLD_COUNT + 120_000,
  );
});

async function live(plan: WorldPlan, tally: Tally): Promise<void> {
  const world = await buildWorld(plan);
  const { here, elsewhere, clock } = world;
  try {
    for (const [index, tenant] of world.tenants.entries()) {
      await publishStart(world, tenant, plan.tenants[index]?.near ?? []);
      await lookAtWorld({ world, tenant, service: here }, KEYS_PER_LOOK, tally);
    }
    for (const change of plan.changes) {
      const tenant = await makeChange(world, change);
      // What a process has done itself it knows at once; what another one has, when the feed has told it.
      const looks = change.isElsewhere ? [elsewhere, here] : [here, here];
      for (const service of looks) {
        if (change.isElsewhere && service === here) await clock.advance(FEED_MS);
        await lookAtWorld({ world, tenant, service }, KEYS_PER_LOOK / 2, tally);
      }
    }
    await scan(world);
    await probe(world);
    expect([...here.faults, ...elsewhere.faults]).toEqual([]);
  } finally {
    await world.close();
  }
}

/** Whoever may see everything in a tenant sees nothing of the others. */
async function scan(world: World): Promise<void> {
  for (const tenant of world.tenants) {
    const texts = await scanTenant(world.here, tenant);
    for (const text of texts.values()) assertNothingForeign(world, tenant, text);
    expect(texts.get('/toolsets?limit=100')).toContain(tenant.toolsets.size > 0 ? tenant.canary : 'items');
  }
}

/** A tool of another tenant is answered like one that nobody has. */
async function probe(world: World): Promise<void> {
  const [own, other] = world.tenants;
  if (own === undefined || other === undefined) throw new Error('There are two tenants.');
  for (const { key, principal, isRevoked } of world.keys) {
    if (isRevoked || toActor(principal, own.name) === undefined) continue;
    const ask = async (tool: string): Promise<readonly string[]> => {
      const described = await world.here.ask('GET', `/v1/tenants/${own.name}/tools/${tool}`, { key });
      const called = await world.here.ask('POST', `/v1/tenants/${own.name}/calls`, { key, body: { tool } });
      return [described, called].map((answer) => comparable(answer, tool));
    };
    expect(await ask(`${other.canary}_tool0`)).toEqual(await ask('canaryzz_tool0'));
  }
}

/** An answer without the name, and without what is another one each time. */
function comparable({ status, body }: Answer, name: string): string {
  const { requestId: _, id: __, ...rest } = body;
  return `${status} ${JSON.stringify(rest).replaceAll(name, 'it')}`;
}

function createTally(): Tally {
  return { worlds: 0, callable: 0, gated: 0, hidden: 0, unscoped: 0, empty: 0, viewOnly: 0, refusals: {} };
}
