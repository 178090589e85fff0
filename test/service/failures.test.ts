import { Tool } from 'toolcrib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { openLocalService } from '../../packages/server/src/cli/client/open-local-service.ts';
import { createLog } from '../../packages/server/src/operations/log.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { runCli } from '../cli/run-cli.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { askMcp, mcpRevisions } from './attacks/ask-mcp.ts';
import { openTestService, type TestService } from './open-service.ts';

const team = '/v1/tenants/default';
/** Looks like any other word, so that no redactor finds it. */
const CANARY = 'plain-walnut-harbour';
const TOKEN = 'ghp_Q7w2E9r4T6y1U8i3O5p0A2s4D6f8G1h3J5k7';

const orders = new Tool({
  name: 'find_order',
  description: 'Finds an order.',
  effect: 'read',
  inputSchema: { type: 'object', properties: {} },
  handler: () => {
    const below = Object.assign(new Error(`the token ${TOKEN} was refused`), { code: 'ECONNREFUSED' });
    const error = new TypeError(`no orders of ${CANARY}`, {
      cause: new Error(`pool ${CANARY}`, { cause: below }),
    });
    error.stack = `${error.stack}\n    at ${CANARY} (orders.ts:7:1)`;
    throw error;
  },
});

/** A service whose log is kept, with the id of a call of its tool that has failed, made by an ordinary caller. */
async function openFailed(options: Parameters<typeof openTestService>[0] = {}) {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => void lines.push(line) });
  const service = await openTestService({ tools: [orders], log, ...options });
  const { key } = await service.makeKey({ roles: ['caller'] });
  const made = await service.ask('POST', `${team}/calls`, { key, body: { tool: 'find_order' } });
  const id: string = made.body.id;
  const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { service, key, made, id, read, lines };
}

async function look(service: TestService, id: string, role: 'viewer' | 'caller' | 'approver' | 'admin') {
  const { key } = await service.makeKey({ roles: [role] });
  return await service.ask('GET', `${team}/calls/${id}`, { key });
}

const chain = [
  { path: '', type: 'TypeError', message: `no orders of ${CANARY}` },
  { path: 'cause', type: 'Error', message: `pool ${CANARY}` },
  { path: 'cause.cause', type: 'Error', code: 'ECONNREFUSED' },
];

