import type { Tool } from '../packages/toolcrib/src/core/tool.ts';
import type { CallRequest } from '../packages/toolcrib/src/runtime/call-request.ts';
import type { Ledger } from '../packages/toolcrib/src/runtime/ledger/ledger.ts';
import { memoryLedger } from '../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import type { RuntimeOptions } from '../packages/toolcrib/src/runtime/runtime-options.ts';
import { createFakeClock } from '../packages/toolcrib/src/testing/fake-clock.ts';
import { createFakeIds } from '../packages/toolcrib/src/testing/fake-ids.ts';
import { startRuntime } from './runtime.ts';

/** What a person says who agrees. */
export const approve = { decision: 'approve', approver: 'ada' } as const;
/** A handler that never comes to an end. */
export const hang = () => new Promise<string>(() => undefined);

/** Processes that share one durable ledger; each can be killed, or stalled until it is let go. */
export function startWorld() {
  const world = createWorld();
  return {
    ...world,
    /** A process that is killed while one of its calls is where it cannot go on by itself. */
    async killDuring(
      tools: readonly Tool[],
      request: CallRequest,
      options: Partial<RuntimeOptions> = {},
    ): Promise<void> {
      const { runtime, kill } = world.start(tools, options);
      void runtime.call(request);
      await world.clock.advance(0);
      kill();
    },
  };
}

function createWorld() {
  const clock = createFakeClock();
  const inner = memoryLedger();
  let count = 0;
  return {
    clock,
    ledger: inner,
    start(tools: readonly Tool[], options: Partial<RuntimeOptions> = {}) {
      let gate: Promise<void> | undefined;
      let open: () => void = () => undefined;
      const alive = async <Value>(work: () => Value): Promise<Value> => {
        while (gate !== undefined) await gate;
        return work();
      };
      const ledger: Ledger = {
        isDurable: true,
        insert: (entry) => alive(() => inner.insert(entry)) as never,
        replace: (entry) => alive(() => inner.replace(entry)) as never,
        get: (id) => alive(() => inner.get(id)) as never,
        find: (query) => alive(() => inner.find(query)) as never,
        findSummaries: (query) => alive(() => inner.findSummaries(query)) as never,
        prune: (before) => alive(() => inner.prune(before)) as never,
      };
      const randomId = createFakeIds(`p${++count}`);
      const started = startRuntime(tools, { ledger, owner: 'main', randomId, ...options, clock } as never);
      return {
        ...started,
        kill: () => {
          gate = new Promise(() => undefined);
        },
        stall: () => {
          gate = new Promise((resolve) => {
            open = resolve;
          });
        },
        letGo: () => {
          gate = undefined;
          open();
        },
      };
    },
  };
}
