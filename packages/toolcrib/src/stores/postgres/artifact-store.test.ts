import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import type { ArtifactStore } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { describeArtifactStore, type OpenArtifactStore } from '../testkit/index.ts';
import { readAll, sampleBytes, sampleStream } from '../testkit/sample-bytes.ts';
import { postgresArtifactStore } from './index.ts';

const mimeType = 'text/plain';
const BATCH = 1_048_576;

describePostgres('with a server', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  async function openEmpty(options = {}): Promise<OpenArtifactStore> {
    await database.pool.query(
      'drop table if exists toolcrib_artifact_blocks, toolcrib_artifacts, toolcrib_versions',
    );
    const reopen = () => postgresArtifactStore(database.openPool());
    return { store: await postgresArtifactStore(database.pool, options), reopen };
  }

  async function put(store: ArtifactStore, id: string, content: Uint8Array | ReadableStream<Uint8Array>) {
    return await store.put(content, { id, mimeType });
  }

  async function countRows(): Promise<unknown> {
    const artifacts = await database.pool.query('select count(*)::integer from toolcrib_artifacts');
    const blocks = await database.pool.query('select count(*)::integer from toolcrib_artifact_blocks');
    return { artifacts: artifacts.rows[0]?.count, blocks: blocks.rows[0]?.count };
  }

  describeArtifactStore('an artifact store in PostgreSQL', openEmpty, { describe, it });

  describe('postgresArtifactStore', () => {
    it('gives to another process what is larger than one statement takes', async () => {
      const { store, reopen } = await openEmpty();
      for (const size of [BATCH - 1, BATCH, BATCH + 1, 3 * BATCH]) {
        const bytes = sampleBytes(size);
        await store.put(sampleStream(bytes, 300_000), { id: `stream-${size}`, mimeType });
        await store.put(bytes.slice(), { id: `bytes-${size}`, mimeType });

        const other = await reopen?.();

        for (const id of [`stream-${size}`, `bytes-${size}`]) {
          const found = await other?.get(id);
          expect(found?.byteLength).toBe(size);
          const offset = size - 70_000;
          const rest = found && (await readAll(found.streamFrom(offset), size));
          expect(Buffer.from(rest ?? []).equals(bytes.subarray(offset))).toBe(true);
        }
      }
    });

    it('leaves no rows of a large stream that fails, or whose id was taken meanwhile', async () => {
      const { store } = await openEmpty();
      let left = 3;
      const failing = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (left-- > 0) controller.enqueue(sampleBytes(BATCH));
          else controller.error(new Error('The connection was lost.'));
        },
      });
      await rejectionOf(put(store, 'a', failing));
      const late = [sampleBytes(2 * BATCH)];
      const overtaken = new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const chunk = late.shift();
            if (chunk !== undefined) return controller.enqueue(chunk);
            await store.put(sampleBytes(1), { id: 'a', mimeType });
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );

      const refused = await rejectionOf(put(store, 'a', overtaken));

      expect(refused).toMatchObject({
        code: 'E_ARTIFACT_FAILED',
        message: 'There is an artifact "a" already.',
      });
      expect(await countRows()).toEqual({ artifacts: 1, blocks: 1 });
    });

    it('drops the oldest when there are too many bytes, and streams of those fail', async () => {
      const clock = createFakeClock();
      const { store } = await openEmpty({ maxBytes: 1_000, clock });
      const first = await store.put(sampleBytes(400), { id: 'first', mimeType });
      await clock.advance(1);
      await store.put(sampleBytes(400), { id: 'second', mimeType });
      await clock.advance(1);

      await store.put(sampleBytes(400), { id: 'third', mimeType });

      expect(await store.get('first')).toBeUndefined();
      expect((await store.get('third'))?.byteLength).toBe(400);
      expect(await rejectionOf(readAll(first.stream(), 400))).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
      const huge = store.put(sampleStream(sampleBytes(2_000), 500), { id: 'huge', mimeType });
      expect((await huge).byteLength).toBe(2_000);
    });

    it('drops what was put before a time, step by step, with its blocks', async () => {
      const clock = createFakeClock();
      const { store } = await openEmpty({ clock });
      const tables = await postgresArtifactStore(database.pool, { clock });
      for (const id of ['a', 'b', 'c']) await store.put(sampleBytes(100_000), { id, mimeType });
      await clock.advance(1_000);
      await store.put(sampleBytes(0), { id: 'new', mimeType });

      const removed = [await tables.prune(clock.now(), 2), await tables.prune(clock.now(), 2)];

      expect(removed).toEqual([2, 1]);
      expect(await countRows()).toEqual({ artifacts: 1, blocks: 0 });
    });

    it('removes what a process that died had begun, an hour later', async () => {
      const clock = createFakeClock();
      const { store } = await openEmpty({ clock, maxBytes: 1_000 });
      await database.pool.query(
        `insert into toolcrib_artifacts (content, id, mime_type, byte_length, stored_at)
         values ('00000000-0000-0000-0000-000000000000', 'left', '', 0, $1)`,
        [clock.now()],
      );

      await store.put(sampleBytes(500), { id: 'a', mimeType });
      const before = await countRows();
      await clock.advance(3_600_001);
      await store.put(sampleBytes(500), { id: 'b', mimeType });

      expect(before).toEqual({ artifacts: 2, blocks: 1 });
      expect(await countRows()).toEqual({ artifacts: 2, blocks: 2 });
    });

    it('refuses options that are none, and more bytes than one artifact may have', async () => {
      for (const option of ['maxBytes', 'maxArtifactBytes']) {
        const refused = postgresArtifactStore(database.pool, { [option]: 0 });
        expect(await rejectionOf(refused)).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
      }
      const { store } = await openEmpty({ maxArtifactBytes: 10 });
      for (const content of [sampleBytes(11), sampleStream(sampleBytes(11), 5)]) {
        const refused = await rejectionOf(put(store, 'a', content));
        expect(refused).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause: expect.any(RangeError) });
      }
      expect(await countRows()).toEqual({ artifacts: 0, blocks: 0 });
    });

    it('says that the database is the cause', async () => {
      const pool = database.openPool();
      const store = await postgresArtifactStore(pool);
      await pool.end();

      const cause = { code: 'E_STORE_FAILED', context: { reason: 'unreachable' } };
      for (const asked of [put(store, 'a', sampleBytes(1)), Promise.resolve(store.get('a'))]) {
        expect(await rejectionOf(asked)).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause });
      }
    });
  });
});
