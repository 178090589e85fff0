import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import type { LedgerQuery, LedgerState } from '../../runtime/index.ts';
import { describeLedger, type OpenLedger } from '../testkit/index.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import { openSqlite, sqliteLedger } from './index.ts';

describeLedger('a ledger in a SQLite file', openInFile, { describe, it });
describeLedger('a ledger in a SQLite database in memory', openInMemory, { describe, it });

function openInMemory(): OpenLedger {
  return { ledger: sqliteLedger(new DatabaseSync(':memory:')) };
}

function openInFile(): OpenLedger {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
  const databases: { close(): void }[] = [];
  const open = () => {
    const database = openSqlite(join(folder, 'calls.sqlite'));
    databases.push(database);
    return sqliteLedger(database);
  };
  const close = () => {
    for (const database of databases) database.close();
    rmSync(folder, { recursive: true });
  };
  return { ledger: open(), reopen: open, close };
}

describe('sqliteLedger', () => {
  it('is durable in a file only', () => {
    const inFile = openInFile();

    expect(inFile.ledger.isDurable).toBe(true);
    expect(openInMemory().ledger.isDurable).toBe(false);
    inFile.close?.();
  });

  it.each(['{"invocationId":"call-1"', '[]', 'null', '{"invocationId":"call-2"}'])(
    'names the invocation whose stored entry is %s',
    async (text) => {
      const database = new DatabaseSync(':memory:');
      const ledger = sqliteLedger(database);
      await ledger.insert(sampleEntry({ invocationId: 'call-1' }));
      database.prepare('update toolcrib_calls set entry = ?').run(text);

      for (const read of [ledger.get('call-1'), ledger.find({ states: ['running'], limit: 1 })]) {
        expect(await rejectionOf(Promise.resolve<unknown>(read))).toMatchObject({
          code: 'E_LEDGER_FAILED',
          message: expect.stringContaining('call "call-1" cannot be read'),
          context: { invocationId: 'call-1' },
        });
      }
    },
  );

  it('reads entries of an earlier version, which do not say where their call came from', async () => {
    const database = new DatabaseSync(':memory:');
    const ledger = sqliteLedger(database);
    const { origin, ...old } = sampleEntry({ state: 'waiting' });
    await ledger.insert({ ...old, origin });
    database.prepare('update toolcrib_calls set entry = ?').run(JSON.stringify(old));

    const entry = await ledger.get('call-1');

    expect(entry).toEqual({ ...old, origin: null });
    expect(Object.isFrozen(entry)).toBe(true);
    expect(await ledger.find({ states: ['waiting'], limit: 1 })).toEqual([entry]);
  });

  it('finds the calls of a caller, and those that ended lately, by an index', async () => {
    const database = new DatabaseSync(':memory:');
    const statements: string[] = [];
    const watched = {
      exec: (sql: string) => database.exec(sql),
      prepare: (sql: string) => {
        statements.push(sql);
        return database.prepare(sql);
      },
    };
    const ledger = sqliteLedger(watched as DatabaseSync);
    const find = async (states: readonly LedgerState[], query: Partial<LedgerQuery>) => {
      await ledger.find({ states, after: 'a', limit: 10, ...query });
      const sql = statements.at(-1) ?? '';
      const values = Array.from(sql.matchAll(/\?/g), () => '1');
      const steps = database.prepare(`explain query plan ${sql}`).all(...values);
      return String(steps[0]?.detail).match(/INDEX (\w+)/)?.[1];
    };
    const ofAnn = { tenant: 'acme', callerId: 'ann' };

    expect(await find(['ok', 'waiting'], ofAnn)).toBe('toolcrib_calls_by_caller');
    expect(await find(['running', 'waiting'], ofAnn)).toBe('toolcrib_calls_not_ended');
    expect(await find(['ok', 'failed'], { owner: 'serve', endedFrom: 1 })).toBe('toolcrib_calls_by_end');
  });

  it('rejects while another connection keeps the file locked, and goes on afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
    const path = join(folder, 'calls.sqlite');
    const [other, impatient] = [openSqlite(path), openSqlite(path)];
    impatient.exec('pragma busy_timeout = 0');
    const ledger = sqliteLedger(impatient);

    other.exec('begin immediate');
    await expect(ledger.insert(sampleEntry())).rejects.toThrow('locked');
    other.exec('rollback');

    expect(await ledger.insert(sampleEntry())).toEqual({ inserted: true });
    for (const database of [other, impatient]) database.close();
    rmSync(folder, { recursive: true });
  });
});
