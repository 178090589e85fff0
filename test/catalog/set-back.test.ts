import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { sqliteStore } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { rejectionOf } from '../errors.ts';

const specOf = (name: string) => ({ name, version: '1.0.0', inputSchema: {}, outputSchema: {} });

describe('a catalogue whose database is set back to a backup', () => {
  let folder: string;
  let database: DatabaseSync;
  let catalog: ToolCatalog;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
    database = new DatabaseSync(join(folder, 'tools.sqlite'));
    catalog = await openCatalog(sqliteStore(database));
    await catalog.register(specOf('kept'));
    database.exec(`vacuum into '${join(folder, 'backup.sqlite')}'`);
    for (const name of ['lost', 'lost-too']) await catalog.register(specOf(name));
  });

  afterEach(() => {
    catalog.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** Puts the backup in place under the same connection, and lets somebody else make changes there. */
  async function setBack(changes: number): Promise<ToolCatalog> {
    database.exec(`attach '${join(folder, 'backup.sqlite')}' as backup`);
    for (const table of ['tools', 'tool_versions', 'documents', 'events', 'feeds']) {
      database.exec(`delete from toolcrib_${table}`);
      database.exec(`insert into toolcrib_${table} select * from backup.toolcrib_${table}`);
    }
    database.exec('detach backup');
    const other = await openCatalog(sqliteStore(new DatabaseSync(join(folder, 'tools.sqlite'))));
    for (let index = 0; index < changes; index++) await other.register(specOf(`other-${index}`));
    return other;
  }

  it.each([
    { kind: 'shorter', changes: 1 },
    { kind: 'as long', changes: 2 },
    { kind: 'longer', changes: 4 },
  ])('neither follows nor changes a history that is $kind and another one', async ({ changes }) => {
    const other = await setBack(changes);
    const before = JSON.stringify(other.snapshot());

    for (const attempt of [catalog.refresh(), catalog.setEnabled('lost', false)]) {
      expect(await rejectionOf(attempt)).toMatchObject({
        code: 'E_STORE_CORRUPT',
        message: expect.stringContaining('Open the catalogue again'),
      });
    }

    expect(catalog.list().map(({ spec }) => spec.name)).toEqual(['kept', 'lost', 'lost-too']);
    await other.refresh();
    expect(JSON.stringify(other.snapshot())).toBe(before);
    const again = await openCatalog(sqliteStore(database));
    expect(JSON.stringify(again.snapshot())).toBe(before);
    again.close();
    other.close();
  });
});
