import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { connectRaw, type RawClient } from '../../http/raw-client.ts';
import { listAll } from './look-through.ts';
import { createSmallClient, type SmallClient } from './small-client.ts';
import { type Replica, startReplica } from './start-replica.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const MEGABYTE = 2 ** 20;
/** Of each kind. */
const CLIENTS = 12;
/** Far more than what the buffers of the system hold of one connection. */
const PROGRESS = { times: 15_000, length: 2_000 };
/** Less than what there would be if everything that is not read were kept. */
const MAX_GROWTH_BYTES = 250 * MEGABYTE;

describe('a service with clients that do not behave', () => {
  it('answers the others, keeps nothing for them, and stops without waiting for them', {
    timeout: 300_000,
  }, async () => {
    await withTempFolder(async (folder) => {
      const service = await startReplica({ folder });
      const urlOf = () => service.url;
      const admin = createSmallClient(urlOf, service.adminKey);
      const agent = createSmallClient(urlOf, service.agentKey);
      await expectAnswers(agent);
      const before = await residentBytes(admin);

      await openUnfinished(service);
      await expectAnswers(agent);
      await vanishInCalls(service, agent);
      await expectAnswers(agent);
      const readers = await openIdleReaders(service, agent);
      await expectAnswers(agent);
      expect((await residentBytes(admin)) - before).toBeLessThan(MAX_GROWTH_BYTES);

      expect(await service.stop('SIGTERM')).toBe(0);
      for (const reader of readers) reader.destroy();
    });
  });
});

async function expectAnswers(agent: SmallClient): Promise<void> {
  const answers = await Promise.all([
    agent.send('GET', '/healthz'),
    agent.send('GET', '/readyz'),
    agent.send('POST', '/v1/tenants/default/calls', { tool: 'look' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

async function residentBytes(admin: SmallClient): Promise<number> {
  const { text } = await admin.send('GET', '/metrics');
  const [, value] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  expect(Number(value)).toBeGreaterThan(0);
  return Number(value);
}

async function connect({ port }: Replica): Promise<RawClient> {
  const client = await connectRaw(port);
  onTestFinished(() => client.destroy());
  return client;
}

function head({ agentKey, port }: Replica, line: string): string {
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${agentKey}\r\n`;
}

function post(service: Replica, body: unknown): string {
  const text = JSON.stringify(body);
  const type = 'Content-Type: application/json\r\n';
  return `${head(service, 'POST /v1/tenants/default/calls')}${type}Content-Length: ${text.length}\r\n\r\n${text}`;
}

/** Connections that say nothing, half of their headers, or half of their body, and then no more. */
async function openUnfinished(service: Replica): Promise<void> {
  const whole = post(service, { tool: 'look' });
  for (let index = 0; index < CLIENTS; index++) {
    await connect(service);
    (await connect(service)).send(whole.slice(0, 40));
    (await connect(service)).send(whole.slice(0, -5));
  }
}

/** Whoever is gone has no use for the result: the call is aborted, and that is written down. */
async function vanishInCalls(service: Replica, agent: SmallClient): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(service)));
  for (const client of clients) client.send(post(service, { tool: 'hold', arguments: { ms: 25_000 } }));
  const holds = async () => (await listAll(agent, '/calls')).filter(({ tool }) => tool === 'hold');
  const statesOf = async () => (await holds()).map(({ state }) => state);
  await vi.waitFor(async () => expect(await statesOf()).toEqual(clients.map(() => 'running')), PATIENCE);

  for (const client of clients) client.destroy();

  await vi.waitFor(async () => expect(await statesOf()).toEqual(clients.map(() => 'aborted')), PATIENCE);
}

/** Readers of the events of calls that tell a lot, who read nothing. */
async function openIdleReaders(service: Replica, agent: SmallClient): Promise<readonly RawClient[]> {
  const readers: RawClient[] = [];
  const order = { tool: 'chatter', arguments: PROGRESS, mode: 'async' };
  const ids: string[] = [];
  for (let index = 0; index < CLIENTS; index++) {
    const { id } = await agent.post('/calls', order);
    const reader = await connect(service);
    reader.send(`${head(service, `GET /v1/tenants/default/calls/${id}/events`)}\r\n`);
    reader.socket.pause();
    ids.push(id);
    readers.push(reader);
  }
  for (const id of ids) {
    await vi.waitFor(
      async () => expect((await agent.get(`/calls/${id}?waitMs=10000`)).state).toBe('ok'),
      PATIENCE,
    );
  }
  return readers;
}
