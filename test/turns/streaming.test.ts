import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTurnRunner,
  type TurnEvent,
  type TurnStream,
} from '../../packages/toolcrib/src/turns/index.ts';
import { type RejectionWatch, watchRejections } from '../call-path/watch-rejections.ts';
import { errorOf } from '../errors.ts';
import { deferred, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { findTurnProblems } from './find-turn-problems.ts';
import { ofType } from './looks.ts';
import { play, startWorld } from './world.ts';

const oslo = { tool: 'weather', args: { city: 'Oslo' } } as const;

async function readAll(stream: TurnStream): Promise<TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** An event in a few words. */
function inShort(event: TurnEvent): string {
  switch (event.type) {
    case 'text':
      return `text ${event.iteration}: ${event.text}`;
    case 'tool-call-proposed':
      return `proposed ${event.iteration}: ${event.toolName} ${event.providerCallId}`;
    case 'step-end':
      return `step-end ${event.iteration}: ${event.stop}, ${event.calls} calls`;
    case 'tool-call-progress':
      return `progress: ${event.progress.message}`;
    case 'tool-call-end':
    case 'turn-end':
      return `${event.type}: ${event.status}`;
    default:
      return event.type;
  }
}

let watch: RejectionWatch;
beforeEach(() => {
  watch = watchRejections();
});
afterEach(async () => {
  await watch.stop();
  expect(watch.reasons).toEqual([]);
});

describe('the stream of a turn', () => {
  it('tells of everything in order: steps, text in pieces, calls, progress, and the end', async () => {
    const { runner } = startWorld([{ text: 'Let me look.', calls: [oslo] }, { chunks: ['It', ' rains.'] }], {
      tools: [
        weather({
          handler: (_, ctx) => {
            ctx.reportProgress({ message: 'looking out of the window' });
            return 'rain';
          },
        }),
      ],
    });

    const events = await readAll(runner.stream('Go.'));

    expect(events.map(inShort)).toEqual([
      'turn-start',
      'step-start',
      'text 1: Let',
      'text 1:  me',
      'text 1:  look.',
      'proposed 1: weather call_1',
      'step-end 1: calls, 1 calls',
      'tool-call-start',
      'progress: looking out of the window',
      'tool-call-end: ok',
      'step-start',
      'text 2: It',
      'text 2:  rains.',
      'step-end 2: end, 0 calls',
      'turn-end: done',
    ]);
    expect(events.every((event) => Object.isFrozen(event) && typeof event.at === 'number')).toBe(true);
  });

  it('has the result whether or not anybody reads, and all events for who reads late', async () => {
    const { runner } = startWorld([{ text: 'Let me look.', calls: [oslo] }, 'It rains.'], {
      tools: [weather()],
    });

    const stream = runner.stream('Go.');
    const result = await stream.result;
    const events = await readAll(stream);

    expect(result).toMatchObject({ status: 'done', text: 'It rains.', turnId: stream.turnId });
    expect(findTurnProblems({ result, events, before: 0 })).toEqual([]);
    const texts = [1, 2].map((iteration) =>
      ofType(events, 'text')
        .filter((event) => event.iteration === iteration)
        .map(({ text }) => text)
        .join(''),
    );
    expect(texts).toEqual(['Let me look.', 'It rains.']);
  });

  it('loses nothing for a reader that is slow', async () => {
    const words = Array.from({ length: 500 }, (_, index) => `word${index} `);
    const { runner } = startWorld([{ chunks: words, calls: [oslo] }, { chunks: words }], {
      tools: [weather()],
    });

    const stream = runner.stream('Go.');
    const events: TurnEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      for (let pause = 0; pause < 20; pause += 1) await Promise.resolve();
    }

    expect(findTurnProblems({ result: await stream.result, events, before: 0 })).toEqual([]);
    const text = ofType(events, 'text').map((event) => event.text);
    expect(text.join('')).toBe(words.join('').repeat(2));
  });

  it('does not grow with every piece of text that nobody reads', async () => {
    const { runner } = startWorld([{ chunks: Array.from({ length: 10_000 }, () => 'x') }]);

    const stream = runner.stream('Go.');
    await stream.result;

    expect((await readAll(stream)).length).toBeLessThan(10);
  });

  it('tells of a gate, which is settled through the runtime, and goes on', async () => {
    const { runner } = startWorld([{ calls: [{ tool: 'wipe', args: {} }] }, 'Wiped.'], {
      tools: [tool('wipe', () => 'wiped', { effect: 'destructive' })],
    });

    const stream = runner.stream('Go.');
    const events: TurnEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (event.type !== 'gate-open') continue;
      const gates = await runner.runtime.gates.list();
      const gate = gates.find(({ gateId }) => gateId === event.gateId);
      if (gate === undefined) throw new Error('The gate is not listed.');
      await runner.runtime.gates.settle(gate, { decision: 'approve', approver: 'ada' });
    }

    const result = await stream.result;
    expect(events.map(inShort)).toEqual([
      'turn-start',
      'step-start',
      'proposed 1: wipe call_1',
      'step-end 1: calls, 1 calls',
      'tool-call-start',
      'gate-open',
      'gate-settled',
      'tool-call-end: ok',
      'step-start',
      'text 2: Wiped.',
      'step-end 2: end, 0 calls',
      'turn-end: done',
    ]);
    expect(events.map(({ turnId }) => turnId)).toEqual(events.map(() => stream.turnId));
    expect(result.records[0]?.gates).toMatchObject([{ status: 'approved', approver: 'ada' }]);
  });

  it('goes on after a gate that was rejected, and the model reads the reason', async () => {
    const { runner } = startWorld(
      [
        { calls: [{ tool: 'wipe', args: {} }] },
        ({ messages }) => (JSON.stringify(messages).includes('ask me tomorrow') ? 'I will wait.' : 'What?'),
      ],
      { tools: [tool('wipe', () => 'wiped', { effect: 'destructive' })] },
    );

    const stream = runner.stream('Go.');
    for await (const event of stream) {
      if (event.type !== 'gate-open') continue;
      const [gate] = await runner.runtime.gates.list();
      if (gate === undefined) throw new Error('There is no gate.');
      const decision = { decision: 'reject', approver: 'ada', reason: 'ask me tomorrow' } as const;
      await runner.runtime.gates.settle(gate, decision);
    }

    const result = await stream.result;
    expect(result).toMatchObject({ status: 'done', text: 'I will wait.' });
    expect(result.records.map(({ status }) => status)).toEqual(['denied']);
  });

  it('aborts the turn when its reader leaves', async () => {
    const aborted = deferred<void>();
    const { runner } = startWorld([{ calls: [{ tool: 'slow', args: {} }] }], {
      tools: [
        tool(
          'slow',
          (_, ctx) =>
            new Promise<string>((_resolve, reject) => {
              ctx.signal.addEventListener('abort', () => {
                aborted.resolve();
                reject(ctx.signal.reason);
              });
            }),
        ),
      ],
    });

    const stream = runner.stream('Go.');
    for await (const event of stream) if (event.type === 'tool-call-start') break;
    await aborted.promise;

    expect((await stream.result).status).toBe('aborted');
    expect((await stream.result).records.map(({ status }) => status)).toEqual(['aborted']);
  });

  it('aborts nothing when its reader leaves after the end', async () => {
    const { runner } = startWorld(['Done.']);

    const stream = runner.stream('Go.');
    for await (const event of stream) if (event.type === 'turn-end') break;

    expect((await stream.result).status).toBe('done');
  });

  it('can be read by one reader', async () => {
    const { runner } = startWorld(['Done.']);
    const stream = runner.stream('Go.');

    await readAll(stream);

    expect(errorOf(() => stream[Symbol.asyncIterator]()).code).toBe('E_INVALID_OPTION');
  });

  it('gives its reader all events in order when several are asked for at once', async () => {
    const { runner } = startWorld(['Done.']);
    const iterator = runner.stream('Go.')[Symbol.asyncIterator]();

    const events = await Promise.all(Array.from({ length: 6 }, () => iterator.next()));

    expect(events.map(({ done, value }) => (done ? 'over' : value.type))).toEqual([
      'turn-start',
      'step-start',
      'text',
      'step-end',
      'turn-end',
      'over',
    ]);
  });

  it('tells a listener too, and one that throws or rejects stops nobody', async () => {
    const thrown = new Error('The screen is full.');
    const world = startWorld([{ text: 'Let me look.', calls: [oslo] }, 'Done.'], {
      tools: [weather()],
      expectsFaults: true,
    });
    const heard: string[] = [];
    const onEvent = (event: TurnEvent) => {
      heard.push(event.type);
      if (event.type === 'text') return Promise.reject(thrown);
      if (event.type === 'tool-call-start' || event.type === 'turn-end') throw thrown;
      return undefined;
    };

    const stream = world.runner.stream('Go.', { onEvent });
    const events = await readAll(stream);

    expect((await stream.result).status).toBe('done');
    expect(heard).toEqual(events.map(({ type }) => type));
    expect(world.faults).toEqual(Array.from({ length: 6 }, () => thrown));
  });

  it('tells all of the text at once when the executor does not stream', async () => {
    const { model, clock } = startWorld(['It rains.']);
    const silent = {
      provider: 'silent',
      run: ({ onEvent, ...request }: Parameters<typeof model.run>[0]) => model.run(request),
    };
    const runner = createTurnRunner({ executor: silent, tools: [], runtime: { clock } });

    const { events } = await play({ runner });

    expect(ofType(events, 'text')).toMatchObject([{ text: 'It rains.', iteration: 1 }]);
  });

  it('throws for mistakes of the programmer, at once', () => {
    const { runner } = startWorld([]);

    expect(errorOf(() => runner.stream('')).code).toBe('E_INVALID_OPTION');
    expect(errorOf(() => runner.stream('Go.', { signal: 'none' as never })).code).toBe('E_INVALID_OPTION');
  });

  it('keeps the events of turns that run at once apart', async () => {
    const { runner } = startWorld([{ calls: [oslo] }, { calls: [oslo] }, 'a', 'b'], {
      tools: [weather({ effect: 'read' })],
    });

    const streams = [runner.stream('One.'), runner.stream('Two.')];
    const read = await Promise.all(streams.map(readAll));

    for (const [index, events] of read.entries()) {
      const result = await streams[index]?.result;
      if (result === undefined) throw new Error('There is no result.');
      expect(findTurnProblems({ result, events, before: 0 })).toEqual([]);
    }
  });
});
