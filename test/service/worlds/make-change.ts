import type { Answer, TestService } from '../open-service.ts';
import { COMMON_WORD, type World } from './build-world.ts';
import {
  CODE_VERSION,
  type ModelTenant,
  type ModelTool,
  type ModelToolset,
  wireNameOf,
} from './world-model.ts';
import type { ChangePlan, EntryPlan } from './world-plan.ts';

const LATER_VERSION = '2.0.0';
const SUNSET_MS = 1_500;

/** A change, and where it is made. */
interface ChangeTry {
  readonly world: World;
  readonly service: TestService;
  readonly tenant: ModelTenant;
  readonly tool: ModelTool;
  readonly plan: ChangePlan;
}

/** Makes a change over HTTP, and in the model if the service says that it was made. Answers whose it was. */
export async function makeChange(world: World, plan: ChangePlan): Promise<ModelTenant> {
  const tenant = world.tenants[plan.tenant];
  const tool = tenant?.tools[plan.tool];
  if (tenant === undefined || tool === undefined) throw new Error('The plan is of another world.');
  const service = plan.isElsewhere ? world.elsewhere : world.here;
  await changes[plan.kind]({ world, service, tenant, tool, plan });
  return tenant;
}

/** Publishes what the plan begins with. */
export async function publishStart(
  world: World,
  tenant: ModelTenant,
  near: readonly EntryPlan[],
): Promise<void> {
  for (const tool of tenant.tools) {
    const { start } = tool.plan;
    const order = { world, service: world.here, tenant, tool };
    if (start === 'bound' || start === 'unbound') await publish(order, { version: CODE_VERSION });
    if (start === 'differs') await publish(order, { version: CODE_VERSION, isOther: true });
    if (start === 'draft') await publish(order, { version: CODE_VERSION, draft: true });
    if (start === 'superseded') {
      await publish(order, { version: CODE_VERSION });
      await publish(order, { version: LATER_VERSION });
    }
  }
  await apply({ service: world.here, tenant }, 'near', near);
}

type Change = (change: ChangeTry) => Promise<void>;

const changes: Readonly<Record<ChangePlan['kind'], Change>> = {
  async disable(change) {
    if (await post(change, 'disable')) change.tool.isEnabled = false;
  },
  async enable(change) {
    if (await post(change, 'enable')) change.tool.isEnabled = true;
  },
  async quarantine(change) {
    if (await post(change, 'quarantine', { reason: 'It leaks.' })) change.tool.isQuarantined = true;
  },
  async release(change) {
    if (await post(change, 'release')) change.tool.isQuarantined = false;
  },
  async deprecate(change) {
    const body = { message: 'Use another one.', version: CODE_VERSION };
    if (await post(change, 'deprecate', body)) change.tool.sunsets.delete(CODE_VERSION);
  },
  async sunset(change) {
    const at = change.world.clock.now() + SUNSET_MS;
    const body = { message: 'It goes.', version: CODE_VERSION, sunset: new Date(at).toISOString() };
    if (await post(change, 'deprecate', body)) change.tool.sunsets.set(CODE_VERSION, at);
  },
  async undeprecate(change) {
    if (await post(change, 'undeprecate', { version: CODE_VERSION }))
      change.tool.sunsets.delete(CODE_VERSION);
  },
  publish: (change) => publish(change, { version: CODE_VERSION }),
  supersede: (change) => publish(change, { version: LATER_VERSION }),
  propose: (change) => publish(change, { version: CODE_VERSION, draft: true }),
  approve,
  async remove({ service, tenant, tool }) {
    const answer = await service.ask('DELETE', `/v1/tenants/${tenant.name}/catalog/tools/${tool.name}`);
    if (!isDone(answer)) return;
    tool.versions.clear();
    tool.sunsets.clear();
    tool.isEnabled = true;
  },
  apply: ({ service, tenant, plan }) => apply({ service, tenant }, plan.toolset, plan.entries),
  async rollback({ service, tenant, plan }) {
    const { toolset: name } = plan;
    const answer = await service.ask('POST', `/v1/tenants/${tenant.name}/toolsets/${name}/rollback`, {
      body: {},
    });
    if (!isDone(answer)) return;
    const revisions = tenant.toolsets.get(name) ?? [];
    const before = revisions.at(-2);
    if (before === undefined) throw new Error('There is nothing to go back to.');
    revisions.push(before);
  },
  async drop({ service, tenant, plan }) {
    const { toolset: name } = plan;
    const answer = await service.ask('DELETE', `/v1/tenants/${tenant.name}/toolsets/${name}`);
    if (isDone(answer)) tenant.toolsets.delete(name);
  },
  async revoke({ world, service, plan }) {
    const key = world.keys[plan.key];
    if (key === undefined) return;
    if (isDone(await service.ask('DELETE', `/v1/keys/${key.id}`))) key.isRevoked = true;
    // Every process remembers a key for a second.
    await world.clock.advance(1_000);
  },
  wait: ({ world }) => world.clock.advance(SUNSET_MS),
};

