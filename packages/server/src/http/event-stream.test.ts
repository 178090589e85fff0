import { createFakeClock, type FakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { formatEvent, type StreamEvent, toEventStream, toEventStreamAnswer } from './event-stream.ts';

/** Events that a test sends one by one, and how many were asked for. */
function createSource() {
  const waiting: ((result: IteratorResult<StreamEvent>) => void)[] = [];
  const failing: ((error: unknown) => void)[] = [];
  const state = { asked: 0, isReturned: false };
  const events: AsyncIterable<StreamEvent> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        state.asked++;
        return new Promise((resolve, reject) => {
          waiting.push(resolve);
          failing.push(reject);
        });
      },
      return: async () => {
        state.isReturned = true;
        return { done: true, value: undefined };
      },
    }),
  };
  return {
    events,
    state,
    send: (data: unknown) => waiting.shift()?.({ done: false, value: { id: '1', event: 'e', data } }),
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    fail: (error: unknown) => failing.shift()?.(error),
  };
}

function open(source: ReturnType<typeof createSource>, clock: FakeClock = createFakeClock()) {
  const controller = new AbortController();
  const faults: unknown[] = [];
  const stream = toEventStream(source.events, {
    signal: controller.signal,
    clock,
    keepAliveMs: 1_000,
    onFault: (error) => faults.push(error),
  });
  const reader = stream.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? 'end' : new TextDecoder().decode(value);
  };
  return { controller, clock, reader, read, faults };
}

describe('toEventStream', () => {
  it('sends something at once, then each event as it comes', async () => {
    const source = createSource();
    const { read } = open(source);

    expect(await read()).toBe(': connected\n\n');
    const next = read();
    await Promise.resolve();
    source.send({ a: 1 });

    expect(await next).toBe('id: 1\nevent: e\ndata: {"a":1}\n\n');
  });

  it('asks for an event only when its reader wants one', async () => {
    const source = createSource();
    const { read, clock } = open(source);

    await read();
    await clock.advance(10_000);
    expect(source.state.asked).toBe(0);
    const next = read();
    await clock.advance(0);
    source.send(1);
    await next;
    await clock.advance(10_000);

    expect(source.state.asked).toBe(1);
  });

  it('sends comments while nothing happens, and loses no event by it', async () => {
    const source = createSource();
    const { read, clock } = open(source);
    await read();

    for (let round = 0; round < 3; round++) {
      const idle = read();
      await clock.advance(1_000);
      expect(await idle).toBe(': keep-alive\n\n');
    }
    source.send('late');

    expect(await read()).toContain('data: "late"');
    expect(source.state.asked).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends with its events', async () => {
    const source = createSource();
    const { read, clock } = open(source);
    await read();

    const next = read();
    await clock.advance(0);
    source.end();

    expect(await next).toBe('end');
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends when the signal is aborted, while it waits and before', async () => {
    const source = createSource();
    const { read, controller, clock, faults } = open(source);
    await read();

    const next = read();
    await clock.advance(0);
    controller.abort();
    expect(await next).toBe('end');
    source.fail(new Error('aborted'));
    await clock.advance(0);

    expect(source.state.isReturned).toBe(true);
    expect(clock.pendingTimers).toBe(0);
    expect(faults).toEqual([]);
    const late = open(createSource());
    late.controller.abort();
    await late.read();
    expect(await late.read()).toBe('end');
  });

  it('ends and tells why when its events fail', async () => {
    const source = createSource();
    const { read, faults, clock } = open(source);
    await read();

    const next = read();
    await clock.advance(0);
    source.fail(new Error('broken'));

    expect(await next).toBe('end');
    expect(faults).toEqual([new Error('broken')]);
  });

  it('lets go of everything when nobody reads on', async () => {
    const source = createSource();
    const { read, reader, clock } = open(source);
    await read();

    const next = read();
    await clock.advance(0);
    await reader.cancel();

    expect(await next).toBe('end');
    expect(source.state.isReturned).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('has the headers that streams need', () => {
    const answer = toEventStreamAnswer(createSource().events, {
      signal: new AbortController().signal,
      clock: createFakeClock(),
    });

    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
});

describe('formatEvent', () => {
  it('lets no text become a line of its own', () => {
    const text = formatEvent({ id: '1\ndata: forged', event: 'a\r\nid: 2', data: 'x\n\ndata: forged' });

    expect(text.split('\n')).toEqual([
      'id: 1data: forged',
      'event: aid: 2',
      'data: "x\\n\\ndata: forged"',
      '',
      '',
    ]);
  });
});
