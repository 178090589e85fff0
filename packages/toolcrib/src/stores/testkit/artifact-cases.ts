import { Artifact } from '../../index.ts';
import { assertFailsWith, assertThat } from './assert.ts';
import { assertHolds, sampleBytes, sampleStream } from './sample-bytes.ts';
import { artifactCase, type OpenArtifactStore, type StoreCase } from './store-case.ts';

const mimeType = 'text/plain; charset=utf-8';
const CONCURRENT = 32;

/** Around the sizes of blocks and chunks. */
const sizes = [0, 1, 3, 4_096, 65_535, 65_536, 65_537, 200_001];

/** Ids that file systems, encodings and objects take for something else, or for one another. */
const trickyIds = [
  ...['', ' ', '.', '..', '../x', '../../etc/passwd', '/etc/passwd', 'a/b', 'a\\b', 'a:b', '~', '*', 'a|b'],
  ...[
    'con',
    'CON',
    'nul.txt',
    'a',
    'A',
    'a ',
    'a.',
    '%2e%2e%2fx',
    '%61',
    '-rf',
    '"',
    '\n',
    '\u0000',
    'a\u0000b',
  ],
  ...['\u00e9', 'e\u0301', '\u{1f9f0}', '\ud83e', '\uddf0', '\ufffd', '\ufeffa', '__proto__', 'constructor'],
  ...['x'.repeat(10_000), `${'x'.repeat(10_000)}y`],
];

/** What becomes of what is put. */
export const artifactCases: readonly StoreCase<OpenArtifactStore>[] = [
  artifactCase('gives back what was put, as bytes or as a stream', async ({ store }) => {
    for (const size of sizes) {
      const bytes = sampleBytes(size);
      const contents = [bytes.slice(), sampleStream(bytes, 1_000), sampleStream(bytes, 100_000)];
      for (const [index, content] of contents.entries()) {
        const id = `${size}-${index}`;

        const artifact = await store.put(content, { id, mimeType });

        assertThat(Artifact.isArtifact(artifact), 'What is put should become an artifact.');
        await assertHolds(artifact, { bytes, id, mimeType });
        await assertHolds(await store.get(id), { bytes, id, mimeType });
      }
    }
  }),

  artifactCase('keeps any MIME type as it is', async ({ store }) => {
    const bytes = sampleBytes(10);
    for (const [index, odd] of ['', 'application/vnd.x+json; q="\\"\u{1f9f0}\n"', '\ud800'].entries()) {
      await store.put(bytes.slice(), { id: `${index}`, mimeType: odd });

      await assertHolds(await store.get(`${index}`), { bytes, id: `${index}`, mimeType: odd });
    }
  }),

  artifactCase('knows nothing of an id that was never put', async ({ store }) => {
    await store.put(sampleBytes(1), { id: 'artifact-1', mimeType });

    for (const id of ['artifact', 'artifact-11', 'ARTIFACT-1', ...trickyIds]) {
      const found = await store.get(id);
      assertThat(found === undefined, `The id ${JSON.stringify(id).slice(0, 80)} should be unknown.`);
    }
  }),

  artifactCase('tells ids apart, whatever text they are', async ({ store }) => {
    const bytesOf = (index: number) => sampleBytes(10 + index);

    for (const [index, id] of trickyIds.entries()) await store.put(bytesOf(index), { id, mimeType });

    for (const [index, id] of trickyIds.entries()) {
      await assertHolds(await store.get(id), { bytes: bytesOf(index), id, mimeType });
    }
  }),

  artifactCase('refuses an id that is taken and keeps the first artifact', async ({ store }) => {
    const bytes = sampleBytes(100);
    await store.put(bytes.slice(), { id: 'a', mimeType });

    for (const content of [sampleBytes(5), sampleStream(sampleBytes(5), 2)]) {
      const put = () => store.put(content, { id: 'a', mimeType: 'image/png' });
      await assertFailsWith('E_ARTIFACT_FAILED', put, 'A second artifact of one id');
    }
    await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
  }),

  artifactCase('lets one of many concurrent puts of an id succeed', async ({ store }) => {
    const rivals = Array.from({ length: CONCURRENT }, (_, index) => sampleBytes(70_000 + index));

    const puts = rivals.map(async (bytes, index) =>
      store.put(index % 2 === 0 ? bytes.slice() : sampleStream(bytes, 30_000), { id: 'a', mimeType }),
    );
    const outcomes = await Promise.allSettled(puts);

    const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    assertThat(winners.length === 1, `One put should succeed, not ${winners.length}.`);
    await assertHolds(await store.get('a'), { bytes: winners[0] ?? sampleBytes(0), id: 'a', mimeType });
  }),

  artifactCase('does not know an artifact whose stream has not ended', async ({ store }) => {
    const bytes = sampleBytes(300_000);
    const chunks = [bytes.slice(0, 200_000), bytes.slice(200_000)];
    let early: Artifact | undefined;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        const chunk = chunks.shift();
        if (chunk !== undefined) return controller.enqueue(chunk);
        early = await store.get('a');
        controller.close();
      },
    };

    const artifact = await store.put(new ReadableStream(source, { highWaterMark: 0 }), { id: 'a', mimeType });

    assertThat(early === undefined, 'An artifact should be unknown before its stream has ended.');
    await assertHolds(artifact, { bytes, id: 'a', mimeType });
    await assertHolds(await store.get('a'), { bytes, id: 'a', mimeType });
  }),
];
