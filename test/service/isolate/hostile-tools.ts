import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from 'toolcrib';
import { z } from 'zod';

/** Tools whose code does what code should not do. Their secret must reach nobody. */

const SECRET = 'sk_live_0123456789abcdefABCDEF';
const nothing = z.strictObject({});
const common = { effect: 'read', inputSchema: nothing } as const;

export const hostile = [
  defineTool({
    ...common,
    name: 'quick',
    description: 'Behaves.',
    handler: () => 'quick',
  }),
  defineTool({
    ...common,
    name: 'slow',
    description: 'Behaves, and takes a while.',
    inputSchema: z.strictObject({ ms: z.int() }),
    handler: async ({ ms }) => {
      await pause(ms);
      return 'slow';
    },
  }),
  defineTool({
    ...common,
    name: 'busy',
    description: 'Holds its thread.',
    timeoutMs: 1_500,
    inputSchema: z.strictObject({ ms: z.int() }),
    handler: ({ ms }) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
      return 'busy';
    },
  }),
  defineTool({
    ...common,
    name: 'busy_write',
    description: 'Holds its thread, after it may have changed something.',
    effect: 'write',
    timeoutMs: 500,
    handler: () => {
      for (;;);
    },
  }),
  defineTool({
    ...common,
    name: 'leave_rejection',
    description: 'Leaves a rejected promise behind.',
    handler: () => {
      void Promise.reject(new Error(SECRET));
      return 'left';
    },
  }),
  defineTool({
    ...common,
    name: 'leave_timer',
    description: 'Leaves a timer behind that throws.',
    handler: () => {
      setTimeout(() => {
        throw new TypeError(SECRET);
      }, 5);
      return 'left';
    },
  }),
  defineTool({
    ...common,
    name: 'leave_emitter',
    description: 'Leaves an emitter behind whose error nobody listens to.',
    handler: () => {
      setImmediate(() => new EventEmitter().emit('error', new RangeError(SECRET)));
      return 'left';
    },
  }),
  defineTool({
    ...common,
    name: 'leave_many',
    description: 'Leaves many errors behind.',
    handler: async () => {
      for (let index = 0; index < 50; index++) void Promise.reject(new Error(SECRET));
      await pause(20);
      return 'left';
    },
  }),
  defineTool({
    ...common,
    name: 'exit',
    description: 'Ends its process.',
    handler: () => process.exit(7),
  }),
  defineTool({
    ...common,
    name: 'devour',
    description: 'Takes all memory.',
    handler: () => {
      const kept: unknown[] = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    },
  }),
  defineTool({
    ...common,
    name: 'devour_buffers',
    description: 'Takes all memory outside of the heap.',
    handler: async () => {
      const kept: Uint8Array[] = [];
      for (;;) {
        // Enough to be seen, and not so much that it harms the machine if nobody ends it.
        if (kept.length < 20) kept.push(new Uint8Array(16 * 1_048_576).fill(1));
        await pause(5);
      }
    },
  }),
  defineTool({
    ...common,
    name: 'wait_then_busy',
    description: 'Asks, then holds its thread.',
    timeoutMs: 500,
    handler: async (_, { waitFor }) => {
      await waitFor({ name: 'go', prompt: 'Go?' });
      for (;;);
    },
  }),
];
