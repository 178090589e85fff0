import { defineTool, type Tool } from 'toolcrib';
import { toSpec } from 'toolcrib/catalog';
import type { Grant } from '../../../packages/server/src/auth/grant.ts';
import type { LogFacts } from '../../../packages/server/src/operations/log.ts';
import { silentLog } from '../../../packages/server/src/operations/silent-log.ts';
import { openTestService, type TestService } from '../open-service.ts';
import { createFastClock } from './fast-clock.ts';
import type { Asker } from './fuzz-request.ts';
import { KnownThings } from './known-things.ts';
import type { FuzzSamples, PlannerWorld } from './plan-request.ts';

/** What only insides know. None of it is ever sent. */
export const INNER_CANARY = 'canary-of-the-insides';
/** Names of a tenant that only `root` may see. */
export const VAULT_CANARY = 'vault_canary';

/** A service with something in every corner, and what is known of it. */
export interface FuzzWorld extends TestService, PlannerWorld {
  /** The texts of keys; nobody and those who have garbage have none. */
  readonly keys: Readonly<Partial<Record<Asker, string>>>;
  /** What the service has logged about a request, once; undefined if nothing. */
  takeLogged(requestId: string): LogFacts | undefined;
  /** Puts the catalogue of `default` back as it was at the start. */
  refresh(): Promise<void>;
}

const text = { type: 'object', properties: { text: { type: 'string' } } } as const;

const tools: readonly Tool[] = [
  defineTool({
    name: 'echo',
    version: '1.0.0',
    description: 'Says what it is told.',
    effect: 'read',
    inputSchema: text,
    handler: (args: unknown) => ({ args }),
  }),
  defineTool({
    name: 'greet',
    version: '1.0.0',
    description: 'Says hello to somebody.',
    effect: 'read',
    inputSchema: { ...text, required: ['text'] },
    handler: (_: unknown, ctx) => {
      ctx.reportProgress({ message: 'Half of it is said.' });
      return 'Hello!';
    },
  }),
  defineTool({
    name: 'wipe',
    version: '1.0.0',
    description: 'Removes everything. Somebody has to say yes.',
    effect: 'destructive',
    inputSchema: text,
    handler: () => 'gone',
  }),
  defineTool({
    name: 'crash',
    version: '1.0.0',
    description: 'Fails.',
    effect: 'read',
    inputSchema: text,
    handler: () => {
      throw new Error('It failed.', { cause: new Error(INNER_CANARY) });
    },
  }),
  defineTool({
    name: 'large',
    version: '1.0.0',
    description: 'Gives more than fits.',
    effect: 'read',
    inputSchema: text,
    handler: () => 'x'.repeat(300_000),
  }),
];

const specOnly = {
  name: 'spec_only',
  version: '1.0.0',
  inputSchema: { type: 'object' },
  outputSchema: {},
} as const;

const holders: Readonly<Partial<Record<Asker, readonly Partial<Grant>[]>>> = {
  root: [{ tenant: '*', roles: ['admin'] }],
  admin: [
    { roles: ['admin'], scopes: ['read:weather'] },
    { tenant: 'other', roles: ['admin'] },
  ],
  caller: [{ roles: ['caller'] }],
  viewer: [{ roles: ['viewer'] }],
  approver: [{ roles: ['approver'] }],
  narrow: [{ roles: ['caller'], toolsets: ['near'] }],
};

/** Opens one over SQLite. Whoever opens it closes it. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const logged = new Map<string, LogFacts>();
  const faults: unknown[] = [];
  const service = await openTestService({
    tools,
    // Calls at a gate wait in between; only what hangs is to be cut.
    requestTimeoutMs: 3_600_000,
    clock: createFastClock(20),
    closedBy: 'owner',
    log: {
      ...silentLog,
      info: (_, facts = {}) => void logged.set(String(facts.requestId), facts),
      error: (_, error) => void faults.push(error),
    },
  });
  await furnish(service);
  const { catalog } = await service.service.tenants.open('default');
  const start = catalog.snapshot();
  const keys: Partial<Record<Asker, string>> = {};
  for (const [asker, grants] of Object.entries(holders))
    keys[asker as Asker] = (await service.makeKey(grants)).key;
  const { body: document } = await service.ask('GET', '/openapi.json');
  const samples = await collectSamples(service);
  logged.clear();
  return {
    ...service,
    ...{ faults, document, samples, keys, known: new KnownThings() },
    takeLogged(requestId) {
      const facts = logged.get(requestId);
      logged.delete(requestId);
      return facts;
    },
    refresh: async () => void (await catalog.restore(start)),
  };
}

async function furnish(service: TestService): Promise<void> {
  for (const tenant of ['other', 'vault'])
    await service.makeTenant(tenant, { publishTools: tenant === 'other' });
  const { catalog } = await service.service.tenants.open('default');
  await catalog.registerAll([specOnly]);
  await catalog.register({ ...specOnly, version: '2.0.0', description: 'To be looked at.' }, { draft: true });
  await catalog.toolsets.apply(
    catalog.toolsets.plan({ name: 'near', tools: [{ tool: 'echo' }, { tool: 'wipe' }] }),
  );
  const vault = await service.service.tenants.open('vault');
  await vault.catalog.registerAll(
    tools.map((tool) => ({ ...toSpec(tool), name: `${VAULT_CANARY}_${tool.name}` })),
  );
}

async function collectSamples({ ask }: TestService): Promise<FuzzSamples> {
  const get = (path: string) => ask('GET', `/v1/tenants/default${path}`);
  const spec = { name: 'fresh', version: '1.1.0', description: 'A new one.', inputSchema: text };
  const toolset = {
    title: 'Near',
    tools: [{ tool: 'echo' }, { tool: 'greet', wireName: 'hi', policy: { autonomy: 'ask' } }],
  };
  const { digest } = (await get('/catalog/drafts/spec_only')).body;
  return {
    restoreSnapshot: (await get('/snapshot')).body,
    verifyLock: { lock: (await get('/lock')).text },
    preflight: { names: ['echo', 'wipe'], scopes: [] },
    planToolset: toolset,
    putToolset: toolset,
    rollbackToolset: { to: 1 },
    approveDraft: { digest, version: '2.0.0' },
    discardDraft: { version: '2.0.0' },
    registerTools: { specs: [spec], source: 'fuzz' },
    createCall: { tool: 'large', arguments: {} },
  };
}
