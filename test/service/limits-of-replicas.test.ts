import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from 'toolcrib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { askMcp } from './attacks/ask-mcp.ts';
import { openTestService, type TestService } from './open-service.ts';

const team = '/v1/tenants/default';
const tools = [
  defineTool({
    name: 'look',
    description: 'Looks.',
    effect: 'read',
    inputSchema: { type: 'object', properties: {} },
    handler: () => 'seen',
  }),
];

/** How much a limit gains in the time that something takes, and what that came to. */
async function measure<Result>(perMinute: number, work: () => Promise<Result>) {
  const from = performance.now();
  const result = await work();
  return { result, gained: Math.ceil(((performance.now() - from) * perMinute) / 60_000) };
}

/** Sends as many requests to each service at once; how many were admitted. */
async function admit(
  services: readonly TestService[],
  { count, request }: { readonly count: number; readonly request: (to: TestService) => Promise<number> },
): Promise<number> {
  const statuses = await Promise.all(
    services.flatMap((service) => Array.from({ length: count }, () => request(service))),
  );
  for (const status of statuses) expect([200, 429]).toContain(status);
  return statuses.filter((status) => status === 200).length;
}

function describeReplicas(makePlace: () => Promise<string>): void {
  it.each([5, 60])('admit %i requests a minute together, also after a restart', async (perMinute) => {
    const database = await makePlace();
    const open = () => openTestService({ database, tools, recoversCalls: false });
    const [one, two] = [await open(), await open()];
    const { key } = await one.makeKey({}, { limits: { requestsPerMinute: perMinute } });
    const request = async (to: TestService) => (await to.ask('GET', '/v1/whoami', { key })).status;
    /** What each of two processes may hold for later. */
    const bound = 2 * Math.max(0, Math.floor(perMinute / 20) - 1);

    const { result, gained } = await measure(perMinute, async () => {
      const admitted = await admit([one, two], { count: 2 * perMinute, request });
      await two.close();
      const restarted = await open();
      return { admitted, after: await admit([one, restarted], { count: perMinute, request }) };
    });

    expect(result.admitted).toBeGreaterThanOrEqual(perMinute - bound);
    expect(result.admitted + result.after).toBeLessThanOrEqual(perMinute + gained);
  });

  it('share a limit of calls of a tool, over HTTP and MCP', async () => {
    const database = await makePlace();
    const open = () => openTestService({ database, tools, recoversCalls: false });
    const services = [await open(), await open()];
    const { key } = await (services[0] as TestService).makeKey({}, { limits: { callsPerMinutePerTool: 6 } });
    const call = async (to: TestService) =>
      (await to.ask('POST', `${team}/calls`, { key, body: { tool: 'look' } })).status;
    const callOverMcp = async (to: TestService) => {
      const params = { name: 'look', arguments: {} };
      return (await askMcp(to, { key, method: 'tools/call', params })).text.includes('seen') ? 200 : 429;
    };

    const { result, gained } = await measure(6, async () => [
      await admit(services, { count: 2, request: callOverMcp }),
      await admit(services, { count: 5, request: call }),
    ]);

    expect(result[0]).toBe(4);
    expect(result[1]).toBeGreaterThanOrEqual(2);
    expect(result[1]).toBeLessThanOrEqual(2 + gained);
  });
}

describe('two services on one SQLite file', () => {
  describeReplicas(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  });
});

describePostgres('two services on PostgreSQL', (serverUrl) => {
  describeReplicas(async () => {
    const database = await createTestDatabase(serverUrl);
    onTestFinished(() => database.drop());
    return database.url;
  });

  it('hold to the limit each for itself while the database is away', async () => {
    const database = await createTestDatabase(serverUrl);
    onTestFinished(() => database.drop());
    const services = [
      await openTestService({ database: database.url, tools }),
      await openTestService({ database: database.url, tools }),
    ];
    const [one] = services;
    const { key, id } = await (one as TestService).makeKey({}, { limits: { requestsPerMinute: 10 } });
    const principal = await (one as TestService).service.authenticator.authenticate({
      headers: new Headers({ authorization: `Bearer ${key}` }),
    });
    expect(principal.id).toBe(`key:${id}`);
    await database.pool.query('alter table toolcrib_rates rename to hidden');

    const { result, gained } = await measure(20, () =>
      admit(services, {
        count: 30,
        // As a client whose key is known already.
        request: async ({ service }) =>
          await service.limiter.takeRequest(principal).then(
            () => 200,
            () => 429,
          ),
      }),
    );

    expect(result).toBeGreaterThanOrEqual(20);
    expect(result).toBeLessThanOrEqual(20 + gained);
    for (const { faults } of services) expect(faults).not.toEqual([]);
  });
});