interface PublishOptions {
  readonly version: string;
  readonly isOther?: boolean;
  readonly draft?: boolean;
}

type Place = Pick<ChangeTry, 'world' | 'service' | 'tenant' | 'tool'>;

async function publish({ world, service, tenant, tool }: Place, options: PublishOptions): Promise<void> {
  const { version, isOther = false, draft = false } = options;
  const isOfCode = version === CODE_VERSION && !isOther;
  const own = world.specOf(tool);
  const spec = isOfCode ? own : { ...own, version, description: `Other ${COMMON_WORD} of ${tenant.canary}.` };
  const answer = await service.ask('POST', `/v1/tenants/${tenant.name}/catalog/tools`, {
    body: { specs: [spec], draft },
  });
  if (!isDone(answer)) return;
  const { outcome } = answer.body.results[0];
  if (outcome === 'draft' || outcome === 'unchanged') return;
  tool.versions.set(version, isOfCode && tool.plan.start !== 'unbound');
  tool.isEnabled = true;
}

async function approve({ service, tenant, tool }: Place): Promise<void> {
  const path = `/v1/tenants/${tenant.name}/catalog/drafts/${tool.name}`;
  const review = await service.ask('GET', path);
  if (!isDone(review)) return;
  const { digest, version } = review.body.draft;
  if (!isDone(await service.ask('POST', `${path}/approve`, { body: { digest } }))) return;
  // Nothing else is ever proposed.
  tool.versions.set(version, tool.plan.start !== 'unbound');
  tool.isEnabled = true;
}

async function apply(
  { service, tenant }: Pick<ChangeTry, 'service' | 'tenant'>,
  name: 'near' | 'far',
  planned: readonly EntryPlan[],
): Promise<void> {
  // A toolset of what cannot be used is refused, and most would be.
  const entries = planned.filter(({ tool }) => isOffered(tenant.tools[tool]));
  const tools = entries.map((entry) => toEntry(tenant, entry));
  const answer = await service.ask('PUT', `/v1/tenants/${tenant.name}/toolsets/${name}`, {
    body: { title: `Toolset of ${tenant.canary}`, tools },
  });
  if (!isDone(answer)) return;
  const pins: readonly { tool: string; version: string }[] = answer.body.toolset.pins;
  const versions = new Map(pins.map(({ tool, version }) => [tool, version]));
  const revisions = tenant.toolsets.get(name) ?? [];
  const applied: ModelToolset = { entries, versions };
  const isNew = answer.body.toolset.revision > revisions.length;
  tenant.toolsets.set(name, isNew ? [...revisions, applied] : [...revisions.slice(0, -1), applied]);
}

function isOffered(tool: ModelTool | undefined): boolean {
  return tool !== undefined && tool.versions.size > 0 && tool.isEnabled && !tool.isQuarantined;
}

function toEntry(tenant: ModelTenant, entry: EntryPlan) {
  const tool = tenant.tools[entry.tool];
  if (tool === undefined) throw new Error('The plan is of another world.');
  const { isRenamed, isReworded, autonomy, requires } = entry;
  return {
    tool: tool.name,
    ...(isRenamed && { wireName: wireNameOf(tool, entry) }),
    ...(isReworded && { description: `Reworded ${COMMON_WORD} of ${tenant.canary}.` }),
    policy: { autonomy, ...(requires.length > 0 && { requires }) },
  };
}

async function post({ service, tenant, tool }: Place, verb: string, body: object = {}): Promise<boolean> {
  const path = `/v1/tenants/${tenant.name}/catalog/tools/${tool.name}/${verb}`;
  return isDone(await service.ask('POST', path, { body }));
}

/** Whether a change was made. That it cannot be is an answer too; that the service fails is none. */
function isDone({ status, text, body }: Answer): boolean {
  if (status >= 500 || body?.code === 'E_INVALID_REQUEST')
    throw new Error(`The service has answered ${status}: ${text}`);
  return status < 300;
}