describe('what a tool threw', () => {
  it('is in the log at the level error, under the reference that the caller got', async () => {
    const { made, id, read, lines } = await openFailed();

    const [line, ...rest] = read().filter(({ level }) => level === 'error');

    expect(made.body.error.message).toBe(`Tool "find_order" failed. Reference: ${id}.`);
    expect(rest).toEqual([]);
    expect(line).toMatchObject({
      invocationId: id,
      toolName: 'find_order',
      phase: 'execute',
      exceptions: chain,
    });
    expect(JSON.stringify(line)).toContain('failures.test.ts');
    expect(lines.join('')).not.toContain(TOKEN);
  });

  it('is what an admin sees of the call, and neither its caller nor a viewer', async () => {
    const { service, key, id } = await openFailed();

    const admin = await look(service, id, 'admin');
    const others = [
      await look(service, id, 'viewer'),
      await look(service, id, 'approver'),
      await service.ask('GET', `${team}/calls/${id}`, { key }),
    ];

    expect(admin.body.exceptions).toMatchObject(chain);
    expect(admin.text).not.toContain(TOKEN);
    for (const { status, text } of others) {
      expect(status).toBe(200);
      expect(text).not.toContain(CANARY);
    }
  });

  it('is hidden from an admin whose key ends at another toolset', async () => {
    const { service, id } = await openFailed();
    const { key } = await service.makeKey([{ roles: ['viewer'] }, { roles: ['admin'], toolsets: ['other'] }]);

    const { status, body } = await service.ask('GET', `${team}/calls/${id}`, { key });

    expect(status).toBe(200);
    expect(body.exceptions).toBeUndefined();
  });

  it('reaches no caller, model, MCP client, list, audit export, event and metric', async () => {
    const { service, key, made } = await openFailed({ auditArguments: true });
    const admin = (await service.makeKey({ roles: ['admin'] })).key;
    const answers = [made];
    for (const asker of [key, admin]) {
      answers.push(await service.ask('POST', `${team}/calls`, { key: asker, body: { tool: 'find_order' } }));
      for (const revision of mcpRevisions) {
        const called = await askMcp(service, {
          ...{ key: asker, revision, method: 'tools/call', params: { name: 'find_order', arguments: {} } },
        });
        expect(called.text).toContain('Reference');
        answers.push(called);
      }
      const repeated = { tool: 'find_order', idempotencyKey: `once-${asker}` };
      answers.push(await service.ask('POST', `${team}/calls`, { key: asker, body: repeated }));
      answers.push(await service.ask('POST', `${team}/calls`, { key: asker, body: repeated }));
      answers.push(await service.ask('POST', `${team}/calls/${made.body.id}/cancel`, { key: asker }));
      answers.push(await service.ask('GET', `${team}/calls/${made.body.id}/events`, { key: asker }));
    }
    for (const path of ['calls', 'audit', 'audit/export', 'events', 'snapshot', 'gates']) {
      answers.push(await service.ask('GET', `${team}/${path}`, { key: admin }));
    }
    answers.push(await service.ask('GET', '/metrics'));

    for (const { text } of answers) expect(text).not.toContain(CANARY);
  });

  it('is shown by `calls show` to the operator', async () => {
    await withTempFolder(async (cwd) => {
      const local = { dataFolder: cwd, databaseUrl: undefined, toolModules: [], withExamples: true };
      await (await openLocalService(local, { publishTo: ['default'], isCreated: true })).close();
      const { id } = await openFailed({ database: cwd });

      const { code, stdout, stderr } = await runCli(['calls', 'show', id, '--data', cwd], {
        cwd,
        connectLocal,
      });

      expect(code).toBe(1);
      expect(stdout + stderr).toContain(`Reference: ${id}`);
      expect(stdout + stderr).toContain(`TypeError: no orders of ${CANARY}\n    at `);
      expect(stdout + stderr).toContain(`[cause] Error: pool ${CANARY}`);
      expect(stdout + stderr).toContain('[cause.cause] Error (ECONNREFUSED): the token [redacted');
    });
  });

  it('is there after a restart', async () => {
    await withTempFolder(async (database) => {
      const first = await openFailed({ database, closedBy: 'owner' });
      await first.service.close();

      const second = await openTestService({ tools: [orders], database });

      expect((await look(second, first.id, 'admin')).body.exceptions).toMatchObject(chain);
    });
  });
});

describe('the level debug', () => {
  it('tells where a call came from, and in which phase it ended, and info does not', async () => {
    const { id, read } = await openFailed();

    const of = (message: string) =>
      read().find((line) => line.message === message && line.invocationId === id);

    expect(of('tool-call-start')).toMatchObject({
      level: 'debug',
      toolName: 'find_order',
      tenant: 'default',
    });
    expect(of('tool-call-end')).toMatchObject({
      status: 'failed',
      code: 'E_TOOL_FAILED',
      phase: 'execute',
    });
    expect(read().filter((line) => line.level === 'info' && line.invocationId === id)).toEqual([]);
  });
});

describePostgres('what a tool threw, with PostgreSQL', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  it('is what an admin sees of the call on another replica', async () => {
    const { service, id } = await openFailed({ database: database.url, closedBy: 'owner' });
    const replica = await openTestService({ tools: [orders], database: database.url, closedBy: 'owner' });

    const { body, text } = await look(replica, id, 'admin');
    await service.close();
    await replica.close();

    expect(body.exceptions).toMatchObject(chain);
    expect(text).not.toContain(TOKEN);
  });
});
