import { describe, expect, it } from 'vitest';
import { toConcepts } from '../../../../../test/search/concepts.ts';
import { ToolIndex } from '../tool-index.ts';
import type { Embed, EmbedRequest } from './embedding-options.ts';
import { HybridIndex } from './hybrid-index.ts';

const tools = [
  { name: 'get_forecast', description: 'Tells the weather of a city.' },
  { name: 'rain_alarm', description: 'Rings when rain comes.' },
  { name: 'send_mail', description: 'Sends a letter.' },
];
const query = 'when does the rain come';
const byWords = new ToolIndex(tools).search(query);

/** An index whose function can be replaced, and what it told of. */
function world(first: Embed, batchSize?: number) {
  const faults: unknown[] = [];
  const calls: EmbedRequest[] = [];
  let embed = first;
  const index = new HybridIndex({
    embed: (texts, request) => {
      calls.push(request);
      return embed(texts, request);
    },
    onFault: (error) => faults.push(error),
    batchSize,
  });
  for (const tool of tools) index.set(tool);
  const use = (other: Embed) => {
    embed = other;
  };
  return { index, faults, calls, use };
}

const good: Embed = (texts) => texts.map(toConcepts);
const never = () => new Promise<never>(() => undefined);

const broken: Readonly<Record<string, Embed>> = {
  throws: () => {
    throw new Error('no network');
  },
  rejects: () => Promise.reject(new Error('no network')),
  'gives nothing': () => undefined as never,
  'gives something else': () => ({ data: [] }) as never,
  'gives too few vectors': (texts) => texts.slice(1).map(toConcepts),
  'gives too many vectors': (texts) => [...texts, 'one more'].map(toConcepts),
  'gives holes': (texts) => Array.from<readonly number[]>({ length: texts.length }),
  'gives empty vectors': (texts) => texts.map(() => []),
  'gives zeros': (texts) => texts.map(() => [0, 0, -0]),
  'gives what is no number': (texts) => texts.map(() => [1, Number.NaN]),
  'gives what is infinite': (texts) => texts.map(() => new Float32Array([1, Number.POSITIVE_INFINITY])),
  'gives numbers as texts': (texts) => texts.map(() => ['1', '2'] as never),
  'gives vectors of different lengths': (texts) =>
    texts.map((_, at) => Array.from({ length: at + 1 }, () => 1)),
  'gives a hole in a vector': (texts) => texts.map(() => ({ length: 3, 0: 1, 2: 1 })),
};

describe('an embed function that fails', () => {
  it.each(Object.entries(broken).filter(([name]) => name !== 'gives vectors of different lengths'))(
    'and %s: the answer is by words, and the next search tries again',
    async (_, bad) => {
      const { index, faults, use } = world(bad);

      expect(await index.search(query)).toEqual(byWords);
      expect(faults).toHaveLength(1);

      expect(await index.search(query)).toEqual(byWords);
      expect(faults).toHaveLength(2);

      use(good);
      expect((await index.search('brolly')).map(({ id }) => id).slice(0, 2)).toEqual([
        'get_forecast',
        'rain_alarm',
      ]);
      expect(faults).toHaveLength(2);
    },
  );

  it('and gives vectors of different lengths for one question: the answer is by words', async () => {
    const { index, faults } = world(broken['gives vectors of different lengths'] as Embed);

    expect(await index.search(query)).toEqual(byWords);
    expect(faults).toHaveLength(1);
  });

  it('for one text: the others are found by meaning, and it is not asked for that text for ever', async () => {
    const asked: string[] = [];
    const { index, faults } = world((texts) => {
      asked.push(...texts.filter((text) => text.includes('letter')));
      if (texts.some((text) => text.includes('letter'))) throw new Error('refused');
      return texts.map(toConcepts);
    });
    await index.search('brolly');
    expect(asked).toHaveLength(1);

    for (let turn = 0; turn < 3; turn++) {
      const hits = await index.search('brolly');
      expect(hits.map(({ id }) => id).slice(0, 2)).toEqual(['get_forecast', 'rain_alarm']);
    }

    expect(asked).toHaveLength(2);
    expect(faults.map(String)).toEqual([
      'Error: refused',
      'Error: The function embed works, but not for 1 of the tools.',
    ]);
    index.set({ name: 'send_mail', description: 'Sends a message.' });
    await index.search('brolly');
    expect(faults).toHaveLength(2);
  });

  it('at all times: no text is given up because of that', async () => {
    const { index, faults, use } = world(() => {
      throw new Error('no network');
    }, 1);
    for (let turn = 0; turn < 6; turn++) await index.search('brolly');
    expect(faults).toHaveLength(6);

    use(good);
    expect((await index.search('brolly'))[0]?.id).toBe('get_forecast');
  });

  it('and gives the first vectors of another length than all others: they are made again', async () => {
    const { index, use } = world((texts) => texts.map(() => [1, 0, 0, 0, 0, 0, 0, 0, 0]), 1);
    await index.search('brolly');

    use(good);
    index.set({ name: 'umbrella', description: 'Rain.' });
    for (let turn = 0; turn < 2; turn++) await index.search('brolly');

    const found = (await index.search('brolly')).map(({ id }) => id);
    expect(found).toContain('get_forecast');
    expect(found).toContain('umbrella');
  });

  it.each(Object.entries(broken).filter(([name]) => name !== 'gives vectors of different lengths'))(
    'for a query and %s: the answer is by words',
    async (_, bad) => {
      const { index, faults, use } = world(good);
      await index.embedAll();
      use(bad);

      expect(await index.search(query)).toEqual(byWords);
      expect(faults).toHaveLength(1);
    },
  );

  it('gives vectors of another length for queries than for tools: the answer is by words', async () => {
    const { index, faults } = world((texts, { kind }) =>
      texts.map(() => (kind === 'tool' ? [1, 2] : [1, 2, 3])),
    );

    expect(await index.search(query)).toEqual(byWords);
    expect(faults).toMatchObject([
      {
        code: 'E_INVALID_OPTION',
        message: 'The function embed gave a vector of 3 numbers where others have 2.',
      },
    ]);
  });

  it('is told of once, however many wait', async () => {
    const { index, faults } = world(() => Promise.reject(new Error('no network')));

    const answers = await Promise.all([index.search(query), index.search(query), index.search(query)]);

    expect(answers).toEqual([byWords, byWords, byWords]);
    expect(faults).toHaveLength(1);
  });

  it('keeps the vectors of the batches before', async () => {
    const { index, calls, use } = world(
      (texts) => (texts[0]?.startsWith('rain') ? [] : texts.map(toConcepts)),
      1,
    );
    await index.search(query);
    use(good);

    await index.search(query);

    expect(calls.map(({ kind }) => kind)).toEqual(['tool', 'tool', 'tool', 'tool', 'query']);
  });

  it('does not fail the search if onFault throws', async () => {
    const index = new HybridIndex({
      embed: () => Promise.reject(new Error('no network')),
      onFault: () => {
        throw new Error('nor a log');
      },
    });
    for (const tool of tools) index.set(tool);

    expect(await index.search(query)).toEqual(byWords);
  });

  it('has embedAll reject', async () => {
    const failure = new Error('no network');
    const { index, faults } = world(() => Promise.reject(failure));

    await expect(index.embedAll()).rejects.toBe(failure);
    expect(faults).toEqual([failure]);
  });

  it('plays no part for those who do not see the tool that it fails for', async () => {
    const { index, faults } = world((texts) => {
      if (texts.some((text) => text.startsWith('rain'))) throw new Error('refused');
      return texts.map(toConcepts);
    });
    const within = tools.filter(({ name }) => name !== 'rain_alarm');

    await index.search(query);
    const hits = await index.search('brolly', { within });

    expect(hits[0]).toEqual({ id: 'get_forecast', score: 0.5 });
    expect(faults).toHaveLength(1);
  });
});

