import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { defaultMaxPerKey } from '../auth/max-per-key.ts';
import { OpenCounts } from '../auth/open-counts.ts';
import { operatorPrincipal } from '../auth/operator-principal.ts';
import type { Principal } from '../auth/principal.ts';
import { Metrics } from '../operations/metrics.ts';
import type { Service } from '../service/service.ts';
import { guardStream } from './guard-stream.ts';

const ada: Principal = { id: 'key:ada', kind: 'key', name: 'ada', grants: [], limits: {} };

function world(principal: Principal, confirmAccess: () => Promise<void>) {
  const clock = createFakeClock();
  const client = new AbortController();
  const metrics = new Metrics();
  const limiter = new OpenCounts({ maxPerKey: { ...defaultMaxPerKey, streams: 1 } });
  const context = {
    // Nothing else of a service is used.
    service: { clock, metrics, limiter } as unknown as Service,
    signal: client.signal,
    principal,
    confirmAccess,
  };
  /** One event, and then nothing until the signal is aborted. */
  async function* follow(signal: AbortSignal) {
    yield 'first';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  const open = () => guardStream(context, follow)[Symbol.asyncIterator]();
  const stream = open();
  const openStreams = async () => /^toolcrib_open_streams (\d+)$/m.exec((await metrics.render()).text)?.[1];
  return { clock, client, stream, openStreams, open };
}

const refuse = async () => {
  throw new ToolcribError('E_UNAUTHENTICATED', 'No.');
};

describe('guardStream', () => {
  it('ends the stream once whoever asked is nobody any more', async () => {
    const { clock, stream, openStreams, open } = world(ada, refuse);
    await stream.next();

    const next = stream.next();
    expect(await openStreams()).toBe('1');
    expect(open).toThrow(expect.objectContaining({ code: 'E_CONCURRENCY_LIMITED' }));
    await clock.advance(1_000);

    expect(await openStreams()).toBe('0');
    expect(await next).toEqual({ done: true, value: undefined });
    expect(clock.pendingTimers).toBe(0);
  });

  it('goes on while nobody can be asked, and for whoever has the database', async () => {
    const away = world(ada, async () => {
      throw new ToolcribError('E_STORE_FAILED', 'Away.');
    });
    const operator = world(operatorPrincipal, refuse);

    for (const { clock, stream } of [away, operator]) {
      await stream.next();
      let hasEnded = false;
      void stream.next().then(() => {
        hasEnded = true;
      });
      await clock.advance(10_000);
      expect(hasEnded).toBe(false);
      await stream.return?.();
      expect(clock.pendingTimers).toBe(0);
    }
  });

  it('ends when the client has gone, and when nobody reads on', async () => {
    const [gone, left] = [world(ada, async () => undefined), world(ada, async () => undefined)];
    await gone.stream.next();
    await left.stream.next();

    const [last, pending] = [gone.stream.next(), left.stream.next()];
    gone.client.abort();
    await left.stream.return?.();

    expect((await last).done).toBe(true);
    expect((await pending).done).toBe(true);
    expect([gone.clock.pendingTimers, left.clock.pendingTimers]).toEqual([0, 0]);
  });
});
