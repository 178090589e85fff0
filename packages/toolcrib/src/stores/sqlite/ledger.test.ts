import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
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
