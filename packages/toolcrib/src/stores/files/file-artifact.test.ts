import {
  appendFileSync,
  copyFileSync,
  promises as fs,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { rejectionOf } from '../../../../../test/errors.ts';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import type { Artifact } from '../../index.ts';
import { assertHolds, readAll, sampleBytes } from '../testkit/sample-bytes.ts';
import { fileArtifact, fileArtifactStore } from './index.ts';

const mimeType = 'text/plain';
const SIZE = 200_000;

/** Counts the files that are open. */
function countOpenFiles(): { readonly current: number; readonly opened: number } {
  const { open } = fs;
  const count = { current: 0, opened: 0 };
  vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args);
    const close = handle.close.bind(handle);
    count.current++;
    count.opened++;
    handle.close = async () => {
      await close();
      count.current--;
    };
    return handle;
  });
  return count;
}

/** An artifact of a store, and its file. */
async function storeOne(folder: string): Promise<{ artifact: Artifact; path: string }> {
  const artifact = await fileArtifactStore(folder).put(sampleBytes(SIZE), { id: 'a', mimeType });
  return { artifact, path: join(folder, readdirSync(folder)[0] ?? '') };
}

const read = (artifact: Artifact, offset = 0) => readAll(artifact.streamFrom(offset), SIZE);

function touch(path: string): void {
  const time = statSync(path).mtimeMs / 1_000 + 1;
  utimesSync(path, time, time);
}

const changes: readonly (readonly [change: string, (path: string) => void])[] = [
  ['was removed', (path) => rmSync(path)],
  ['was emptied', (path) => truncateSync(path, 0)],
  ['was cut in its bytes', (path) => truncateSync(path, 70_000)],
  [
    'lost bytes in its middle',
    (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, Buffer.concat([bytes.subarray(0, 1_000), bytes.subarray(1_010)]));
    },
  ],
  ['lost its last byte', (path) => truncateSync(path, statSync(path).size - 1)],
  ['was added to', (path) => appendFileSync(path, 'x')],
  [
    'was written anew with the same length',
    (path) => {
      writeFileSync(path, Buffer.alloc(statSync(path).size));
      touch(path);
    },
  ],
];

describe('an artifact whose file', () => {
  it.each(changes)('%s cannot be read, neither now nor later', async (_change, make) => {
    await withTempFolder(async (folder) => {
      const { artifact, path } = await storeOne(folder);
      const begun = artifact.stream().getReader();
      await begun.read();

      make(path);

      for (const offset of [0, 66_000, SIZE - 1, SIZE]) {
        const error = await rejectionOf(artifact.streamFrom(offset).getReader().read());
        expect(error).toMatchObject({
          code: 'E_ARTIFACT_FAILED',
          message: 'Artifact "a" could not be read.',
        });
        expect(error.cause).toBeInstanceOf(Error);
      }
      const got = await Promise.resolve(fileArtifactStore(folder).get('a')).catch((error: unknown) => error);
      if (_change === 'was removed') expect(got).toBeUndefined();
      else expect(got).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause: expect.any(Error) });
      await begun.cancel();
    });
  });

  it.each(changes.slice(1))('%s while it is read does not come to an end', async (_change, make) => {
    await withTempFolder(async (folder) => {
      const { artifact, path } = await storeOne(folder);
      const reader = artifact.stream().getReader();
      await reader.read();

      make(path);

      const rest = async () => {
        while (!(await reader.read()).done);
      };
      expect(await rejectionOf(rest())).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
    });
  });

  it('is that of another is not taken for its own', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder);
      await store.put(sampleBytes(10), { id: 'a', mimeType });
      const [first = ''] = readdirSync(folder);
      await store.put(sampleBytes(10), { id: 'b', mimeType });
      const second = readdirSync(folder).find((name) => name !== first) ?? '';

      copyFileSync(join(folder, first), join(folder, second));

      expect(await rejectionOf(Promise.resolve(store.get('b')))).toMatchObject({
        code: 'E_ARTIFACT_FAILED',
        cause: new Error('The file is that of another artifact.'),
      });
    });
  });

  it.each([
    ['no JSON', '{', 1],
    ['no object', '12', 2],
    ['no id', '{"mimeType":"text/plain"}', 25],
    ['a number as id', '{"id":1,"mimeType":"text/plain"}', 32],
    ['no UTF-8', '\xff', 1],
    ['bytes of nobody', '{"id":"a","mimeType":""}     ', 24],
  ])('has %s at its end is damaged', async (_what, about, length) => {
    await withTempFolder(async (folder) => {
      const { path } = await storeOne(folder);
      const end = `\ntoolcrib-artifact-1 00000000000000 ${length.toString(16).padStart(8, '0')}\n`;

      writeFileSync(path, about + end, 'latin1');

      const error = await rejectionOf(Promise.resolve(fileArtifactStore(folder).get('a')));
      expect(error).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause: expect.any(Error) });
    });
  });

  it('is read is open no longer than that', async () => {
    await withTempFolder(async (folder) => {
      const { artifact } = await storeOne(folder);
      const files = countOpenFiles();

      artifact.stream();
      await artifact.stream().cancel();
      expect(files.opened).toBe(0);

      await read(artifact);
      await read(artifact, SIZE + 5);
      expect([files.opened, files.current]).toEqual([2, 0]);

      const satisfied = artifact.streamFrom(SIZE - 3).getReader();
      expect((await satisfied.read()).value?.byteLength).toBe(3);
      expect([files.opened, files.current]).toEqual([3, 0]);
    });
  });

  it.each([0, 1, 2])('is read is closed when the reader stops in the middle of chunk %i', async (chunks) => {
    await withTempFolder(async (folder) => {
      const { artifact } = await storeOne(folder);
      const files = countOpenFiles();
      const reader = artifact.stream().getReader();
      // A stream that has just been made asks for nothing yet.
      await new Promise(setImmediate);
      for (let chunk = 0; chunk < chunks; chunk++) await reader.read();

      const reading = reader.read();
      await reader.cancel();

      expect([(await reading).done, files.opened, files.current]).toEqual([true, 1, 0]);
    });
  });

  it('is looked for or written is closed, whatever comes of it', async () => {
    await withTempFolder(async (folder) => {
      await storeOne(folder);
      const files = countOpenFiles();
      const store = fileArtifactStore(folder);

      await store.get('a');
      expect([files.opened, files.current]).toEqual([1, 0]);
      await store.put(sampleBytes(3), { id: 'b', mimeType });
      expect([files.opened, files.current]).toEqual([3, 0]);
      await rejectionOf(Promise.resolve(store.put(sampleBytes(3), { id: 'b', mimeType })));
      await rejectionOf(Promise.resolve(store.put(brokenStream(), { id: 'c', mimeType })));
      expect([files.opened, files.current]).toEqual([4, 0]);
    });
  });

  it('fails to be read is closed', async () => {
    await withTempFolder(async (folder) => {
      const { artifact, path } = await storeOne(folder);
      const files = countOpenFiles();
      truncateSync(path, 10);

      await rejectionOf(read(artifact));
      await rejectionOf(Promise.resolve(fileArtifactStore(folder).get('a')));

      expect([files.opened, files.current]).toEqual([2, 0]);
    });
  });
});

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(new Error('The stream is broken.')) });
}

