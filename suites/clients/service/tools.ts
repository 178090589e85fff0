import { setTimeout as delay } from 'node:timers/promises';
import { defineTool, type Tool, ToolError } from 'toolcrib';
import { z } from 'zod';

/** About 100 kB and about 2 MB of each kind of result. */
export const LARGE = { lines: 10_000, rows: 4_000 };
export const HUGE = { lines: 200_000, rows: 64_000 };

export const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index}`.padStart(9, '0')).join('\n');

export const rowsOf = (count: number): { readonly id: number; readonly name: string }[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` }));

/** One call of `wait`, seen from the service. */
export interface Waiting {
  /** Resolves when the call runs. */
  readonly started: Promise<void>;
  /** Resolves when the call is aborted. */
  readonly aborted: Promise<void>;
  /** Ends the call, if nothing has aborted it. */
  release(): void;
}

/** The tools of the service, and what is seen of their calls there. */
export interface ClientTools {
  readonly tools: readonly Tool[];
  /** The next call of `wait`. */
  nextWait(): Waiting;
}

const base = {
  effect: 'read',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
} as const;

/** The tools that every client is tried with. */
export function createClientTools(): ClientTools {
  let next = createWaiting();
  const wait = defineTool({
    ...base,
    name: 'wait',
    description: 'Waits until it is aborted.',
    timeoutMs: 120_000,
    handler: async (_args, { signal }) => {
      const { waiting, start, abort } = next;
      start();
      signal.addEventListener('abort', abort);
      await Promise.race([waiting.aborted, waiting.released]);
      return 'Waited.';
    },
  });
  const nextWait = () => {
    next = createWaiting();
    return next.waiting;
  };
  return { tools: [...plainTools, wait], nextWait };
}

function createWaiting() {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const waiting = {
    started: started.promise,
    aborted: aborted.promise,
    released: released.promise,
    release: released.resolve,
  };
  return { waiting, start: started.resolve, abort: () => aborted.resolve() };
}

const plainTools: readonly Tool[] = [
  defineTool({
    name: 'add',
    description: 'Adds two numbers.',
    effect: 'read',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    outputSchema: z.object({ sum: z.number() }),
    handler: ({ a, b }) => ({ sum: a + b }),
  }),
  defineTool({
    ...base,
    name: 'fail',
    description: 'Fails.',
    handler: () => {
      throw new ToolError('The city "Atlantis" is unknown. Ask for a city of this world.');
    },
  }),
  defineTool({
    name: 'delete_record',
    description: 'Deletes a record. Somebody has to approve it.',
    effect: 'destructive',
    inputSchema: z.object({ id: z.string() }),
    handler: ({ id }) => `Deleted record ${id}.`,
  }),
  defineTool({
    ...base,
    name: 'take_steps',
    description: 'Tells how far it is.',
    handler: async (_args, { reportProgress }) => {
      for (const done of [1, 2, 3]) {
        reportProgress({ done, total: 3, message: `step ${done}` });
        // SDK v1 drops progress that it reads from stdio together with the result.
        await delay(100);
      }
      return 'Done.';
    },
  }),
  defineTool({
    name: 'give_text',
    description: 'Gives lines of ten bytes each.',
    effect: 'read',
    inputSchema: z.object({ lines: z.number().int() }),
    handler: ({ lines }) => linesOf(lines),
  }),
  defineTool({
    name: 'give_rows',
    description: 'Gives rows.',
    effect: 'read',
    inputSchema: z.object({ count: z.number().int() }),
    outputSchema: z.object({ rows: z.array(z.object({ id: z.number(), name: z.string() })) }),
    handler: ({ count }) => ({ rows: rowsOf(count) }),
  }),
  defineTool({
    ...base,
    name: 'come_and_go',
    description: 'Is switched off and on.',
    handler: () => 'Here.',
  }),
];
