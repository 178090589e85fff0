import { describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase } from '../../postgres/test-database.ts';
import { askMcp } from '../attacks/ask-mcp.ts';
import type { TestService } from '../open-service.ts';
import { createSmallClient } from './small-client.ts';
import { type Replica, type ReplicaPlace, startReplica } from './start-replica.ts';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const PATIENCE = { timeout: 60_000, interval: 50 };
const LONG_MS = 50_000;

const calls = [
  { name: 'hold', arguments: { ms: LONG_MS } },
  { name: 'note_down', arguments: { key: 'a', holdMs: LONG_MS } },
  { name: 'carve', arguments: { key: 'b', holdMs: 0 } },
];

/** Sends requests to a process as tests send them to a service. */
function toService({ url }: Replica): Pick<TestService, 'ask'> {
  return {
    ask: async (method, path, { key, body, headers } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, text, body: isJson && JSON.parse(text) };
    },
  };
}

/** Kills a process that has three tasks, and asks the next one for them. */
async function expectTasksKept(place: ReplicaPlace, whileDead: () => Promise<void>) {
  const killed = await startReplica(place);
  const { agentKey, adminKey } = killed;
  const key = agentKey ?? '';
  const created = await Promise.all(
    calls.map((params) => askMcp(toService(killed), { key, capabilities, method: 'tools/call', params })),
  );
  const [held = '', written = '', waiting = ''] = created.map(({ last }): string => last.result.taskId);

  expect(await killed.stop('SIGKILL')).toBeNull();
  await whileDead();
  const next = await startReplica(place);
  const get = async (taskId: string) => {
    const asked = { key, capabilities, method: 'tasks/get', params: { taskId } } as const;
    return (await askMcp(toService(next), asked)).last.result;
  };
  const admin = createSmallClient(() => next.url, adminKey);
  const { toolDigest, contentDigest } = await admin.get(`/gates/${waiting}.0`);
  const stillWaiting = await get(waiting);
  await admin.post(`/gates/${waiting}.0/settle`, { decision: 'approve', toolDigest, contentDigest });

  expect(stillWaiting).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('.0') });
  await vi.waitFor(async () => {
    const nothing = expect.stringContaining('nothing was changed');
    expect(await get(held)).toMatchObject({ status: 'failed', error: { code: -32_603, message: nothing } });
    const unknown = expect.stringContaining('It is not known whether the call took effect');
    expect(await get(written)).toMatchObject({
      status: 'failed',
      error: { code: -32_603, message: unknown },
    });
    const result = { structuredContent: { written: 'b' } };
    expect(await get(waiting)).toMatchObject({ status: 'completed', result });
  }, PATIENCE);
  admin.close();
  expect(await next.stop('SIGTERM')).toBe(0);
}

const flags = ['--mcp-task-after', '1'];

describe('tasks of a process with a file that is killed', () => {
  it('tell their outcome at the next one', { timeout: 120_000 }, async () => {
    await withTempFolder((folder) => expectTasksKept({ folder, flags }, async () => undefined));
  });
});

describePostgres('tasks of a process with PostgreSQL that is killed', (serverUrl) => {
  it('tell their outcome at the next one', { timeout: 120_000 }, async () => {
    const database = await createTestDatabase(serverUrl);
    // As if all the time had passed that a call may take, and that a silent process may live.
    const whileDead = async () => {
      await database.pool.query(
        `update toolcrib_calls set entry = jsonb_set(entry::jsonb, '{leaseUntil}', '0')::text where state = 'running'`,
      );
      await database.pool.query(`update toolcrib_audit_marks set seen_at = '2026-01-01T00:00:00.000Z'`);
    };
    await withTempFolder((folder) =>
      expectTasksKept({ folder, databaseUrl: database.url, flags }, whileDead),
    ).finally(() => database.drop());
  });
});
