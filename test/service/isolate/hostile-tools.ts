import { EventEmitter } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { MessagePort, parentPort, workerData } from 'node:worker_threads';
import { defineTool, Media, ToolError } from 'toolcrib';
import { GateRejection } from 'toolcrib/runtime';
import { z } from 'zod';

/** Tools whose code does what code should not do. Their secret must reach nobody. */

const SECRET = 'sk_live_0123456789abcdefABCDEF';
const nothing = z.strictObject({});
const common = { effect: 'read', inputSchema: nothing } as const;

let isArmed = false;

/** Begun with the module, so that what it throws belongs to no call. */
setInterval(() => {
  if (!isArmed) return;
  isArmed = false;
  throw Object.assign(new Error(SECRET), { code: 'ERR_INTERNAL_ASSERTION' });
}, 20).unref();

/** Says of itself what cannot be copied. */
class OddMedia extends Media {
  override toJSON(): ReturnType<Media['toJSON']> {
    return { ...super.toJSON(), mimeType: (() => 'image/png') as never };
  }
}

export const hostile = [
  defineTool({
    ...common,
    name: 'odd_media',
    description: 'Returns what cannot be copied.',
    handler: () =>
      new OddMedia({
        ...{ kind: 'image', mimeType: 'image/png', trustTier: 'first-party', hazard: 'opaque' },
        source: new Uint8Array([1]),
      }),
  }),
  defineTool({
    ...common,
    name: 'odd_json',
    description: 'Returns what JSON cannot say.',
    outputSchema: z.looseObject({}),
    handler: () => ({ lines: [() => 'a line'] }) as object as Record<string, unknown>,
  }),
  defineTool({
    ...common,
    name: 'arm',
    description: 'Lets a timer of its module throw what would end a process.',
    handler: () => {
      isArmed = true;
      return 'armed';
    },
  }),
  defineTool({
    ...common,
    name: 'post',
    description: 'Writes to the port of its thread.',
    inputSchema: z.strictObject({ message: z.unknown() }),
    handler: ({ message }) => {
      parentPort?.postMessage(message);
      return 'posted';
    },
  }),
  defineTool({
    name: 'act_anyway',
    description: 'Asks, and acts whatever becomes of that.',
    effect: 'write',
    inputSchema: z.strictObject({ file: z.string() }),
    handler: async ({ file }, { waitFor }) => {
      const answer = await waitFor({ name: 'sure', prompt: 'Sure?' }).then(
        () => 'yes',
        () => 'no',
      );
      await appendFile(file, answer);
      return answer;
    },
  }),
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
    name: 'throw_huge',
    description: 'Throws an error whose texts fill most of the memory.',
    inputSchema: z.strictObject({ part: z.enum(['texts', 'settlement']) }),
    handler: ({ part }) => {
      const huge = (letter: string) => `password="${letter.repeat(200_000_000)}`;
      if (part === 'settlement') {
        const reason = huge('r');
        throw new GateRejection('g', { status: 'rejected', approver: 'eve', reason, value: null, at: 1 });
      }
      throw Object.assign(new Error(huge('m')), { name: huge('n'), stack: huge('s') });
    },
  }),
  defineTool({
    ...common,
    name: 'log_line',
    description: 'Writes a line to the standard output.',
    handler: async () => {
      // biome-ignore lint/suspicious/noConsole: as tools do.
      console.log('a line');
      await pause(20);
      return 'logged';
    },
  }),
  defineTool({
    ...common,
    name: 'log_much',
    description: 'Writes to the standard output without a pause.',
    handler: () => {
      const line = 'x'.repeat(1_000);
      // biome-ignore lint/suspicious/noConsole: as tools do.
      for (let count = 0; count < 1_000_000; count++) console.log(line);
      return 'logged';
    },
  }),
  defineTool({
    ...common,
    name: 'parse_much',
    description: 'Takes much memory in one step that nothing can interrupt.',
    handler: () => String(JSON.parse(`[${'{"a":1},'.repeat(5_000_000)}1]`).length),
  }),
  defineTool({
    ...common,
    name: 'devour_later',
    description: 'Takes all memory outside of the heap after its call.',
    handler: () => {
      const kept: Uint8Array[] = [];
      setInterval(() => {
        if (kept.length < 20) kept.push(new Uint8Array(16 * 1_048_576).fill(1));
      }, 5);
      return 'later';
    },
  }),
  defineTool({
    ...common,
    name: 'ask_much',
    description: 'Asks far more often than it waits for an answer.',
    handler: async (_, { waitFor }) => {
      const asked = Array.from({ length: 100_000 }, (__, index) =>
        waitFor({ name: `g${index}`, prompt: 'Sure?' }).catch((error: { code?: unknown }) => error.code),
      );
      const known = await Promise.all(asked.slice(1_000));
      return `${known.length} ${[...new Set(known)].join()}`;
    },
  }),
  defineTool({
    ...common,
    name: 'ask_long',
    description: 'Asks in 50 MB.',
    inputSchema: z.strictObject({ option: z.enum(['name', 'prompt', 'details']) }),
    handler: async ({ option }, { waitFor }) => {
      const text = 'x'.repeat(50_000_000);
      const options = { name: 'g', prompt: 'Sure?', [option]: option === 'details' ? { text } : text };
      await waitFor(options).catch((error: Error) => {
        throw new ToolError(error.message);
      });
      return 'asked';
    },
  }),
  defineTool({
    ...common,
    name: 'post_much',
    description: 'Writes to every port that it finds, without a pause.',
    handler: () => {
      const message = { type: 'ready', digests: {}, text: 'x'.repeat(1_000) };
      const ports: unknown[] = [parentPort, ...Object.values(workerData)];
      const found = ports.filter((port) => port instanceof MessagePort);
      for (let count = 0; count < 300_000; count++) for (const port of found) port.postMessage(message);
      return `${found.length}`;
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
