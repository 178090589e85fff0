import { assertFailsWith, assertThat } from './assert.ts';
import { assertHolds, sampleBytes } from './sample-bytes.ts';
import { artifactCase, type OpenArtifactStore, type StoreCase } from './store-case.ts';

const mimeType = 'text/plain';

/** What happens to streams that artifacts are made of. */
export const sourceCases: readonly StoreCase<OpenArtifactStore>[] = [
  artifactCase('keeps nothing of a stream that fails', async ({ store }) => {
    const cause = new Error('The connection was lost.');
    const source = (chunks: number) => {
      let left = chunks;
      return new ReadableStream<Uint8Array>({
        pull: (controller) =>
          left-- > 0 ? controller.enqueue(sampleBytes(50_000)) : controller.error(cause),
      });
    };

    for (const chunks of [0, 1, 4]) {
      const put = () => store.put(source(chunks), { id: 'a', mimeType });
      const error = await assertFailsWith('E_ARTIFACT_FAILED', put, 'A stream that fails');
      assertThat(error.cause === cause, 'What a stream failed with should be kept as the cause.');
      assertThat((await store.get('a')) === undefined, 'What a stream gave that failed should be unknown.');
    }
    const bytes = sampleBytes(10);
    await store.put(bytes.slice(), { id: 'a', mimeType });
    await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
  }),

  artifactCase('refuses a stream that gives something other than bytes', async ({ store }) => {
    for (const chunk of ['text', [1, 2, 3], new ArrayBuffer(3), undefined, { byteLength: 3, length: 3 }]) {
      const stream = new ReadableStream({
        start: (controller) => {
          controller.enqueue(sampleBytes(3));
          controller.enqueue(chunk);
          controller.close();
        },
      });
      const put = () => store.put(stream, { id: 'a', mimeType });
      await assertFailsWith('E_ARTIFACT_FAILED', put, `A stream of ${typeof chunk}`);
      assertThat((await store.get('a')) === undefined, 'What is no bytes should be unknown.');
    }
  }),

  artifactCase('reads a stream to its end or cancels it', async ({ store }) => {
    await store.put(sampleBytes(1), { id: 'taken', mimeType });

    for (const [id, chunk] of [['taken', sampleBytes(1)] as const, ['free', 'text'] as const]) {
      let left = 100;
      const stream = new ReadableStream({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
        cancel: () => {
          left = 0;
        },
      });
      const put = () => store.put(stream, { id, mimeType });
      await assertFailsWith('E_ARTIFACT_FAILED', put, 'What cannot be stored');
      assertThat(left <= 0, 'A stream that is refused should be cancelled.');
    }
  }),

  artifactCase('keeps what a stream gave, whatever becomes of it afterwards', async ({ store }) => {
    const bytes = sampleBytes(150_000);
    const chunks = [bytes.slice(0, 10), bytes.slice(10, 100_000), bytes.slice(100_000)];
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });

    await store.put(stream, { id: 'a', mimeType });
    for (const chunk of chunks) chunk.fill(0);

    await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
  }),
];
