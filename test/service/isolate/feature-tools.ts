import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { Artifact, defineTool, Media, ToolError } from 'toolcrib';
import { z } from 'zod';

/** Tools that use all that a handler is given, and return all that it may return. */

const nothing = z.strictObject({});

class Report extends Artifact {
  override stream(): ReadableStream<Uint8Array> {
    return new Blob(['line 1\nline 2\n']).stream();
  }
}

class Point {
  x = 1;
}

export const features = [
  defineTool({
    name: 'where',
    description: 'Tells on which thread it runs.',
    effect: 'read',
    inputSchema: nothing,
    outputSchema: z.strictObject({ threadId: z.int() }),
    handler: () => ({ threadId }),
  }),
  defineTool({
    name: 'transformed',
    description: 'Gets what its schema makes of the arguments, frozen.',
    inputSchema: z.strictObject({
      cents: z.string().transform(Number),
      tags: z.array(z.string()).default(['a']),
    }),
    outputSchema: z.strictObject({ cents: z.number(), tags: z.array(z.string()), isFrozen: z.boolean() }),
    handler: (args) => ({ ...args, isFrozen: Object.isFrozen(args) && Object.isFrozen(args.tags) }),
  }),
  defineTool({
    name: 'context',
    description: 'Tells what it knows of its call.',
    inputSchema: nothing,
    outputSchema: z.unknown(),
    handler: (_, { caller, turnId, invocationId, signal }) => ({
      ...{ caller, turnId: turnId ?? null, hasId: invocationId.length > 0, isAborted: signal.aborted },
    }),
  }),
  defineTool({ name: 'text', description: 'A text.', inputSchema: nothing, handler: () => 'Grüße' }),
  defineTool({
    name: 'bytes',
    description: 'Bytes.',
    inputSchema: nothing,
    handler: () => Buffer.from('bytes that are text').subarray(6),
  }),
  defineTool({
    name: 'media',
    description: 'An image.',
    inputSchema: nothing,
    handler: () =>
      new Media({
        ...{ kind: 'image', mimeType: 'image/png', trustTier: 'first-party', hazard: 'opaque' },
        source: () => [new Uint8Array([1, 2]), new Uint8Array([3])],
      }),
  }),
  defineTool({
    name: 'several_media',
    description: 'Sounds.',
    inputSchema: nothing,
    handler: () =>
      [1, 2].map(
        (byte) =>
          new Media({
            ...{ kind: 'audio', mimeType: 'audio/wav', trustTier: 'third-party-public', hazard: 'opaque' },
            source: new Uint8Array([byte]),
          }),
      ),
  }),
  defineTool({
    name: 'artifact',
    description: 'An artifact.',
    inputSchema: nothing,
    handler: () => new Report({ id: 'report-1', mimeType: 'text/plain', byteLength: 14 }),
  }),
  defineTool({
    name: 'author_error',
    description: 'Fails in the words of its author.',
    inputSchema: nothing,
    handler: () => {
      throw new ToolError('There is no such order.', { changedNothing: true });
    },
  }),
  defineTool({
    name: 'other_error',
    description: 'Fails otherwise.',
    inputSchema: nothing,
    handler: async () => {
      const cause = new Error('no route to the orders');
      throw Object.assign(new TypeError('password=hunter2', { cause }), { code: 'ECONNRESET' });
    },
  }),
  defineTool({
    name: 'no_result',
    description: 'Returns what no tool may return.',
    inputSchema: nothing,
    handler: () => (() => 'a function') as unknown as string,
  }),
  defineTool({
    name: 'no_json',
    description: 'Returns what is not JSON.',
    inputSchema: nothing,
    outputSchema: z.unknown(),
    handler: () => ({ point: new Point() }) as never,
  }),
  defineTool({
    name: 'progress',
    description: 'Tells how far it is, and what it has used.',
    inputSchema: nothing,
    handler: (_, { reportProgress, reportUsage }) => {
      reportProgress({ message: 'half', done: 1, total: 2 });
      reportUsage({ inputTokens: 5, cachedInputTokens: 1, outputTokens: 2 });
      reportUsage({ inputTokens: 5, cachedInputTokens: 1, outputTokens: 2 });
      return 'told';
    },
  }),
  defineTool({
    name: 'chatter',
    description: 'Tells more about how far it is than anybody reads.',
    inputSchema: nothing,
    handler: (_, { reportProgress }) => {
      for (let done = 0; done < 10_000; done++) reportProgress({ done });
      return 'told';
    },
  }),
  defineTool({
    name: 'ask',
    description: 'Asks two questions.',
    inputSchema: nothing,
    outputSchema: z.strictObject({ days: z.number(), threadId: z.int() }),
    handler: async (_, { waitFor }) => {
      const { days } = await waitFor({
        ...{ name: 'days', prompt: 'How many?', details: { max: 9 } },
        schema: z.strictObject({ days: z.number().refine((count) => count < 10) }),
      });
      await waitFor({ name: 'sure', prompt: 'Sure?' });
      return { days, threadId };
    },
  }),
  defineTool({
    name: 'ask_badly',
    description: 'Asks with details that are not JSON.',
    inputSchema: nothing,
    handler: async (_, { waitFor }) => {
      await waitFor({ name: 'sure', prompt: 'Sure?', details: { count: 1n } as never });
      return 'asked';
    },
  }),
  defineTool({
    name: 'listen',
    description: 'Stops when it is told to, and tells why.',
    effect: 'write',
    timeoutMs: 300,
    inputSchema: nothing,
    handler: async (_, { signal }) => {
      await pause(60_000, undefined, { signal }).catch(() => undefined);
      return `stopped by ${signal.reason?.name}`;
    },
  }),
  defineTool({
    name: 'book',
    description: 'Books something, which can be looked up and taken back.',
    effect: 'write',
    inputSchema: z.strictObject({ seat: z.string() }),
    outputSchema: z.strictObject({ booked: z.string() }),
    handler: ({ seat }) => ({ booked: seat }),
    verify: ({ seat }) => ({ done: true, result: { booked: seat } }),
    revert: ({ seat }, result) => {
      if (result?.booked !== seat) throw new Error('It is another one.');
    },
  }),
  defineTool({
    name: 'stuck_verify',
    description: 'Cannot be looked up.',
    effect: 'write',
    timeoutMs: 300,
    inputSchema: nothing,
    handler: () => 'done',
    verify: () => {
      for (;;);
    },
  }),
];