describe('fileArtifact', () => {
  it('makes an artifact of a file and leaves it where it is', async () => {
    await withTempFolder(async (folder) => {
      const bytes = sampleBytes(SIZE);
      const path = join(folder, 'report.csv');
      writeFileSync(path, bytes);

      const [artifact, other] = [
        await fileArtifact(path, { mimeType: 'text/csv' }),
        await fileArtifact(path, { mimeType: 'text/csv', id: 'report' }),
      ];

      await assertHolds(artifact, { bytes, id: artifact.id, mimeType: 'text/csv' });
      await assertHolds(other, { bytes, id: 'report', mimeType: 'text/csv' });
      expect(artifact.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.stringify([artifact, other])).not.toContain(folder);
      expect(Buffer.from(await read(artifact, 150_000)).equals(bytes.subarray(150_000))).toBe(true);
    });
  });

  it.each(changes)('makes one that cannot be read after the file %s', async (_change, make) => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'file');
      writeFileSync(path, sampleBytes(SIZE));
      const artifact = await fileArtifact(path, { mimeType });

      make(path);

      expect(await rejectionOf(read(artifact))).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
    });
  });

  it('refuses what is no file', async () => {
    await withTempFolder(async (folder) => {
      for (const path of [folder, join(folder, 'absent'), join(folder, '\u0000')]) {
        expect(await rejectionOf(fileArtifact(path, { mimeType }))).toMatchObject({
          code: 'E_ARTIFACT_FAILED',
          cause: expect.any(Error),
        });
      }
    });
  });

  it('[T4] makes a result: a model reads its beginning, and the file is closed', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'secret-place.log');
      writeFileSync(path, 'first line\n'.repeat(100_000));
      const files = countOpenFiles();
      const { runtime } = startRuntime([tool('log', () => fileArtifact(path, { mimeType, id: 'log-1' }))], {
        limits: { previewBytes: 10 },
      });

      const record = await runtime.call({ tool: 'log', args: {} });

      expect(record.result).toMatchObject({
        kind: 'artifact',
        preview: 'first line',
        artifact: { id: 'log-1', byteLength: 1_100_000 },
      });
      expect(JSON.stringify(runtime.renderForModel(record))).not.toContain('secret-place');
      await vi.waitFor(() => expect([files.opened, files.current]).toEqual([1, 0]), { timeout: 60_000 });
    });
  });
});
