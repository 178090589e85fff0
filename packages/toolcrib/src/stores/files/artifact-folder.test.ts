import { promises as fs, readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { runOrThrow } from '../../../../../scripts/lib/run-command.ts';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { rejectionOf } from '../../../../../test/errors.ts';
import { assertHolds, sampleBytes, sampleStream } from '../testkit/sample-bytes.ts';
import { fileArtifactStore } from './index.ts';
import type { FileHandle } from './node-modules.ts';

const mimeType = 'text/plain';
const PROCESSES = 3;
const IDS = 25;

interface Restorable {
  mockRestore(): void;
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: a failure of the host`), { code });
}

/** Changes files as they are opened. Folders are opened to be flushed. */
function changeFiles(change: (handle: FileHandle, kind: 'file' | 'folder') => void): Restorable {
  const { open } = fs;
  return vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args);
    change(handle, /\.(artifact|part)$/.test(String(args[0])) ? 'file' : 'folder');
    return handle;
  });
}

/** Files that take what comes after so many bytes for a failure. */
function limitFiles(handle: FileHandle, error: Error): void {
  const write = handle.write.bind(handle);
  let left = 100_000;
  handle.write = async (bytes) => {
    const part = bytes.subarray(0, left);
    if (part.byteLength === 0) throw error;
    left -= part.byteLength;
    return await write(part);
  };
}

function failToFlush(handle: FileHandle, error: Error): void {
  handle.sync = () => Promise.reject(error);
}

const faults: readonly (readonly [fault: string, code: string, begin: (error: Error) => Restorable])[] = [
  ['is read-only', 'EROFS', (error) => vi.spyOn(fs, 'open').mockRejectedValue(error)],
  ['may not be looked at', 'EACCES', (error) => vi.spyOn(fs, 'stat').mockRejectedValue(error)],
  ['cannot be listed', 'EIO', (error) => vi.spyOn(fs, 'readdir').mockRejectedValue(error)],
  ['can have no more files', 'ENOSPC', (error) => vi.spyOn(fs, 'link').mockRejectedValue(error)],
  ['becomes full', 'ENOSPC', (error) => changeFiles((handle) => limitFiles(handle, error))],
  [
    'cannot be flushed',
    'EIO',
    (error) => changeFiles((handle, kind) => (kind === 'file' ? failToFlush(handle, error) : undefined)),
  ],
  [
    'cannot keep a name',
    'EIO',
    (error) => changeFiles((handle, kind) => (kind === 'folder' ? failToFlush(handle, error) : undefined)),
  ],
  [
    'cannot close a file',
    'EIO',
    (error) =>
      changeFiles((handle) => {
        const close = handle.close.bind(handle);
        handle.close = () => close().then(() => Promise.reject(error));
      }),
  ],
];

describe('a folder of artifacts', () => {
  it.each(faults)(
    'that %s keeps nothing, says why, and works again afterwards',
    async (_fault, code, begin) => {
      await withTempFolder(async (folder) => {
        const store = fileArtifactStore(folder);
        const bytes = sampleBytes(200_000);
        const error = failure(code);

        const fault = begin(error);
        for (const content of [bytes.slice(), sampleStream(bytes, 30_000)]) {
          const failed = await rejectionOf(Promise.resolve(store.put(content, { id: 'a', mimeType })));
          expect([failed.code, failed.cause]).toEqual(['E_ARTIFACT_FAILED', error]);
        }
        fault.mockRestore();

        expect(readdirSync(folder)).toEqual([]);
        expect(await store.get('a')).toBeUndefined();
        await store.put(bytes.slice(), { id: 'a', mimeType });
        await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
      });
    },
  );

  it('is written and read whole where the host takes and gives little at a time', async () => {
    await withTempFolder(async (folder) => {
      const bytes = sampleBytes(5_000);
      changeFiles((handle) => {
        const [write, read] = [handle.write.bind(handle), handle.read.bind(handle)];
        handle.write = (part) => write(part.subarray(0, 100));
        handle.read = (part, options) => read(part.subarray(0, 70), options);
      });
      const store = fileArtifactStore(folder);

      await store.put(sampleStream(bytes, 999), { id: 'a', mimeType });

      await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
    });
  });

  it('does not wait for a host that takes no bytes', async () => {
    await withTempFolder(async (folder) => {
      changeFiles((handle) => {
        handle.write = async () => ({ bytesWritten: 0 });
      });

      const put = fileArtifactStore(folder).put(sampleBytes(10), { id: 'a', mimeType });

      expect(await rejectionOf(Promise.resolve(put))).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
    });
  });

  it('takes no more of a stream than it can write', async () => {
    await withTempFolder(async (folder) => {
      const chunk = sampleBytes(65_536);
      let given = 0;
      let written = 0;
      let ahead = 0;
      changeFiles((handle) => {
        const write = handle.write.bind(handle);
        handle.write = async (bytes) => {
          const outcome = await write(bytes);
          written += outcome.bytesWritten;
          ahead = Math.max(ahead, given - written);
          return outcome;
        };
      });
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull: (controller) => {
          if (given >= 200 * chunk.byteLength) return controller.close();
          given += chunk.byteLength;
          controller.enqueue(chunk);
        },
      };

      await fileArtifactStore(folder).put(new ReadableStream(source, { highWaterMark: 0 }), {
        id: 'a',
        mimeType,
      });

      expect(given).toBe(200 * chunk.byteLength);
      expect(ahead).toBeLessThanOrEqual(2 * chunk.byteLength);
    });
  });

  it('does without hard links', async () => {
    await withTempFolder(async (folder) => {
      vi.spyOn(fs, 'link').mockRejectedValue(failure('EPERM'));
      const store = fileArtifactStore(folder);
      const rivals = Array.from({ length: 8 }, (_, index) => sampleBytes(index + 1));

      const outcomes = await Promise.allSettled(
        rivals.map(async (bytes) => store.put(bytes.slice(), { id: 'a', mimeType })),
      );

      const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      await assertHolds(await store.get('a'), { bytes: winners[0] ?? sampleBytes(0), id: 'a', mimeType });
      const late = await rejectionOf(Promise.resolve(store.put(sampleBytes(3), { id: 'a', mimeType })));
      expect(late).toMatchObject({ code: 'E_ARTIFACT_FAILED', message: 'There is an artifact "a" already.' });
      expect(readdirSync(folder)).toHaveLength(1);
    });
  });

  it.each(['EPERM', 'EISDIR', 'EINVAL'])(
    'does without flushing folders where that gives %s',
    async (code) => {
      await withTempFolder(async (folder) => {
        changeFiles((handle, kind) => (kind === 'folder' ? failToFlush(handle, failure(code)) : undefined));
        const store = fileArtifactStore(folder);

        await store.put(sampleBytes(10), { id: 'a', mimeType });

        await assertHolds(await store.get('a'), { bytes: sampleBytes(10), id: 'a', mimeType });
      });
    },
  );

  it('serves processes that put the same ids at once', async () => {
    await withTempFolder(async (folder) => {
      const names = Array.from({ length: PROCESSES }, (_, index) => String(index));

      const ends = await Promise.all(
        names.map((name) => runOrThrow('node', ['--input-type=module', '--eval', putter, folder, name])),
      );

      const winners = ends.map(({ stdout }) => stdout.split(' ').filter(Boolean));
      expect(winners.flat().sort()).toEqual(Array.from({ length: IDS }, (_, index) => `id-${index}`).sort());
      const store = fileArtifactStore(folder);
      for (const [process, ids] of winners.entries()) {
        for (const id of ids) {
          const bytes = sampleBytes(1_000 + process);
          await assertHolds(await store.get(id), { bytes, id, mimeType });
        }
      }
      expect(readdirSync(folder)).toHaveLength(IDS);
    });
  });
});

/** Puts one artifact for each id, as every process does, and prints the ids that it was first with. */
const putter = `
import { fileArtifactStore } from '${new URL('index.ts', import.meta.url)}';
import { sampleBytes } from '${new URL('../testkit/sample-bytes.ts', import.meta.url)}';
const [folder, name] = process.argv.slice(1);
const store = fileArtifactStore(folder);
await Promise.all(Array.from({ length: ${IDS} }, async (_, index) => {
  const id = 'id-' + index;
  try {
    await store.put(sampleBytes(1_000 + Number(name)), { id, mimeType: '${mimeType}' });
    process.stdout.write(id + ' ');
  } catch (error) {
    if (error.code !== 'E_ARTIFACT_FAILED' || 'cause' in error) throw error;
  }
}));
`;
