import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, vi } from 'vitest';
import { WriteProbe } from './write-probe.ts';

function createProbe(checkWrites = vi.fn(async () => undefined)) {
  const clock = createFakeClock();
  const onFault = vi.fn();
  return { clock, onFault, checkWrites, probe: new WriteProbe({ clock, checkWrites, onFault }) };
}

describe('WriteProbe', () => {
  it('writes once for all who ask within five seconds', async () => {
    const { clock, checkWrites, probe } = createProbe();

    await Promise.all([probe.check(), probe.check()]);
    await clock.advance(4_999);
    await probe.check();
    expect(checkWrites).toHaveBeenCalledTimes(1);

    await clock.advance(1);
    await probe.check();
    expect(checkWrites).toHaveBeenCalledTimes(2);
  });

  it('fails while writes fail, says so once, and recovers by itself', async () => {
    const { clock, checkWrites, onFault, probe } = createProbe();
    checkWrites.mockRejectedValue(new Error('The disk is full.'));

    for (let second = 0; second < 3; second++) {
      await expect(probe.check()).rejects.toThrow('The disk is full.');
      await expect(probe.check()).rejects.toThrow('The disk is full.');
      await clock.advance(1_000);
    }
    expect(checkWrites).toHaveBeenCalledTimes(3);
    expect(onFault).toHaveBeenCalledTimes(1);

    checkWrites.mockResolvedValue(undefined);
    await probe.check();
  });

  it('keeps to its last answer while a write waits for others', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    const { clock, checkWrites, probe } = createProbe(vi.fn(() => promise));

    const checking = probe.check();
    await clock.advance(1_500);
    await checking;
    reject(new Error('The disk is full.'));
    await expect(probe.check()).rejects.toThrow('The disk is full.');

    expect(checkWrites).toHaveBeenCalledTimes(1);
  });
});
