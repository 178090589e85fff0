import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ArtifactStore } from '../../packages/toolcrib/src/runtime/index.ts';
import { fileArtifactStore } from '../../packages/toolcrib/src/stores/files/index.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import type { ArtifactsOptions } from './artifacts-child.ts';
import { bundleChild } from './bundle-child.ts';
import { artifactIds, bytesOf, mimeType } from './crash-artifacts.ts';
import { readLines } from './lines-file.ts';
import { startChild } from './run-child.ts';

const DEFAULT_KILLS = 16;
const kills = Number(process.env.CRASH_KILLS ?? DEFAULT_KILLS);
const notice = kills === DEFAULT_KILLS ? '; set CRASH_KILLS=200 for more' : '';

const MAX_STEPS = 200;
const MS_FOR_A_KILL = 5_000;

describe('processes that are killed while they put artifacts', () => {
  it(`lose none that was acknowledged and leave none that is torn (${kills} kills${notice})`, {
    timeout: 60_000 + kills * MS_FOR_A_KILL,
  }, async () => {
    await withTempFolder(async (place) => {
      const script = await bundleChild('artifacts', place);
      const folder = join(place, 'artifacts');
      const acknowledgedFile = join(place, 'acknowledged');
      const random = createSeededRandom(kills);

      for (let round = 0; round < kills; round++) {
        const dieAfter = 1 + Math.floor(random.number() * MAX_STEPS);
        await killOne(script, { folder, acknowledgedFile, round, dieAfter });

        const store = fileArtifactStore(folder);
        await expectWholeOrAbsent(store, artifactIds(round));
        await store.put(bytesOf(`${round}/0`), { id: `after ${round}`, mimeType });
      }

      const acknowledged = readLines(acknowledgedFile);
      expect(acknowledged.length).toBeGreaterThan(kills);
      const store = fileArtifactStore(folder);
      expect(await expectWholeOrAbsent(store, acknowledged)).toBe(acknowledged.length);
      await expectCleanUp(folder);
      expect(await expectWholeOrAbsent(store, acknowledged)).toBe(acknowledged.length);
    });
  });
});

/** Lets a process kill itself after some steps, or kills it when it has told of as many. */
async function killOne(script: string, options: ArtifactsOptions & { dieAfter: number }): Promise<void> {
  const { round, dieAfter } = options;
  const isFromOutside = round % 2 === 1;
  const { process: child, ended } = startChild(script, {
    ...options,
    dieAfter: isFromOutside ? null : dieAfter,
  } satisfies ArtifactsOptions);
  let count = 0;
  child.stdout?.on('data', (dots: string) => {
    count += dots.length;
    if (count >= dieAfter) child.kill('SIGKILL');
  });
  const { signal, output } = await ended;
  expect(signal, output).toBe('SIGKILL');
}

/** Gives the number of artifacts that are there. */
async function expectWholeOrAbsent(store: ArtifactStore, ids: readonly string[]): Promise<number> {
  let found = 0;
  for (const id of ids) {
    const artifact = await store.get(id);
    if (artifact === undefined) continue;
    found++;
    const bytes = new Uint8Array(await new Response(artifact.stream()).arrayBuffer());
    expect([id, artifact.byteLength, Buffer.from(bytes).equals(bytesOf(id))]).toEqual([
      id,
      bytesOf(id).byteLength,
      true,
    ]);
  }
  return found;
}

/** What the dead were writing is removed when it is old. */
async function expectCleanUp(folder: string): Promise<void> {
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
  expect(parts()).not.toEqual([]);
  for (const name of parts()) utimesSync(join(folder, name), 1, 1);

  await fileArtifactStore(folder).put(new Uint8Array(1), { id: 'last', mimeType });

  expect(parts()).toEqual([]);
}
