import { chmod, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { openCatalog } from 'toolcrib/catalog';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase } from '../../../../test/postgres/test-database.ts';
import { openServiceDatabase } from './open-service-database.ts';
import type { ServiceDatabase } from './service-database.ts';
import { sampleEntry } from './service-store-suite.ts';

describe('openServiceDatabase', () => {
  it('makes a folder that only its owner can look into', async () => {
    await withTempFolder(async (folder) => {
      const dataFolder = join(folder, 'new', 'data');

      const database = await openServiceDatabase({ dataFolder });

      expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
      expect(database).toMatchObject({ kind: 'sqlite', place: join(dataFolder, 'toolcrib.sqlite') });
      await database.close();
    });
  });

  it('makes files that only their owner can read, also in a folder that was there', async () => {
    await withTempFolder(async (dataFolder) => {
      await chmod(dataFolder, 0o755);

      const database = await openServiceDatabase({ dataFolder });

      for (const ending of ['', '-wal', '-shm']) {
        expect((await stat(`${database.place}${ending}`)).mode & 0o777).toBe(0o600);
      }
      await database.close();
    });
  });

  it('finds everything again after it was closed, also what nobody has waited for', async () => {
    await withTempFolder(async (dataFolder) => {
      await useAll(() => openServiceDatabase({ dataFolder }));
    });
  });

  it('says which file it cannot open, and why', async () => {
    await withTempFolder(async (dataFolder) => {
      await writeFile(join(dataFolder, 'toolcrib.sqlite'), 'This is no database. '.repeat(1_000));

      const opened = openServiceDatabase({ dataFolder });

      await expect(opened).rejects.toMatchObject({
        code: 'E_STORE_CORRUPT',
        message: expect.stringContaining(dataFolder),
      });
      await expect(
        openServiceDatabase({ dataFolder: join(dataFolder, 'toolcrib.sqlite') }),
      ).rejects.toMatchObject({
        code: 'E_STORE_FAILED',
        message: expect.stringContaining('cannot be opened'),
      });
    });
  });

  it.each([{}, { dataFolder: '' }, { databaseUrl: '' }, { databaseUrl: 'mysql://a@b/c' }])(
    'refuses %j',
    async (place) => {
      await expect(openServiceDatabase(place)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    },
  );

  it('says where no PostgreSQL is, and tells nobody the password', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;

    const error: unknown = await openServiceDatabase({
      databaseUrl: `postgres://joe:hunter2@127.0.0.1:${port}/crib?sslmode=disable`,
    }).catch((reason: unknown) => reason);

    expect(error).toMatchObject({
      code: 'E_STORE_FAILED',
      message: `The database postgres://127.0.0.1:${port}/crib cannot be opened: Connection terminated unexpectedly. Start the server, or correct the host and port in DATABASE_URL.`,
    });
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
    server.close();
  });
});

describePostgres('with a server', (serverUrl) => {
  it('finds everything again in PostgreSQL', async () => {
    const { url, drop } = await createTestDatabase(serverUrl);

    await useAll(() => openServiceDatabase({ databaseUrl: url }));

    await drop();
  });

  it('keeps large results where every process finds them, and drops them by age', async () => {
    const { url, drop } = await createTestDatabase(serverUrl);
    const [first, second] = [
      await openServiceDatabase({ databaseUrl: url, dataFolder: '/nowhere' }),
      await openServiceDatabase({ databaseUrl: url }),
    ];
    const text = 'line\n'.repeat(100_000);

    await first.artifacts.put(Buffer.from(text), { id: 'large', mimeType: 'text/plain' });

    const found = await second.artifacts.get('large');
    expect(await new Response(found?.stream()).text()).toBe(text);
    expect(await second.pruneArtifacts(Date.now() + 1_000, 10)).toBe(1);
    expect(await first.artifacts.get('large')).toBeUndefined();
    await first.close();
    await second.close();
    await drop();
  });
});

/** Writes to every part of a database, closes it without waiting, and looks for all of it. */
async function useAll(open: () => Promise<ServiceDatabase>): Promise<void> {
  const first = await open();
  const catalog = await openCatalog(first.catalogs);
  expect(first.ledger.isDurable).toBe(true);
  const writes = Promise.all([
    first.store.appendAudit('acme', 0, [sampleEntry()]),
    first.store.insertTenant({
      name: 'acme',
      title: 'Acme',
      hasHostTools: false,
      createdAt: '',
      createdBy: '',
    }),
    first.ledger.prune(0),
  ]);
  await first.ping();
  await catalog.close();
  await first.close();
  await writes;

  const second = await open();
  expect(await second.store.auditHead('acme')).toMatchObject({ sequence: 1 });
  expect(await second.store.getTenant('acme')).toMatchObject({ title: 'Acme' });
  await second.close();
  await expect(second.ping()).rejects.toMatchObject({ code: 'E_STORE_FAILED' });
}
