import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conceptModel } from '../../../../../test/search/concepts.ts';
import type { SearchableTool } from '../searchable-tool.ts';
import { ToolIndex } from '../tool-index.ts';
import type { EmbeddingOptions } from './embedding-options.ts';
import { type EmbeddingProgress, HybridIndex } from './hybrid-index.ts';

const tools: readonly SearchableTool[] = [
  { name: 'get_forecast', description: 'Tells the weather of a city, with rain and temperature.' },
  { name: 'refund_payment', description: 'Gives money back to a customer.' },
  { name: 'send_mail', description: 'Sends a letter to somebody.' },
  { name: 'read_file', description: 'Reads a document from disk.' },
  { name: 'list_folders', description: 'Lists what a folder has.' },
];

function indexOf(options: EmbeddingOptions, content: readonly SearchableTool[] = tools): HybridIndex {
  const { embed, onFault = rethrow, batchSize } = options;
  const index = new HybridIndex({ embed, onFault, batchSize });
  for (const tool of content) index.set(tool);
  return index;
}

/** Fails the test that did not expect it. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

describe('an index without an embed function', () => {
  it('answers with the very bytes of a ToolIndex', async () => {
    const anyTool = fc.record({
      name: fc.stringMatching(/^[a-z]{1,4}(_[a-z]{1,4}){0,2}$/),
      description: fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', 'é'), maxLength: 30 }),
    });

    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTool),
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        async (some, query, limit) => {
          const options = { limit, within: some.filter((_, at) => at % 3 !== 0) };
          const hits = await indexOf({}, some).search(query, options);

          expect(JSON.stringify(hits)).toBe(JSON.stringify(new ToolIndex(some).search(query, options)));
        },
      ),
    );
  });

  it('has nothing to embed', async () => {
    const index = indexOf({});

    await index.embedAll();

    expect([index.size, index.has('send_mail'), index.delete('send_mail'), index.has('send_mail')]).toEqual([
      5,
      true,
      true,
      false,
    ]);
  });
});

describe('an index with an embed function', () => {
  it('finds a tool by what it means, without a word in common', async () => {
    const query = 'do I need an brolly';

    const hits = await indexOf(conceptModel()).search(query, { limit: 1 });

    expect(await indexOf({}).search(query)).toEqual([]);
    expect(hits).toEqual([{ id: 'get_forecast', score: 0.5 }]);
  });

  it('keeps a tool first that is called what the query says, whatever the vectors say', async () => {
    // For this model everything is nearer to the query than the tool that is asked for.
    const embed = (texts: readonly string[]) =>
      texts.map((text) => (text.startsWith('send mail') ? [0.1, 1] : [1, 0.1]));
    const rivals = Array.from({ length: 150 }, (_, at) => ({ name: `mail_sender_${at}` }));
    const index = indexOf({ embed }, [...tools, ...rivals]);

    const [best, second] = await index.search('sendMail', { limit: 2 });

    expect(best).toEqual({ id: 'send_mail', score: 1 });
    expect(second?.score).toBeLessThan(1);
  });

  it('puts first what is good by words and by meaning', async () => {
    const index = indexOf(conceptModel());

    const hits = await index.search('a missive about the document, from disk', { explain: true });

    expect(hits.map(({ id, explanation }) => [id, explanation?.ranks])).toEqual([
      ['read_file', { words: 1, meaning: 1 }],
      ['list_folders', { meaning: 2 }],
      ['send_mail', { meaning: 3 }],
      ['refund_payment', { meaning: 4 }],
      ['get_forecast', { meaning: 5 }],
    ]);
    expect(hits[0]?.score).toBe(1);
    expect(hits[1]?.explanation).toMatchObject({ words: [], missing: [], phrases: [] });
  });

  it('ranks as if tools outside of the universe did not exist, whether they have vectors or not', async () => {
    const within = tools.slice(0, 3);
    const query = 'a document, a missive, the rain';
    const alone = await indexOf(conceptModel(), within).search(query, { explain: true });

    const index = indexOf(conceptModel());
    const before = await index.search(query, { within, explain: true });
    await index.embedAll();
    const after = await index.search(query, { within, explain: true });

    expect(alone.map(({ id }) => id).sort()).toEqual(['get_forecast', 'refund_payment', 'send_mail']);
    expect(JSON.stringify(before)).toBe(JSON.stringify(alone));
    expect(JSON.stringify(after)).toBe(JSON.stringify(alone));
  });

  it('gives a caller nothing of what others have, for random universes', async () => {
    const index = indexOf(conceptModel());
    await index.embedAll();
    const queries = fc.constantFrom(
      'brolly',
      'dosh for the folder',
      'missive',
      'read_file',
      'weather and mail',
    );

    await fc.assert(
      fc.asyncProperty(fc.subarray([...tools]), queries, async (within, query) => {
        const hits = await index.search(query, { within, explain: true });
        const alone = await indexOf(conceptModel(), within).search(query, { explain: true });

        expect(JSON.stringify(hits)).toBe(JSON.stringify(alone));
      }),
    );
  });

  it('does not embed tools outside of the universe', async () => {
    const model = conceptModel();

    await indexOf(model).search('rain', { within: tools.slice(0, 2) });

    expect(model.asked[0]?.texts).toHaveLength(2);
  });

  it('answers the same whatever the order in which tools came and went', async () => {
    const query = 'money for the document';
    const expected = JSON.stringify(await indexOf(conceptModel()).search(query));

    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...tools], { minLength: 5 }),
        fc.subarray([...tools]),
        async (some, gone) => {
          const index = indexOf(conceptModel(), some);
          for (const { name } of gone) index.delete(name);
          await index.search(query);
          for (const tool of gone) index.set(tool);

          expect(JSON.stringify(await index.search(query))).toBe(expected);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('orders tools that are as good by their ids, and a tool that is listed twice counts once', async () => {
    const twins = ['c', 'a', 'b'].map((id) => ({ id, name: 'twin', description: 'rain' }));

    const hits = await indexOf(conceptModel(), twins).search('brolly', { within: [...twins, ...twins] });

    expect(hits.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('gives no more than the limit and rejects options that are no good', async () => {
    const index = indexOf(conceptModel());

    expect(await index.search('rain', { limit: 2 })).toHaveLength(2);
    await expect(index.search('rain', { limit: 0 })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(index.search('rain', { signal: {} as never })).rejects.toThrow(
      'signal must be an AbortSignal',
    );
    await expect(index.embedAll({ signal: {} as never })).rejects.toThrow('signal must be an AbortSignal');
    await expect(index.embedAll({ onProgress: 1 as never })).rejects.toThrow('onProgress must be a function');
    for (const options of [
      { batchSize: 0 },
      { embed: 'model' },
      { onFault: 1 },
      { timeoutMs: 0 },
      { timeoutMs: 1.5 },
      { timeoutMs: 2 ** 31 },
      { clock: {} },
    ]) {
      expect(() => new HybridIndex(options as EmbeddingOptions)).toThrow(
        new RegExp(`^The option ${Object.keys(options)[0]} must`),
      );
    }
  });

  it('asks nobody about a blank query, and finds nothing', async () => {
    const model = conceptModel();

    expect(await indexOf(model).search(' \n')).toEqual([]);
    expect(model.asked).toEqual([]);
  });

  it('leaves out what points away from the query', async () => {
    const embed = async (texts: readonly string[]) => texts.map((text) => [text.includes('folder') ? -1 : 1]);

    const hits = await indexOf({ embed }).search('brolly');

    expect(hits.map(({ id }) => id)).toEqual(['get_forecast', 'read_file', 'refund_payment', 'send_mail']);
  });
});

describe('vectors of tools', () => {
  it('are made in batches, once for each text', async () => {
    const model = conceptModel();
    const index = indexOf({ ...model, batchSize: 2 });

    await index.search('rain');
    await index.search('rain');

    expect(model.asked.map(({ kind, texts }) => [kind, texts.length])).toEqual([
      ['tool', 2],
      ['tool', 2],
      ['tool', 1],
      ['query', 1],
      ['query', 1],
    ]);
  });

  it('are made once for searches at the same time', async () => {
    const model = conceptModel();
    const index = indexOf(model);

    await Promise.all([index.search('rain'), index.search('money'), index.embedAll()]);

    expect([model.countOf('tool'), model.countOf('query')]).toEqual([1, 2]);
  });

  it('are made anew for what changed, and for nothing else', async () => {
    const model = conceptModel();
    const index = indexOf(model);
    await index.embedAll();

    index.set({ name: 'send_mail', description: 'Tells of the rain by post.' });
    index.set({ name: 'read_file', description: 'Reads a document from disk.', tags: ['other'] });
    index.set({ id: 'second', name: 'read_file', description: 'Reads a document from disk.' });
    index.delete('refund_payment');
    index.set(tools[1] as SearchableTool);
    const hits = await index.search('brolly', { limit: 2 });

    expect(model.asked.slice(1).map(({ texts }) => texts)).toEqual([
      ['send mail\nTells of the rain by post.'],
      ['brolly'],
    ]);
    expect(hits.map(({ id }) => id)).toEqual(['get_forecast', 'send_mail']);
  });

  it('of tools that are gone are kept up to a number', async () => {
    const model = conceptModel();
    const index = indexOf({ ...model, batchSize: 5_000 }, []);
    const many = Array.from({ length: 1_200 }, (_, at) => ({ name: `tool_${at}` }));
    for (const tool of many) index.set(tool);
    await index.embedAll();
    for (const { name } of many) index.delete(name);

    for (const tool of many) index.set(tool);
    await index.embedAll();

    expect(model.asked.map(({ texts }) => texts.length)).toEqual([1_200, 200]);
  });

  it('can be made beforehand, with word of the progress', async () => {
    const model = conceptModel();
    const index = indexOf({ ...model, batchSize: 2 });
    const heard: EmbeddingProgress[] = [];

    await index.embedAll({ onProgress: (progress) => heard.push(progress) });
    await index.embedAll({ onProgress: (progress) => heard.push(progress) });

    expect(heard.map(({ embedded, total }) => `${embedded}/${total}`)).toEqual(['2/5', '4/5', '5/5']);
    expect(model.countOf('tool')).toBe(3);
  });
});
