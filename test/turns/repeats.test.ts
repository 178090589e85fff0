import { describe, expect, it } from 'vitest';
import { allow, ask, deny } from '../../packages/toolcrib/src/runtime/index.ts';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import { limitRepeats, type RepeatedCall } from '../../packages/toolcrib/src/turns/index.ts';
import { errorOf } from '../errors.ts';
import { weather } from '../weather.ts';
import { lastResults } from './looks.ts';
import { play, playScript, startWorld, type WorldOptions } from './world.ts';

/** One step with all these calls of the weather. */
const step = (...args: unknown[]): ScriptStep => ({
  calls: args.map((one) => ({ tool: 'weather', args: one })),
});

function countingWeather() {
  const runs = { count: 0 };
  const counting = weather({
    handler: () => {
      runs.count += 1;
      return 'rain';
    },
  });
  return { runs, counting };
}

async function statusesOf(script: readonly ScriptStep[], options: WorldOptions): Promise<string[]> {
  const { result } = await playScript([...script, 'Done.'], options);
  expect(result.status).toBe('done');
  return result.records.map(({ status }) => status);
}

describe('a call that is made again and again in one turn', () => {
  it('is denied after it was made eight times, and the model is told why', async () => {
    const { runs, counting } = countingWeather();
    const script = Array.from({ length: 10 }, () => step({ city: 'Oslo' }));
    const { result } = await playScript([...script, 'Done.'], { tools: [counting] });

    expect(result.records.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 8 }, () => 'ok'),
      'denied',
      'denied',
    ]);
    expect(runs.count).toBe(8);
    expect(lastResults(result.messages)[0]).toMatch(/made 8 times in this turn already; .*do something else/);
  });

  it('is denied in the same way when all are made at once', async () => {
    const { runs, counting } = countingWeather();
    const calls = Array.from({ length: 10 }, () => ({ city: 'Oslo' }));

    const statuses = await statusesOf([step(...calls)], { tools: [counting] });

    expect(statuses.filter((status) => status === 'denied')).toHaveLength(2);
    expect(runs.count).toBe(8);
  });

  it('is progress as long as what is read changes', async () => {
    let polls = 0;
    const poll = weather({ effect: 'read', handler: () => `${++polls} of 12` });

    const statuses = await statusesOf(
      Array.from({ length: 12 }, () => step({ city: 'Oslo' })),
      { tools: [poll] },
    );

    expect([polls, new Set(statuses)]).toEqual([12, new Set(['ok'])]);
  });

  it('is progress also if what is read changes to what it was before', async () => {
    let reads = 0;
    const blink = weather({ effect: 'read', handler: () => (reads++ % 2 === 0 ? 'on' : 'off') });

    const statuses = await statusesOf(
      Array.from({ length: 30 }, () => step({ city: 'Oslo' })),
      { tools: [blink], limits: { maxIterations: 40 } },
    );

    expect([reads, new Set(statuses)]).toEqual([30, new Set(['ok'])]);
  });

  it.each([
    ['is progress', 'changes', 12],
    ['is denied from the ninth on', 'stays', 8],
  ])('of a large result %s while what lies beyond its preview %s', async (_, how, expected) => {
    let reads = 0;
    const line = 'a job that has ended\n'.repeat(2_000);
    const list = weather({
      effect: 'read',
      handler: () => `${line}${how === 'changes' ? String(++reads).padStart(4, '0') : '0000'}${line}`,
    });

    const statuses = await statusesOf(
      Array.from({ length: 12 }, () => step({ city: 'Oslo' })),
      { tools: [list] },
    );

    expect(statuses.filter((status) => status === 'ok')).toHaveLength(expected);
  });

  it('counts for the message as often as it ran', async () => {
    const reading = weather({ effect: 'read', handler: () => 'rain' });
    const script = Array.from({ length: 15 }, () => step({ city: 'Oslo' }));

    const { result } = await playScript([...script, 'Done.'], { tools: [reading] });

    expect(lastResults(result.messages)[0]).toMatch(/made 8 times in a row without a change in this turn/);
  });

  it('is denied after what is read was the same eight times, and stays so', async () => {
    const states = ['queued', 'queued', 'running'];
    const poll = weather({ effect: 'read', handler: () => states.shift() ?? 'running' });

    const statuses = await statusesOf(
      Array.from({ length: 13 }, () => step({ city: 'Oslo' })),
      { tools: [poll] },
    );

    expect(statuses.indexOf('denied')).toBe(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set(['denied']));
  });

  it('is denied when a read fails in the same way, whatever its reference, and when a write gives another id', async () => {
    const failing = weather({
      effect: 'read',
      handler: () => {
        throw new Error('down');
      },
    });
    let ids = 0;
    const writing = weather({ handler: () => `id ${++ids}` });
    const script = Array.from({ length: 9 }, () => step({ city: 'Oslo' }));

    expect((await statusesOf(script, { tools: [failing] })).at(-1)).toBe('denied');
    expect((await statusesOf(script, { tools: [writing] })).at(-1)).toBe('denied');
  });

  it('is the same call in another order, with other white space, and in other words', async () => {
    const statuses = await statusesOf(
      [
        step({ city: 'Oslo', unit: 'celsius' }),
        step('{ "unit": "celsius",\n  "city": "Oslo" }'),
        step('{"city":"Os\\u006co","unit":"celsius"}'),
      ],
      { tools: [weather()], repeats: limitRepeats(1) },
    );

    expect(statuses).toEqual(['ok', 'denied', 'denied']);
  });

  it('is another call with other arguments, of another tool, and in another turn', async () => {
    const other = weather({ name: 'forecast' });
    const world = startWorld(
      [
        step({ city: 'Oslo' }, { city: 'Rome' }, { city: 'Oslo', days: 4 }),
        'One.',
        step({ city: 'Oslo' }),
        'Two.',
      ],
      { tools: [weather(), other], repeats: limitRepeats(1) },
    );
    const both = await playScript(
      [
        {
          calls: [
            { tool: 'weather', args: { city: 'Oslo' } },
            { tool: 'forecast', args: { city: 'Oslo' } },
          ],
        },
        'x',
      ],
      { tools: [weather(), other], repeats: limitRepeats(1) },
    );

    const first = await play(world);
    const second = await play(world, 'Again.', { messages: first.result.messages });

    expect(first.result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(second.result.records.map(({ status }) => status)).toEqual(['ok']);
    expect(both.result.records.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('is counted by all of its arguments, however long they are', async () => {
    const long = (end: string) => ({ city: `${'Oslo '.repeat(1_000)}${end}` });
    const statuses = await statusesOf([step(long('a'), long('b'), long('a'))], {
      tools: [weather()],
      repeats: limitRepeats(1),
    });

    expect(statuses).toEqual(['ok', 'ok', 'denied']);
  });

  it('is not counted when its arguments are wrong, which is what the model has to read', async () => {
    const statuses = await statusesOf(
      Array.from({ length: 4 }, () => step({ city: 5 })),
      { tools: [weather()], repeats: limitRepeats(1) },
    );

    expect(statuses).toEqual(Array.from({ length: 4 }, () => 'invalid_args'));
  });

  it('is decided about by a policy of the runner, which knows the last record', async () => {
    const seen: RepeatedCall[] = [];
    const statuses = await statusesOf(
      [step({ city: 'Oslo' }), step({ city: 'Oslo' }), step({ city: 'Oslo' })],
      {
        tools: [weather()],
        repeats: (repeat) => {
          seen.push(repeat);
          return repeat.count === 1 ? allow() : deny('enough');
        },
      },
    );

    expect(statuses).toEqual(['ok', 'ok', 'denied']);
    expect(seen.map(({ tool, count, last }) => [tool.name, count, last?.status])).toEqual([
      ['weather', 1, 'ok'],
      ['weather', 2, 'ok'],
    ]);
    expect(seen[0]?.last?.invocationId).not.toBe(seen[1]?.last?.invocationId);
  });

  it('can be asked about', async () => {
    const { runs, counting } = countingWeather();
    const world = startWorld([step({ city: 'Oslo' }), step({ city: 'Oslo' }), 'Done.'], {
      tools: [counting],
      repeats: () => ask('it was made before'),
    });

    const running = play(world);
    await world.clock.advance(0);
    const [gate] = await world.runner.runtime.gates.list();
    if (gate === undefined) throw new Error('There is no gate.');
    await world.runner.runtime.gates.settle(gate, { decision: 'approve', approver: 'ada' });
    const { result } = await running;

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(result.records[1]?.gates).toMatchObject([{ status: 'approved', approver: 'ada' }]);
    expect(runs.count).toBe(2);
  });

  it.each([
    {
      does: 'throws',
      repeats: () => {
        throw new Error('secret');
      },
    },
    { does: 'answers nonsense', repeats: () => 'yes' as never },
    { does: 'answers nothing', repeats: () => undefined as never },
  ])('is denied when the policy $does', async ({ repeats }) => {
    const world = startWorld([step({ city: 'Oslo' }), step({ city: 'Oslo' }), 'Done.'], {
      tools: [weather()],
      repeats,
      expectsFaults: true,
    });

    const { result } = await play(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'denied']);
    expect(JSON.stringify(result.messages)).not.toContain('secret');
  });

  it('cannot be allowed against the policy of the runtime', async () => {
    const statuses = await statusesOf([step({ city: 'Oslo' }), step({ city: 'Oslo' })], {
      tools: [weather()],
      repeats: () => allow(),
      runtime: { policy: ({ args }) => (args === undefined ? allow() : deny('never')) },
    });

    expect(statuses).toEqual(['denied', 'denied']);
  });
});

it('limitRepeats refuses what is no count', () => {
  for (const max of [0, -1, Number.NaN, '3' as never]) {
    expect(errorOf(() => limitRepeats(max)).code).toBe('E_INVALID_OPTION');
  }
});
