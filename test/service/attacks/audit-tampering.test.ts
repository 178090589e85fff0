import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyAudit } from '../../../packages/server/src/audit/verify-audit.ts';
import { openTestService } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';

/** A service on a file, with some entries, and somebody who has that file. */
async function openWithLog() {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const service = await openTestService({ tools: createAttackTools().tools, database: folder });
  const { key } = await service.makeKey({});
  for (const text of ['one', 'two', 'three', 'four']) {
    await service.ask('POST', `${team}/calls`, { key, body: { tool: 'echo', arguments: { text } } });
  }
  await service.ask('POST', `${team}/calls`, { key, body: { tool: 'pay' } });
  await service.ask('GET', `${team}/audit`, { key });
  const before = await service.ask('GET', `${team}/audit/export`);
  const [sequence, ...hash] = (before.headers.get('toolcrib-audit-head') ?? '').split(':');
  const expectedHead = { sequence: Number(sequence), hash: hash.join(':') };
  const tamper = (sql: string) => {
    const file = new DatabaseSync(join(folder, 'toolcrib.sqlite'));
    try {
      file.exec(sql);
    } finally {
      file.close();
    }
  };
  const verify = async () => {
    const lines = (await service.ask('GET', `${team}/audit/export`)).text.split('\n');
    return await verifyAudit(lines, { expectedHead, tenant: 'default' });
  };
  return { service, before, tamper, verify, expectedHead };
}

const unlock = 'drop trigger toolcrib_audit_kept; drop trigger toolcrib_audit_unchanged;';
const where = "tenant = 'default' and sequence";

describe('an audit log in the hands of somebody who has the database', () => {
  it('holds what happened, and who was not allowed to', async () => {
    const { before, verify } = await openWithLog();

    expect(await verify()).toMatchObject({ isIntact: true });
    const entries = before.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.filter(({ action }) => action === 'tool-call-end')).toHaveLength(5);
    expect(entries).toContainEqual(expect.objectContaining({ outcome: 'denied', subject: 'pay' }));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'request-denied', code: 'E_FORBIDDEN' }),
    );
  });

  it.each([
    `delete from toolcrib_audit where ${where} = 2`,
    `update toolcrib_audit set entry = '{}' where ${where} = 2`,
  ])('does not let itself be changed by mistake: %s', async (sql) => {
    const { tamper, verify } = await openWithLog();

    expect(() => tamper(sql)).toThrow(/Audit entries are never/);
    expect(await verify()).toMatchObject({ isIntact: true });
  });

  it.each([
    [
      'an entry was changed',
      `update toolcrib_audit set entry = replace(entry, '"echo"', '"none"') where ${where} = 2`,
    ],
    [
      'who did it was changed',
      `update toolcrib_audit set entry = replace(entry, '"actor":"key:', '"actor":"key:x') where ${where} = 3`,
    ],
    [
      'a denial was made harmless',
      `update toolcrib_audit set entry = replace(entry, '"denied"', '"ok"') where ${where} = 5`,
    ],
    ['an entry was removed', `delete from toolcrib_audit where ${where} = 2`],
    ['the first entries were removed', `delete from toolcrib_audit where ${where} <= 2`],
    ['the last entry was removed', `delete from toolcrib_audit where ${where} = 6`],
    [
      'an entry was removed, and the others moved up',
      `delete from toolcrib_audit where ${where} = 2; update toolcrib_audit set entry = replace(entry, '"sequence":' || sequence, '"sequence":' || (sequence - 1)), sequence = sequence - 1 where ${where} > 2`,
    ],
    [
      'an entry was put in',
      `insert into toolcrib_audit select tenant, 7, replace(entry, '"sequence":6', '"sequence":7') from toolcrib_audit where ${where} = 6`,
    ],
    [
      'two entries have changed places',
      `update toolcrib_audit set sequence = 99 where ${where} = 2; update toolcrib_audit set sequence = 2 where ${where} = 3; update toolcrib_audit set sequence = 3 where ${where} = 99`,
    ],
  ])('shows that %s', async (_, sql) => {
    const { tamper, verify } = await openWithLog();

    tamper(`${unlock} ${sql}`);

    expect(await verify()).toMatchObject({ isIntact: false });
  });
});

describe('an audit log over HTTP', () => {
  it.each(['PUT', 'POST', 'PATCH', 'DELETE'])('has no way to %s an entry', async (method) => {
    const service = await openTestService({ tools: createAttackTools().tools });

    for (const path of [
      `${team}/audit`,
      `${team}/audit/1`,
      `${team}/audit/export`,
      '/v1/audit',
      '/v1/audit/1',
    ]) {
      expect([404, 405]).toContain((await service.ask(method, path, { body: {} })).status);
    }
  });

  it('is not filled by strangers, who are nobody', async () => {
    const service = await openTestService({ tools: createAttackTools().tools });
    const head = async () =>
      (await service.ask('GET', '/v1/audit/export')).headers.get('toolcrib-audit-head');
    const before = await head();

    for (let index = 0; index < 20; index += 1) {
      await service.ask('GET', `${team}/tools`, { key: `tcrib_${'A'.repeat(16)}_${'B'.repeat(43)}` });
    }

    expect(await head()).toBe(before);
  });
});
