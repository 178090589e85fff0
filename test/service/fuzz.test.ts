import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../packages/server/src/node/listen.ts';
import { expectWorking } from './fuzz/expect-working.ts';
import { openFuzzWorld } from './fuzz/fuzz-world.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { runRawFuzz } from './fuzz/run-raw-fuzz.ts';
import { usedHeapMb } from './fuzz/used-heap.ts';

/** `FUZZ_REQUESTS` for more of them, `FUZZ_SEED` for others. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? '20000');
const SEED = Number(process.env.FUZZ_SEED ?? '20261115');
/** Of one service: what it keeps of calls and changes makes it slower, as it should. */
const WORLD_REQUESTS = 5_000;
const RAW_REQUESTS = Math.max(1_000, Math.ceil(REQUESTS / 20));

/** What a service may need more after thousands of requests: caches fill up, and the machine is warm only then. */
const MAX_GROWTH_MB = 64;
/** Operations of which no request has to succeed: streams that are not offered, and luck. */
const MAX_UNREACHED = 8;

describe('hostile requests', () => {
  it('are answered as the document says, give nothing away, and leave the service as it was', async () => {
    const reached = new Set<string>();
    const operations = new Set<string>();
    for (let first = 0; first < REQUESTS; first += WORLD_REQUESTS) {
      const world = await openFuzzWorld();
      const end = Math.min(REQUESTS, first + WORLD_REQUESTS);
      const middle = (first + end) >>> 1;
      const early = await runFuzz(world, { seed: SEED, first, end: middle });
      const before = await usedHeapMb();
      const late = await runFuzz(world, { seed: SEED, first: middle, end });

      expect([...early.failures, ...late.failures]).toEqual([]);
      await expectWorking(world);
      const growth = (await usedHeapMb()) - before;
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
      await world.close();
      for (const name of [...early.counts.keys(), ...late.counts.keys()]) {
        const [operation = '', status = ''] = name.split(' ');
        operations.add(operation);
        if (status.startsWith('2')) reached.add(operation);
      }
    }
    const unreached = [...operations].filter((name) => !reached.has(name));
    if (REQUESTS >= 20_000) expect(unreached.length).toBeLessThanOrEqual(MAX_UNREACHED);
  }, 3_600_000);

  it('do no harm over a socket either, be they HTTP or not', async () => {
    const world = await openFuzzWorld();
    const faults: unknown[] = [];
    const listener = await listen({
      handler: world.fetch,
      port: 0,
      // What is incomplete is not waited for.
      ...{ headersTimeoutMs: 200, requestTimeoutMs: 400, keepAliveTimeoutMs: 200 },
      onFault: (error) => void faults.push(error),
    });
    onTestFinished(async () => {
      await listener.close(0);
      await world.close();
    });

    const { failures, statuses } = await runRawFuzz(world, {
      seed: SEED,
      end: RAW_REQUESTS,
      port: listener.port,
    });

    expect(failures).toEqual([]);
    expect(faults).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 408, 431]));
    await expectWorking(world);
    expect((await fetch(`${listener.url}/healthz`)).status).toBe(200);
  }, 600_000);
});
