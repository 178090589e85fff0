import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, type Tool, type ToolOptions } from 'toolcrib';
import { createFakeClock, type FakeClock } from 'toolcrib/testing';
import { afterEach, beforeEach, describe } from 'vitest';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { openTestService, type TestService, type TestServiceOptions } from '../open-service.ts';

export const team = '/v1/tenants/default';

/** A database for each test, and how a process opens it. */
export interface ApprovalDatabase {
  readonly clock: FakeClock;
  /** Starts a process on the database of the test. */
  start(options?: TestServiceOptions): Promise<TestService>;
}

/** The same tests on SQLite and on PostgreSQL. */
export function describeBothDatabases(name: string, run: (at: ApprovalDatabase) => void): void {
  describe(`${name} on SQLite`, () => {
    let folder: string;
    let clock = createFakeClock();
    beforeEach(async () => {
      clock = createFakeClock();
      folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
    });
    afterEach(() => rm(folder, { recursive: true }));
    run({
      get clock() {
        return clock;
      },
      start: (options) =>
        openTestService({ database: folder, clock, owner: 'main', closedBy: 'owner', ...options }),
    });
  });
  describePostgres(`${name} on PostgreSQL`, (serverUrl) => {
    let database: TestDatabase;
    let clock = createFakeClock();
    beforeEach(async () => {
      clock = createFakeClock();
      database = await createTestDatabase(serverUrl);
    });
    afterEach(() => database.drop());
    run({
      get clock() {
        return clock;
      },
      start: (options) =>
        openTestService({ database: database.url, clock, owner: 'main', closedBy: 'owner', ...options }),
    });
  });
}

/** A destructive tool, which a person is asked about. */
export function destructive(name: string, options: Partial<ToolOptions> = {}): Tool {
  return defineTool({
    name,
    description: `Removes what ${name} is for.`,
    effect: 'destructive',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    handler: () => 'gone',
    ...options,
  } as ToolOptions);
}

/** Makes a call that waits for a person; answers the id of its gate. */
export async function callAndWait(service: TestService, key: string, body: object): Promise<string> {
  const answer = await service.ask('POST', `${team}/calls`, { key, body });
  if (answer.status !== 202) throw new Error(`It should wait: ${answer.text}`);
  return answer.body.gate.id;
}

/** Settles a gate as it is shown to a key. */
export async function settle(
  service: TestService,
  {
    key,
    gateId,
    ...decision
  }: { readonly key: string; readonly gateId: string; readonly decision: string; readonly reason?: string },
) {
  const { body } = await service.ask('GET', `${team}/gates/${gateId}`, { key });
  const { toolDigest, contentDigest, authorityDigest } = body;
  return await service.ask('POST', `${team}/gates/${gateId}/settle`, {
    key,
    body: { toolDigest, contentDigest, authorityDigest, ...decision },
  });
}
