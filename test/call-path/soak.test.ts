import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SoakReport } from './soak-child.ts';

const CHILD = fileURLToPath(new URL('./soak-child.ts', import.meta.url));

async function soak(): Promise<SoakReport> {
  const run = promisify(execFile);
  // A process that does not end by itself is ended, which rejects.
  const { stdout } = await run(process.execPath, ['--expose-gc', CHILD], { timeout: 100_000 });
  return JSON.parse(stdout);
}

describe('a runtime that makes 200,000 calls', () => {
  it('keeps no memory of them beyond its ledger, and nothing that holds the process', async () => {
    const { calls, events, statuses, heapGrowth, bufferGrowth, resources } = await soak();

    expect(calls).toBe(200_000);
    expect(events).toBeGreaterThanOrEqual(2 * calls);
    expect(Object.keys(statuses).sort()).toEqual([
      'failed',
      'invalid_args',
      'invalid_result',
      'ok',
      'timed_out',
      'unknown_tool',
    ]);
    // The calls after the warm-up would show a leak of a few bytes each.
    expect(heapGrowth).toBeLessThan(10 * 160_000);
    expect(bufferGrowth).toBeLessThan(1_000_000);
    expect(resources).toEqual([]);
  });
});