describe('an embed function that hangs', () => {
  it('is given up when the signal is aborted, and asked again by the next search', async () => {
    const { index, faults, calls, use } = world(never);
    const { signal, abort } = abortable();
    const searching = index.search(query, { signal });

    abort();

    expect(await searching).toEqual(byWords);
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(faults).toEqual([signal.reason]);

    use(good);
    expect((await index.search('brolly'))[0]?.id).toBe('get_forecast');
  });

  it('for a query is given up when the signal is aborted', async () => {
    const { index, faults, use } = world(good);
    await index.embedAll();
    use(never);
    const { signal, abort } = abortable();
    const searching = index.search(query, { signal });
    await Promise.resolve();

    abort();

    expect(await searching).toEqual(byWords);
    expect(faults).toEqual([signal.reason]);
  });

  it('goes on for the others who wait', async () => {
    const gate = Promise.withResolvers<void>();
    const { index, faults, calls } = world(async (texts) => {
      await gate.promise;
      return texts.map(toConcepts);
    });
    const { signal, abort } = abortable();
    const impatient = index.search(query, { signal });
    const patient = index.search('brolly');

    abort();
    expect(await impatient).toEqual(byWords);
    gate.resolve();

    expect((await patient)[0]?.id).toBe('get_forecast');
    expect(calls.map(({ kind, signal: given }) => [kind, given?.aborted])).toEqual([
      ['tool', false],
      ['query', false],
    ]);
    expect(faults).toEqual([signal.reason]);
  });

  it('is not waited for by whoever comes while it is being given up', async () => {
    const next = Promise.withResolvers<readonly { readonly id: string }[]>();
    const { index, use } = world((_, { signal: given }) => {
      given?.addEventListener('abort', () => {
        use(good);
        next.resolve(index.search('brolly'));
      });
      return never();
    });
    const { signal, abort } = abortable();
    const searching = index.search(query, { signal });

    abort();

    expect(await searching).toEqual(byWords);
    expect((await next.promise)[0]?.id).toBe('get_forecast');
  });

  it('has its vectors kept if they come too late', async () => {
    const gate = Promise.withResolvers<void>();
    const { index, calls, use } = world(async (texts) => {
      await gate.promise;
      return texts.map(toConcepts);
    });
    const { signal, abort } = abortable();
    const searching = index.search(query, { signal });
    abort();
    await searching;

    gate.resolve();
    use(good);
    await new Promise(setImmediate);
    await index.search(query);

    expect(calls.map(({ kind }) => kind)).toEqual(['tool', 'query']);
  });

  it('is not asked for the next batch, nor for the query, once nobody waits any more', async () => {
    const { signal, abort } = abortable();
    const { index, faults, calls, use } = world((texts) => {
      abort();
      return texts.map(toConcepts);
    }, 1);

    expect(await index.search(query, { signal })).toEqual(byWords);
    expect(calls.map(({ kind }) => kind)).toEqual(['tool']);

    use(good);
    await index.embedAll();
    const second = abortable();
    const searching = index.search(query, { signal: second.signal });
    second.abort();
    expect(await searching).toEqual(byWords);
    expect(calls.map(({ kind }) => kind)).toEqual(['tool', 'tool', 'tool']);
    expect(faults).toEqual([signal.reason, second.signal.reason]);
  });

  it('is not asked if the signal is aborted already', async () => {
    const { index, faults, calls } = world(never);

    expect(await index.search(query, { signal: AbortSignal.abort() })).toEqual(byWords);
    await expect(index.embedAll({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect([faults, calls]).toEqual([[], []]);
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
