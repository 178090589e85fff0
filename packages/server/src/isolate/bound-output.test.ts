import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundOutput } from './bound-output.ts';

/** A stream whose reader takes everything, or nothing. */
function openStream(isRead: boolean) {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk, _, callback) {
      texts.push(String(chunk));
      if (isRead) callback();
    },
  });
  boundOutput(stream);
  return { stream, text: () => texts.join('') };
}

describe('the output of a thread', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] }));
  afterEach(() => void vi.useRealTimers());

  it('is written as it is while it is short', () => {
    const { stream, text } = openStream(true);

    stream.write('a');
    stream.write(Buffer.from('b'));
    stream.write('63', 'hex');

    expect(text()).toBe('abc');
  });

  it('is dropped beyond a limit each second, and one line says how much', () => {
    const { stream, text } = openStream(true);

    for (let count = 0; count < 100; count++) stream.write('x'.repeat(1_000));
    const first = text();
    vi.advanceTimersByTime(1_000);
    const second = text().slice(first.length);
    stream.write('y');

    expect(first).toBe('x'.repeat(65_000));
    expect(second).toBe(
      'toolcrib: 35000 characters of output were dropped; a thread of tools may write 65536 a second.\n',
    );
    expect(text().endsWith('\ny')).toBe(true);
  });

  it('is dropped while nothing reads it, however long that takes', () => {
    const { stream } = openStream(false);

    for (let seconds = 0; seconds < 10; seconds++) {
      for (let count = 0; count < 100; count++) stream.write('x'.repeat(1_000));
      vi.advanceTimersByTime(1_000);
    }

    expect(stream.writableLength).toBeLessThan(200_000);
  });

  it('is told of by that line also if the timer comes within the second', () => {
    let now = 5;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { stream, text } = openStream(true);

    stream.write('x'.repeat(100_000));
    now = 1_000;
    vi.advanceTimersByTime(1_000);
    const early = text();
    now = 2_000;
    vi.advanceTimersByTime(1_000);

    expect(early).toBe('');
    expect(text()).toContain('100000 characters of output were dropped');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps nobody waiting who writes too much', () => {
    const { stream } = openStream(true);
    const callback = vi.fn();

    const isTaken = stream.write('x'.repeat(100_000), callback);
    for (let count = 0; count < 1_000; count++) stream.write('x'.repeat(100_000), callback);
    const waiting = vi.getTimerCount();
    vi.advanceTimersByTime(1);

    expect(isTaken).toBe(true);
    // One for the callback, and one for the line.
    expect(waiting).toBe(2);
    expect(callback).toHaveBeenCalledExactlyOnceWith();
  });
});
