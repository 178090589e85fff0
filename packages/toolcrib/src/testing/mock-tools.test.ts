import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../../../../test/errors.ts';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import { defineTool } from '../core/define-tool.ts';
import { createToolRegistry } from '../core/sealed-tool-registry.ts';
import { Tool } from '../core/tool.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import { mockTools } from './mock-tools.ts';

const touchTheWorld = (): never => {
  throw new Error('The real handler ran.');
};

/** Everything that a definition can say. */
const book = defineTool({
  name: 'book',
  title: 'Book a room',
  description: 'Books a room.',
  inputSchema: z
    .object({
      from: z.number(),
      to: z.number(),
      room: z.string().default('blue'),
      when: z.iso.date().transform((text) => new Date(text)),
    })
    .refine(({ from, to }) => from < to, { message: 'must end after it starts', path: ['to'] }),
  outputSchema: z.object({ id: z.string() }).refine(({ id }) => id !== '', { message: 'needs an id' }),
  handler: touchTheWorld,
  verify: touchTheWorld,
  revert: touchTheWorld,
  version: '1.2.0',
  tags: ['rooms'],
  effect: 'destructive',
  requires: ['rooms:book'],
  timeoutMs: 5_000,
  maxConcurrent: 2,
  trusted: true,
  ephemeral: true,
  onCollision: 'replace',
  protected: true,
  annotations: { hint: true },
});
const look = tool('look', touchTheWorld, { effect: 'read' });
const args = { from: 9, to: 10, when: '2026-03-01' };

function start(resolver: ToolResolver) {
  return startRuntime([], {
    resolver,
    policy: () => ({ verdict: 'allow' }),
    caller: { id: 'ada', scopes: ['rooms:book'] },
  }).runtime;
}

describe('mockTools', () => {
  it('keeps everything of a definition, and nothing of what it does', () => {
    const mocked = mockTools(createToolRegistry([book, look]), { book: { id: 'b1' } }).resolve('book');

    expect(Tool.isTool(mocked)).toBe(true);
    expect({ ...mocked }).toEqual({ ...book });
    expect(mocked?.digest).toBe(book.digest);
    expect(mocked?.describe()).toEqual(book.describe());
  });

  it('runs a mock behind the checks of the real schemas, those that JSON Schema cannot say included', async () => {
    const seen: unknown[] = [];
    const resolver = mockTools(createToolRegistry([book]), {
      book: (accepted: { readonly room: string; readonly when: Date; readonly from: number }) => {
        seen.push(accepted);
        return { id: accepted.from === 0 ? '' : accepted.room };
      },
    });
    const runtime = start(resolver);

    const good = await runtime.call({ tool: 'book', args });
    const bad = await runtime.call({ tool: 'book', args: { ...args, to: 8 } });
    const badResult = await runtime.call({ tool: 'book', args: { ...args, from: 0 } });

    expect(good.result).toMatchObject({ value: { id: 'blue' } });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ room: 'blue', when: new Date('2026-03-01') });
    expect([bad.status, bad.problem?.issues]).toEqual([
      'invalid_args',
      [{ path: ['to'], message: 'must end after it starts' }],
    ]);
    expect([badResult.status, badResult.details().resultIssues]).toMatchObject([
      'invalid_result',
      [{ message: 'needs an id' }],
    ]);
    expect(resolver.unmockedCalls).toEqual([]);
  });

  it('takes values for mocks, and waits for schemas that are asynchronous', async () => {
    const slow = defineTool({
      name: 'slow',
      description: '',
      inputSchema: z.object({ city: z.string().refine(async (city) => city !== 'Atlantis') }),
      handler: touchTheWorld,
    });
    const runtime = start(mockTools(createToolRegistry([slow]), { slow: 'Rain.' }));

    const [good, bad] = await runtime.callAll([
      { tool: 'slow', args: { city: 'Bern' } },
      { tool: 'slow', args: { city: 'Atlantis' } },
    ]);

    expect(good?.result).toEqual({ kind: 'text', text: 'Rain.' });
    expect(bad?.status).toBe('invalid_args');
  });

  it('lists tools without a mock, but fails their calls with a text that names them, and notes them', async () => {
    const resolver = mockTools(createToolRegistry([look, book]), { book: { id: 'b1' } });
    const runtime = start(resolver);

    const record = await runtime.call({ tool: 'look', args: { far: true } });

    expect(resolver.list()).toEqual(['book', 'look']);
    expect(record.status).toBe('failed');
    expect(JSON.stringify(runtime.renderForModel(record))).toContain('Tool \\"look\\" is not mocked');
    expect(resolver.unmockedCalls).toEqual([{ toolName: 'look', args: { far: true } }]);
  });

  it('offers neither to verify nor to take back what only a real handler did', async () => {
    const runtime = start(mockTools(createToolRegistry([book]), { book: { id: 'b1' } }));
    const record = await runtime.call({ tool: 'book', args });

    await expect(runtime.revert(record.invocationId)).rejects.toMatchObject({ code: 'E_NOT_REVERTIBLE' });
  });

  it('follows the resolver: tools come without mocks, and a name stays mocked for another tool', async () => {
    const registry = new ToolRegistry([look]);
    const resolver = mockTools(registry, { look: 'Seen.' });
    const runtime = start(resolver);
    const before = resolver.resolve('look');

    registry.register(tool('late', touchTheWorld));
    registry.register(tool('look', touchTheWorld, { description: 'Looks closer.' }), true);
    const records = await runtime.callAll([
      { tool: 'look', args: {} },
      { tool: 'late', args: {} },
      { tool: 'gone', args: {} },
    ]);

    expect(records.map(({ status }) => status)).toEqual(['ok', 'failed', 'unknown_tool']);
    expect(resolver.resolve('look')?.description).toBe('Looks closer.');
    expect(resolver.resolve('look')).not.toBe(before);
    expect(resolver.resolve('look')).toBe(resolver.resolve('look'));
    expect(resolver.unmockedCalls.map(({ toolName }) => toolName)).toEqual(['late']);
  });

  it('refuses mocks of tools that are not there', () => {
    const error = errorOf(() =>
      mockTools(createToolRegistry([look]), { look: '', lok: '', constructor: '' }),
    );

    expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { names: ['lok', 'constructor'] } });
    expect(error.message).toBe('There is no tool to mock called "lok", "constructor". The tools are look.');
  });
});
