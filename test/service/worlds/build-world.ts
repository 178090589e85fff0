import { defineTool, type Tool } from 'toolcrib';
import { type ToolSpec, toSpec } from 'toolcrib/catalog';
import { createFakeClock, type FakeClock } from 'toolcrib/testing';
import type { Grant } from '../../../packages/server/src/auth/grant.ts';
import { operatorPrincipal } from '../../../packages/server/src/auth/operator-principal.ts';
import type { Principal } from '../../../packages/server/src/auth/principal.ts';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import { asDurable, openTestService, type TestService } from '../open-service.ts';
import { CODE_VERSION, type ModelTenant, type ModelTool } from './world-model.ts';
import type { GrantPlan, KeyPlan, ToolPlan, WorldPlan } from './world-plan.ts';

/** The word that every description has, so that a search for it finds everything. */
export const COMMON_WORD = 'parcels';

const canaries = ['canaryaa', 'canarybb'] as const;
const FIRST_SHARED = 2;

/** A key, and who it makes one. */
export interface WorldKey {
  readonly key: string;
  readonly id: string;
  readonly principal: Principal;
  isRevoked: boolean;
}

/** Two processes of a service on one database, and what should be in it. */
export interface World {
  readonly clock: FakeClock;
  readonly here: TestService;
  readonly elsewhere: TestService;
  readonly tenants: readonly ModelTenant[];
  readonly keys: readonly WorldKey[];
  /** What the code of a tool publishes, or would if there was any. */
  specOf(tool: ModelTool): ToolSpec;
  close(): Promise<void>;
}

/** Starts the processes, with code for all tools of all tenants, and creates the tenants and the keys. Nothing is published. */
export async function buildWorld(plan: WorldPlan): Promise<World> {
  const clock = createFakeClock();
  const database = await openServiceDatabase({ dataFolder: ':memory:' }, { clock });
  const tenants = toTenants(plan);
  const code = [...new Map(tenants.flatMap(({ tools }) => tools).flatMap(toCode)).values()];
  const shared = { ...database, ledger: asDurable(database.ledger) };
  const options = {
    database: shared,
    tools: code,
    publishTo: [],
    updatesOtherTenants: false,
    clock,
    closedBy: 'owner',
  } as const;
  const here = await openTestService({ ...options, owner: 'here' });
  const elsewhere = await openTestService({ ...options, owner: 'elsewhere' });
  for (const { name } of tenants) await here.makeTenant(name);
  const keys: WorldKey[] = [];
  for (const order of plan.keys) keys.push(await makeKey(here, tenants, order));
  const specs = new Map(code.map((tool) => [tool.name, toSpec(tool)]));
  return {
    ...{ clock, here, elsewhere, tenants, keys },
    specOf: ({ name }) => specs.get(name) ?? { ...codelessSpec, name },
    async close() {
      await here.close();
      await elsewhere.close();
      await database.close();
    },
  };
}

function toTenants({ tenants }: WorldPlan): readonly ModelTenant[] {
  return tenants.map(({ tools }, tenant) => {
    const canary = canaries[tenant] ?? 'canaryzz';
    return {
      name: `t-${canary}`,
      canary,
      tools: tools.map((plan, index) => toTool(canary, sharedPlan(plan, tenants[0]?.tools[index], index))),
      toolsets: new Map(),
    };
  });
}

interface NamedPlan {
  readonly plan: ToolPlan;
  readonly index: number;
}

/** The last tools of all tenants are the same code, which each of them publishes, switches and pins for itself. */
function sharedPlan(plan: ToolPlan, first: ToolPlan | undefined, index: number): NamedPlan {
  if (index < FIRST_SHARED || first === undefined) return { plan, index };
  const { requires, isDestructive } = first;
  const isUnbound = first.start === 'unbound';
  const start = isUnbound ? 'unbound' : plan.start === 'unbound' ? 'bound' : plan.start;
  return { plan: { start, requires, isDestructive }, index };
}

function toTool(canary: string, { plan, index }: NamedPlan): ModelTool {
  const owner = index < FIRST_SHARED ? canary : 'shared';
  return {
    name: `${owner}_tool${index}`,
    plan,
    versions: new Map(),
    isEnabled: true,
    isQuarantined: false,
    sunsets: new Map(),
  };
}

/** None for a tool that is to have none. */
function toCode({ name, plan }: ModelTool): readonly (readonly [string, Tool])[] {
  if (plan.start === 'unbound') return [];
  const tool = defineTool({
    name,
    version: CODE_VERSION,
    description: `Handles ${COMMON_WORD} with ${name}.`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    effect: plan.isDestructive ? 'destructive' : 'read',
    requires: plan.requires,
    handler: (_, { caller }) => `done for ${caller.tenant}`,
  });
  return [[name, tool]];
}

const codelessSpec: Omit<ToolSpec, 'name'> = {
  version: CODE_VERSION,
  description: `Handles ${COMMON_WORD} without code.`,
  inputSchema: { type: 'object' },
  outputSchema: {},
};

async function makeKey(
  { makeKey: make }: TestService,
  tenants: readonly ModelTenant[],
  plan: KeyPlan,
): Promise<WorldKey> {
  const grants = plan.grants.map((grant) => toGrant(tenants, grant));
  const { key, id } = await make(grants);
  const principal: Principal = { ...operatorPrincipal, id: `key:${id}`, kind: 'key', grants };
  return { key, id, principal, isRevoked: false };
}

function toGrant(tenants: readonly ModelTenant[], plan: GrantPlan): Grant {
  const { tenant, roles, scopes, toolsets } = plan;
  const name = tenant === '*' ? '*' : tenants[tenant]?.name;
  if (name === undefined) throw new Error('The plan is of another world.');
  return { tenant: name, roles, scopes, ...(toolsets && { toolsets }) };
}
