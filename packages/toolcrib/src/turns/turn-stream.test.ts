import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { NO_USAGE } from '../runtime/model/add-usage.ts';
import type { TurnEvent } from './turn-event.ts';
import { TurnEventQueue } from './turn-stream.ts';

const base = { turnId: 't', at: 0 };
const start: TurnEvent = { ...base, type: 'turn-start' };
const end: TurnEvent = {
  ...{ ...base, type: 'turn-end', status: 'done', limit: undefined, code: undefined },
  ...{ iterations: 1, usage: NO_USAGE },
};
const text = (value: string, iteration = 1): TurnEvent => ({ ...base, type: 'text', iteration, text: value });

async function readAll(queue: TurnEventQueue): Promise<TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of { [Symbol.asyncIterator]: () => queue.take() }) events.push(event);
  return events;
}

describe('TurnEventQueue', () => {
  it('keeps what nobody has read yet, with neighbouring pieces of text as one', async () => {
    const queue = new TurnEventQueue(() => undefined);
    for (const event of [start, text('a'), text('b'), text('c', 2), end]) queue.push(event);

    expect(await readAll(queue)).toEqual([start, text('ab'), text('c', 2), end]);
  });

  it('gives events to whoever waits, one after another', async () => {
    const queue = new TurnEventQueue(() => undefined);
    const reader = queue.take();
    const reading = [reader.next(), reader.next(), reader.next(), reader.next()];
    for (const event of [start, text('a'), end]) queue.push(event);

    expect(await Promise.all(reading)).toEqual([
      { done: false, value: start },
      { done: false, value: text('a') },
      { done: false, value: end },
      { done: true, value: undefined },
    ]);
  });

  it('says once that its reader has left, and not after the end', async () => {
    let left = 0;
    const queue = new TurnEventQueue(() => left++);
    const reader = queue.take();
    queue.push(start);
    await reader.next();
    const waiting = reader.next();
    await reader.return?.();
    await reader.return?.();
    queue.push(end);
    expect(left).toBe(1);
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await reader.next()).toEqual({ done: true, value: undefined });

    const ended = new TurnEventQueue(() => left++);
    ended.push(end);
    await ended.take().return?.();
    expect(left).toBe(1);
  });

  it('keeps the latest progress of each call that nobody has read', async () => {
    const queue = new TurnEventQueue(() => undefined);
    const call = { toolName: 'work', tenant: 'default', callerId: 'ada', turnId: 't', at: 0 };
    const progress = (invocationId: string, done: number): TurnEvent => ({
      ...{ ...call, type: 'tool-call-progress', invocationId, progress: { done } },
    });
    for (let done = 1; done <= 1_000; done++) for (const id of ['a', 'b']) queue.push(progress(id, done));
    const reader = queue.take();
    expect(await reader.next()).toMatchObject({ value: progress('a', 1_000) });
    queue.push(progress('a', 1_001));
    queue.push(end);

    expect([await reader.next(), await reader.next(), await reader.next()]).toMatchObject([
      { value: progress('b', 1_000) },
      { value: progress('a', 1_001) },
      { value: end },
    ]);
  });

  it('has one reader', () => {
    const queue = new TurnEventQueue(() => undefined);
    queue.take();
    expect(errorOf(() => queue.take())).toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});
