import { assertFailsWith } from './assert.ts';
import { assertHolds, assertSameBytes, readAll, sampleBytes, sampleStream } from './sample-bytes.ts';
import { artifactCase, type OpenArtifactStore, type StoreCase } from './store-case.ts';

const mimeType = 'text/plain';
const READERS = 32;

/** What readers of an artifact can rely on. */
export const readerCases: readonly StoreCase<OpenArtifactStore>[] = [
  artifactCase('streams from any offset', async ({ store }) => {
    const bytes = sampleBytes(200_001);
    const contents = { bytes: bytes.slice(), stream: sampleStream(bytes, 50_000) };
    for (const [id, content] of Object.entries(contents)) {
      const artifact = await store.put(content, { id, mimeType });

      for (const offset of [0, 1, 49_999, 65_535, 65_536, 65_537, 131_072, 200_000, 200_001, 200_002, 1e12]) {
        const expected = bytes.subarray(Math.min(offset, bytes.byteLength));
        const rest = await readAll(artifact.streamFrom(offset), bytes.byteLength);
        assertSameBytes(rest, expected, `The rest from byte ${offset} on`);
      }
    }
  }),

  artifactCase('streams to several readers at once, and again', async ({ store }) => {
    const bytes = sampleBytes(300_000);
    const artifact = await store.put(bytes.slice(), { id: 'a', mimeType });
    const stopped = artifact.stream().getReader();
    await stopped.read();

    const offsets = Array.from({ length: READERS }, (_, index) => index * 9_000);
    const reading = Promise.all(
      offsets.map((offset) => readAll(artifact.streamFrom(offset), bytes.byteLength)),
    );
    await stopped.cancel();

    for (const [index, rest] of (await reading).entries()) {
      assertSameBytes(rest, bytes.subarray(offsets[index]), `What reader ${index} was given`);
    }
    await assertHolds(artifact, { bytes, id: 'a', mimeType });
  }),

  artifactCase('lets readers do what they like with what they read', async ({ store }) => {
    const bytes = sampleBytes(150_000);
    const artifact = await store.put(bytes.slice(), { id: 'a', mimeType });

    const reader = artifact.stream().getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      step.value.fill(0);
      new Uint8Array(step.value.buffer).fill(0);
      // Shared memory cannot be transferred, and a reader that owns what it reads is given none.
      structuredClone(step.value.buffer, { transfer: [step.value.buffer as ArrayBuffer] });
    }

    await assertHolds(artifact, { bytes, id: 'a', mimeType });
    await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
  }),

  artifactCase('keeps what was put when it is opened again, if it can be', async ({ store, reopen }) => {
    if (reopen === undefined) return;
    const bytes = sampleBytes(150_000);
    const ids = ['a', '../x', '\u{1f9f0}\ud83e'];
    for (const id of ids) await store.put(sampleStream(bytes, 40_000), { id, mimeType });

    const again = await reopen();

    for (const id of ids) {
      await assertHolds(await again.get(id), { bytes, id, mimeType });
      const put = () => again.put(sampleBytes(1), { id, mimeType });
      await assertFailsWith('E_ARTIFACT_FAILED', put, 'An id from before');
    }
    await again.put(sampleBytes(5), { id: 'b', mimeType });
    await assertHolds(await store.get('b'), { bytes: sampleBytes(5), id: 'b', mimeType });
  }),
];
