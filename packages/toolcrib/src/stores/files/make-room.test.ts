import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import type { ArtifactStore } from '../../runtime/index.ts';
import { assertHolds, readAll, sampleBytes } from '../testkit/sample-bytes.ts';
import { fileArtifactStore } from './index.ts';

const mimeType = 'text/plain';
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const HOUR_MS = 3_600_000;

/** Puts an artifact whose file is older than now; files that are put in a row can have the same time. */
async function putOld(
  { folder, store }: { folder: string; store: ArtifactStore },
  { id, size, ageMs }: { id: string; size: number; ageMs: number },
): Promise<void> {
  const before = new Set(readdirSync(folder));
  await store.put(sampleBytes(size), { id, mimeType });
  const time = (Date.now() - ageMs) / 1_000;
  for (const name of readdirSync(folder).filter((name) => !before.has(name))) {
    utimesSync(join(folder, name), time, time);
  }
}

async function keptOf(store: ArtifactStore): Promise<string> {
  const kept: string[] = [];
  for (const id of ids) if ((await store.get(id)) !== undefined) kept.push(id);
  return kept.join(' ');
}

describe('a folder of artifacts that is full', () => {
  it('loses the oldest first, until a tenth is free', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder, { maxBytes: 100_000 });
      await putOld({ folder, store }, { id: 'a', size: 10_000, ageMs: 2_000 });
      await putOld({ folder, store }, { id: 'b', size: 10_000, ageMs: 3_000 });
      await putOld({ folder, store }, { id: 'c', size: 60_000, ageMs: 1_000 });
      await putOld({ folder, store }, { id: 'd', size: 10_000, ageMs: 900 });
      expect(await keptOf(store)).toBe('a b c d');

      await store.put(sampleBytes(18_000), { id: 'e', mimeType });

      expect(await keptOf(store)).toBe('c d e');
      await assertHolds(await store.get('c'), { bytes: sampleBytes(60_000), id: 'c', mimeType });
    });
  });

  it("takes more where something of a file's name is none", async () => {
    await withTempFolder(async (folder) => {
      const name = (digit: string) => join(folder, `${digit.repeat(64)}.artifact`);
      mkdirSync(name('0'));
      symlinkSync(name('1'), name('1'));
      const store = fileArtifactStore(folder, { maxBytes: 100_000 });
      await putOld({ folder, store }, { id: 'a', size: 60_000, ageMs: 2_000 });

      await store.put(sampleBytes(60_000), { id: 'b', mimeType });

      expect(await keptOf(store)).toBe('b');
    });
  });

  it('has never more than its limit when one store fills it', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder, { maxBytes: 100_000 });
      await putOld({ folder, store }, { id: 'a', size: 50_000, ageMs: 2_000 });
      await putOld({ folder, store }, { id: 'b', size: 45_000, ageMs: 1_000 });
      expect(await keptOf(store)).toBe('a b');

      await store.put(sampleBytes(8_000), { id: 'c', mimeType });

      expect(await keptOf(store)).toBe('b c');
    });
  });

  it('keeps what is larger than it alone', async () => {
    await withTempFolder(async (folder) => {
      const store = fileArtifactStore(folder, { maxBytes: 1_000 });
      await putOld({ folder, store }, { id: 'a', size: 100, ageMs: 1_000 });

      const large = await store.put(sampleBytes(5_000), { id: 'b', mimeType });

      expect(await keptOf(store)).toBe('b');
      await assertHolds(large, { bytes: sampleBytes(5_000), id: 'b', mimeType });
      await store.put(sampleBytes(100), { id: 'c', mimeType });
      expect(await keptOf(store)).toBe('c');
    });
  });

  it('lets a reader come to the end of what is dropped, and nobody begin', async () => {
    await withTempFolder(async (folder) => {
      const bytes = sampleBytes(200_000);
      const store = fileArtifactStore(folder, { maxBytes: 300_000 });
      const artifact = await store.put(bytes.slice(), { id: 'a', mimeType });
      const begun = artifact.stream().getReader();
      const { value: head } = await begun.read();

      await store.put(sampleBytes(200_000), { id: 'b', mimeType });

      expect(await keptOf(store)).toBe('b');
      const rest: Uint8Array[] = head === undefined ? [] : [head];
      for (let step = await begun.read(); !step.done; step = await begun.read()) rest.push(step.value);
      expect(Buffer.concat(rest).equals(bytes)).toBe(true);
      const error = await readAll(artifact.stream(), bytes.byteLength).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause: { code: 'ENOENT' } });
      await store.put(sampleBytes(1), { id: 'a', mimeType });
      await assertHolds(await store.get('a'), { bytes: sampleBytes(1), id: 'a', mimeType });
    });
  });

  it('stays near its limit when several stores fill it', async () => {
    await withTempFolder(async (folder) => {
      const stores = [1, 2, 3].map(() => fileArtifactStore(folder, { maxBytes: 200_000 }));
      let most = 0;

      for (let index = 0; index < 60; index++) {
        await stores[index % 3]?.put(sampleBytes(10_000), { id: `${index}`, mimeType });
        most = Math.max(most, readdirSync(folder).length * 10_000);
      }

      expect(most).toBeGreaterThan(150_000);
      expect(most).toBeLessThan(260_000);
      for (const store of stores) expect(await store.get('59')).toBeDefined();
    });
  });

  it('loses nothing while there is room, and nothing of others ever', async () => {
    await withTempFolder(async (folder) => {
      const others = ['notes.txt', 'x.part', `${'0'.repeat(64)}.artifact.bak`, `${'0'.repeat(63)}.artifact`];
      for (const name of others) {
        writeFileSync(join(folder, name), 'x'.repeat(5_000));
        utimesSync(join(folder, name), 1, 1);
      }
      const store = fileArtifactStore(folder, { maxBytes: 10_000 });
      for (const id of ids) await store.put(sampleBytes(1_000), { id, mimeType });
      expect(await keptOf(store)).toBe(ids.join(' '));

      await store.put(sampleBytes(9_900), { id: 'g', mimeType });

      expect(await keptOf(store)).toBe('');
      for (const name of others) expect(existsSync(join(folder, name))).toBe(true);
    });
  });
});

describe('what a crashed process was writing', () => {
  it('is invisible, and removed when it is old', async () => {
    await withTempFolder(async (folder) => {
      const parts = [HOUR_MS * 2, HOUR_MS / 2, 0].map((ageMs, index) => {
        const path = join(folder, `00000000-0000-4000-8000-00000000000${index}.part`);
        writeFileSync(path, sampleBytes(1_000));
        const time = (Date.now() - ageMs) / 1_000;
        utimesSync(path, time, time);
        return path;
      });
      const store = fileArtifactStore(folder, { maxBytes: 1_000 });
      expect(await keptOf(store)).toBe('');

      await store.put(sampleBytes(10), { id: 'a', mimeType });

      expect(parts.map((path) => existsSync(path))).toEqual([false, true, true]);
      expect(await keptOf(store)).toBe('a');
    });
  });
});
