import fc from 'fast-check';
import { createFakeIds } from 'toolcrib/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { auditDraft } from '../../../../test/audit/audit-draft.ts';
import { describePostgres } from '../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/test-database.ts';
import { type DatabasePlace, openServiceDatabase } from '../store/open-service-database.ts';
import { createAuditLog } from './create-audit-log.ts';
import { toAuditLine } from './to-audit-line.ts';
import { verifyAudit } from './verify-audit.ts';

/** Whatever can be in a text, also what no database keeps. */
const hostile = fc.string({ unit: 'binary', maxLength: 20 });
const details = fc.dictionary(hostile, fc.anything({ key: hostile, withNullPrototype: true }));
const drafts = fc.array(fc.record({ actor: hostile, subject: hostile, details }), { maxLength: 8 });

/** Two processes write to one log whatever they like, one after another and at once; the export is intact. */
async function writeAndVerify(place: DatabasePlace): Promise<void> {
  const databases = [await openServiceDatabase(place), await openServiceDatabase(place)];
  const randomId = createFakeIds();
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const logs = databases.map(({ store }) => createAuditLog({ store, randomId, onFault }));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(drafts, async (list) => {
      count += list.length;
      await Promise.all(list.map((draft, index) => logs[index % 2]?.append(auditDraft(draft))));
    }),
    { numRuns: 50 },
  );
  const [log] = logs;

  const entries = (await log?.entries('acme', 0, 10_000)) ?? [];
  const head = await log?.head('acme');

  expect(entries).toHaveLength(count);
  const report = await verifyAudit(entries.map(toAuditLine), { expectedHead: head });
  expect(report).toMatchObject({ isIntact: true, count });
  expect(faults).toEqual([]);
  for (const each of logs) await each.close();
  for (const database of databases) await database.close();
}

describe('an audit log in SQLite', () => {
  it('is intact whatever was written, by two processes', async () => {
    await withTempFolder((dataFolder) => writeAndVerify({ dataFolder }));
  });
});

describePostgres('an audit log in PostgreSQL', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  it('is intact whatever was written, by two processes', async () => {
    await writeAndVerify({ databaseUrl: database.url });
  });
});
