import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { ToolOptions } from '../../packages/toolcrib/src/core/tool-options.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { createRuntime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import type { RuntimeOptions } from '../../packages/toolcrib/src/runtime/runtime-options.ts';
import { memoryArtifactStore } from '../../packages/toolcrib/src/runtime/spool/memory-artifact-store.ts';
import { createFakeClock } from '../../packages/toolcrib/src/testing/fake-clock.ts';

/*
 * Makes very many calls, measures what they leave in memory, and ends by itself unless something holds the
 * process. Started by `soak.test.ts` with `--expose-gc`.
 */

const WARM_UP = 40_000;
const CALLS = 200_000;
const BATCH = 500;

/** What is told to the test. */
export interface SoakReport {
  readonly statuses: Readonly<Record<string, number>>;
  readonly events: number;
  readonly calls: number;
  readonly heapGrowth: number;
  readonly bufferGrowth: number;
  /** What still holds the process, besides its output. */
  readonly resources: readonly string[];
}

const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

function defineSoakTool(
  name: string,
  handler: ToolOptions['handler'],
  options: Partial<ToolOptions> = {},
): Tool {
  return new Tool({ name, description: '', inputSchema, handler, ...options });
}

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const tools = [
  defineSoakTool('sync', (args) => JSON.stringify(args), { effect: 'read' }),
  defineSoakTool('async', async (args) => JSON.stringify(args)),
  defineSoakTool('slow', async (_, { signal }) => {
    await turnOfLoop();
    return String(signal.aborted);
  }),
  defineSoakTool('throws', () => {
    throw new Error('broken');
  }),
  defineSoakTool('large', () => 'x'.repeat(40_000)),
  defineSoakTool('wrong', () => 7 as never),
  defineSoakTool('stops', (_, { signal }) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }),
];

const registry = createToolRegistry(tools);
const counts: Record<string, number> = {};
const totals = { calls: 0, events: 0 };
const clock = createFakeClock();

function start(options: Partial<RuntimeOptions>) {
  const runtime = createRuntime({
    resolver: registry,
    // Full long before the warm-up is over.
    ledger: memoryLedger({ maxEntries: 1_000, maxKeyedEntries: 1_000 }),
    artifacts: memoryArtifactStore({ maxBytes: 1_000_000 }),
    ...options,
  });
  runtime.subscribe(() => {
    totals.events++;
  });
  return runtime;
}

/** On the time of this machine, whose timers hold the process until they are cleared. */
const runtime = start({});
/** On a time that can be moved, for calls that take too long. */
const timed = start({ clock });
const { signal } = new AbortController();

async function makeBatch(first: number): Promise<void> {
  const calls = Array.from({ length: BATCH }, (_, index) => {
    const n = first + index;
    const args = n % 31 === 0 ? `{"n":${n}` : n % 29 === 0 ? { n: 'no' } : `{"n":${n}}`;
    if (n % 250 === 0) return timed.call({ tool: 'stops', args: { n }, signal });
    return runtime.call({
      tool: n % 37 === 0 ? `unknown-${n}` : toolFor(n),
      args,
      caller: { id: `caller-${n % 100}`, tenant: `tenant-${n % 10}` },
      ...(n % 5 === 0 && { signal }),
      ...(n % 11 === 0 && { idempotencyKey: `key-${Math.floor(n / 22)}` }),
    });
  });
  await clock.advance(60_000);
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  totals.calls += BATCH;
}

function toolFor(n: number): string {
  if (n % 200 === 3) return 'large';
  if (n % 41 === 0) return 'wrong';
  if (n % 13 === 0) return 'throws';
  if (n % 7 === 0) return 'slow';
  return n % 2 === 0 ? 'sync' : 'async';
}

async function measure(): Promise<{ readonly heap: number; readonly buffers: number }> {
  for (let round = 0; round < 4; round++) {
    await turnOfLoop();
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers };
}

for (let n = 0; n < WARM_UP; n += BATCH) await makeBatch(n);
const before = await measure();
for (let n = WARM_UP; n < CALLS; n += BATCH) await makeBatch(n);
const after = await measure();
await runtime.close();
await timed.close();

const report: SoakReport = {
  statuses: counts,
  events: totals.events,
  calls: totals.calls,
  heapGrowth: after.heap - before.heap,
  bufferGrowth: after.buffers - before.buffers,
  resources: process.getActiveResourcesInfo().filter((resource) => !/Wrap$|^TTY/.test(resource)),
};
process.stdout.write(JSON.stringify(report));
