import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { errorOf, rejectionOf } from '../../../../../test/errors.ts';
import { describeArtifactStore, type OpenArtifactStore } from '../testkit/index.ts';
import { sampleBytes } from '../testkit/sample-bytes.ts';
import { fileArtifactStore } from './index.ts';

describeArtifactStore('an artifact store in a folder', openInFolder, { describe, it });

function openInFolder(): OpenArtifactStore {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
  const open = () => fileArtifactStore(join(folder, 'artifacts'));
  return { store: open(), reopen: open, close: () => rmSync(folder, { recursive: true }) };
}

const mimeType = 'text/plain';

describe('fileArtifactStore', () => {
  it('creates its folder, and one file in it for each artifact, for the owner only', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'deep', 'artifacts');
      const store = fileArtifactStore(path);

      for (const id of ['../../a', 'con', 'x'.repeat(5_000)]) {
        await store.put(Buffer.from('some text'), { id, mimeType });
      }

      expect(readdirSync(folder)).toEqual(['deep']);
      const names = readdirSync(path);
      expect(names.filter((name) => /^[0-9a-f]{64}\.artifact$/.test(name))).toHaveLength(3);
      expect(names).toHaveLength(3);
      for (const name of names) {
        expect(readFileSync(join(path, name), 'utf8')).toMatch(/^some text\{"id":/);
        if (process.platform !== 'win32') expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
      }
    });
  });

  it('refuses options that are none, and a folder that cannot be one', async () => {
    await withTempFolder(async (folder) => {
      for (const option of ['maxBytes', 'maxArtifactBytes']) {
        for (const value of [0, -1, 1.5, Number.NaN, Infinity]) {
          const error = errorOf(() => fileArtifactStore(folder, { [option]: value }));
          expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
        }
      }
      expect(errorOf(() => fileArtifactStore(''))).toMatchObject({ code: 'E_INVALID_OPTION' });
      writeFileSync(join(folder, 'file'), '');
      for (const path of [join(folder, 'file'), join(folder, 'file', 'folder')]) {
        expect(errorOf(() => fileArtifactStore(path))).toMatchObject({
          code: 'E_ARTIFACT_FAILED',
          cause: expect.any(Error),
        });
      }
    });
  });

  it('says so on a host without files', () => {
    vi.stubGlobal('process', undefined);
    try {
      expect(errorOf(() => fileArtifactStore('folder'))).toMatchObject({ code: 'E_INVALID_OPTION' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('refuses what is larger than an artifact may be, without reading on', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder, { maxArtifactBytes: 100_000 });
      let chunks = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          chunks++;
          controller.enqueue(sampleBytes(10_000));
        },
        // Never ends, and nobody waits for it.
        cancel: () => new Promise(() => undefined),
      });

      for (const content of [endless, sampleBytes(100_001)]) {
        const error = await rejectionOf(Promise.resolve(store.put(content, { id: 'a', mimeType })));
        expect(error).toMatchObject({
          code: 'E_ARTIFACT_FAILED',
          cause: new RangeError('The artifact has more than 100000 bytes.'),
        });
      }

      expect(chunks).toBeLessThanOrEqual(12);
      expect(readdirSync(folder)).toEqual([]);
      const { byteLength } = await store.put(sampleBytes(100_000), { id: 'a', mimeType });
      expect(byteLength).toBe(100_000);
    });
  });

  it('refuses a stream that somebody else reads', async () => {
    await withTempFolder(async (folder) => {
      const stream = new Blob(['text']).stream();
      stream.getReader();

      const put = Promise.resolve(fileArtifactStore(folder).put(stream, { id: 'a', mimeType }));

      expect(await rejectionOf(put)).toMatchObject({
        code: 'E_ARTIFACT_FAILED',
        cause: expect.any(TypeError),
      });
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it('keeps what failed a stream as the cause, also when it looks like a failure of a file', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder);
      for (const code of ['EEXIST', 'ENOENT', 'EPERM']) {
        const cause = Object.assign(new Error('The download failed.'), { code });
        const stream = new ReadableStream({ start: (controller) => controller.error(cause) });

        const error = await rejectionOf(Promise.resolve(store.put(stream, { id: 'a', mimeType })));

        expect([error.message, error.cause]).toEqual(['Artifact "a" could not be stored.', cause]);
      }
    });
  });

  it('does not show paths or long ids in messages', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder);
      const id = 'x'.repeat(1_000);
      const artifact = await store.put(sampleBytes(1), { id, mimeType });
      const twice = await rejectionOf(Promise.resolve(store.put(sampleBytes(1), { id, mimeType })));
      rmSync(folder, { recursive: true });
      mkdirSync(folder);

      const gone = await rejectionOf(artifact.stream().getReader().read());

      for (const { message } of [twice, gone]) {
        expect(message).toContain('x'.repeat(80));
        expect(message.length).toBeLessThan(150);
        expect(message).not.toContain(folder);
      }
      expect(JSON.stringify(artifact)).not.toContain(folder);
    });
  });
});
