import { describe, expect, it } from 'vitest';
import { conceptModel, toConcepts } from '../../../../../test/search/concepts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { ToolIndex } from '../tool-index.ts';
import type { Embed, EmbeddingOptions } from './embedding-options.ts';
import { HybridIndex } from './hybrid-index.ts';

const tools = [
  { name: 'get_forecast', description: 'Tells the weather of a city.' },
  { name: 'rain_alarm', description: 'Rings when rain comes.' },
  { name: 'send_mail', description: 'Sends a letter.' },
];
const query = 'when does the rain come';
const byWords = new ToolIndex(tools).search(query);
const timeUp = (timeoutMs: number) =>
  expect.objectContaining({
    name: 'TimeoutError',
    message: `A search got no vectors within ${timeoutMs} ms.`,
  });

/** An index by a clock of its own, and what it told of. */
function world(embed: Embed, options: EmbeddingOptions = {}) {
  const clock = createFakeClock(0);
  const faults: unknown[] = [];
  const index = new HybridIndex({ embed, clock, onFault: (error) => faults.push(error), ...options });
  for (const tool of tools) index.set(tool);
  return { index, clock, faults };
}

/** A model that never answers, and the signals that it was given. */
function hanging() {
  const signals: AbortSignal[] = [];
  const embed: Embed = (_, { signal }) => {
    signals.push(signal);
    return new Promise<never>(() => undefined);
  };
  return { embed, signals };
}

describe('a search that waits for vectors', () => {
  it('answers by words after ten seconds, unless told otherwise, and tells why once', async () => {
    const { embed, signals } = hanging();
    const { index, clock, faults } = world(embed);
    let answer: unknown;
    void index.search(query).then((hits) => {
      answer = hits;
    });

    await clock.advance(9_999);
    expect(answer).toBeUndefined();
    await clock.advance(1);

    expect(answer).toEqual(byWords);
    expect(faults).toEqual([timeUp(10_000)]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('waits no longer for that of the query', async () => {
    const model = conceptModel();
    const { embed } = hanging();
    const { index, clock, faults } = world(
      (texts, request) => (request.kind === 'tool' ? model.embed : embed)(texts, request),
      { timeoutMs: 300 },
    );
    const searching = index.search(query);

    await clock.advance(300);

    expect(await searching).toEqual(byWords);
    expect(faults).toEqual([timeUp(300)]);
  });

  it('leaves no timer, whether vectors come, fail to come or are given up', async () => {
    const { index, clock } = world(conceptModel().embed);
    const failing = world(() => Promise.reject(new Error('no network')));
    const stuck = world(hanging().embed);
    const controller = new AbortController();

    await index.search(query);
    await failing.index.search(query);
    const searching = stuck.index.search(query, { signal: controller.signal });
    controller.abort();
    await searching;

    expect([clock, failing.clock, stuck.clock].map(({ pendingTimers }) => pendingTimers)).toEqual([0, 0, 0]);
  });

  it('gets on with a large catalogue from search to search', async () => {
    const model = conceptModel();
    const slow: Embed = async (texts, request) => {
      await new Promise<void>((resolve, reject) => {
        clock.setTimer(resolve, 40);
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
      return model.embed(texts, request);
    };
    const { index, clock, faults } = world(slow, { timeoutMs: 100, batchSize: 1 });

    const first = index.search('brolly');
    await clock.advance(1_000);
    const second = index.search('brolly');
    await clock.advance(1_000);

    expect(await first).toEqual([]);
    expect((await second)[0]?.id).toBe('get_forecast');
    expect(faults).toEqual([timeUp(100)]);
    expect(model.asked.map(({ kind, texts }) => [kind, texts[0]?.split('\n')[0]])).toEqual([
      ['tool', 'get forecast'],
      ['tool', 'rain alarm'],
      ['tool', 'send mail'],
      ['query', 'brolly'],
    ]);
  });

  it('tells why once, however many batches it waits for', async () => {
    const { index, clock, faults } = world(hanging().embed, { timeoutMs: 100 });
    const [some] = tools;
    const first = index.search(query, { within: some === undefined ? [] : [some] });
    await clock.advance(50);
    const second = index.search(query);

    await clock.advance(50);
    await first;
    expect(faults).toHaveLength(1);
    await clock.advance(50);

    expect(await second).toEqual(byWords);
    expect(faults).toEqual([timeUp(100), timeUp(100)]);
  });

  it('does not hurry those who wait longer', async () => {
    const gate = Promise.withResolvers<void>();
    const { index, clock, faults } = world(
      async (texts) => {
        await gate.promise;
        return texts.map(toConcepts);
      },
      { timeoutMs: 100 },
    );
    const all = index.embedAll();
    const searching = index.search(query);

    await clock.advance(1_000_000);
    expect(await searching).toEqual(byWords);
    expect(faults).toEqual([timeUp(100)]);
    gate.resolve();

    await all;
    expect((await index.search('brolly'))[0]?.id).toBe('get_forecast');
  });
});

describe('options of an index that do not exist', () => {
  it.each([
    ['limt', (index: HybridIndex) => index.search('rain', { limt: 5 } as never)],
    ['caller', (index: HybridIndex) => index.search('rain', { caller: undefined } as never)],
    ['options', (index: HybridIndex) => index.search('rain', null as never)],
    ['onprogress', (index: HybridIndex) => index.embedAll({ onprogress: () => undefined } as never)],
    ['options', (index: HybridIndex) => index.embedAll(null as never)],
  ])('are refused: %s', async (option, action) => {
    await expect(action(world(conceptModel().embed).index)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
    await expect(action(new HybridIndex())).rejects.toMatchObject({ context: { option } });
  });

  it.each([
    ['embd', { embd: undefined }],
    ['options', null],
  ])('are refused when it is made: %s', (option, options) => {
    expect(() => new HybridIndex(options as never)).toThrow(expect.objectContaining({ context: { option } }));
  });
});
