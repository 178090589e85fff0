import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../operations/silent-log.ts';
import { createCleanup } from './cleanup.ts';
import { stopServer } from './stop-server.ts';

function openWorld(close: () => Promise<void>) {
  const said: string[] = [];
  const exits: number[] = [];
  const listeners = new Set<() => void>();
  const clock = createFakeClock();
  const cleanup = createCleanup();
  cleanup.add(close);
  const io = {
    stdout: { write: (text: string) => said.push(text), isTTY: false, columns: undefined },
    exit: (code: number) => void exits.push(code),
    onStop: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const server = stopServer(cleanup, { io, log: silentLog, graceMs: 5_000, isQuiet: false, clock });
  const signal = () => {
    for (const listener of listeners) listener();
  };
  return { server, signal, said, exits, clock, listeners };
}

describe('stopServer()', () => {
  it('closes everything at the first signal, and says what it waits for', async () => {
    const { server, signal, said, exits, listeners } = openWorld(async () => undefined);

    signal();

    expect(await server.closed).toBe('clean');
    expect(said).toEqual([expect.stringContaining('waiting up to 5 s'), expect.stringContaining('Stopped')]);
    expect(exits).toEqual([]);
    expect(listeners.size).toBe(0);
  });

  it('ends the process at the second signal', async () => {
    const { signal, exits } = openWorld(() => new Promise(() => undefined));

    signal();
    signal();

    expect(exits).toEqual([130]);
  });

  it('waits no longer than it says, and then ends the process', async () => {
    const { server, signal, clock, exits } = openWorld(() => new Promise(() => undefined));

    signal();
    await clock.advance(5_000);

    expect(await server.closed).toBe('cut');
    expect(exits).toEqual([1]);
  });

  it('closes once, however often it is asked to, and whatever fails', async () => {
    let count = 0;
    const { server } = openWorld(async () => {
      count++;
      throw new Error('no');
    });

    await Promise.all([server.close(), server.close()]);

    expect(count).toBe(1);
    expect(await server.closed).toBe('clean');
  });
});
