import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from './define-tool.ts';
import { deriveTool, wrapTool } from './derive-tool.ts';
import { toolInternals } from './tool.ts';

const signal = new AbortController().signal;

const tool = defineTool({
  name: 'pay',
  title: 'Pay',
  version: '1.0.0',
  description: 'Pays.',
  inputSchema: z.object({ cents: z.string().transform(Number) }),
  outputSchema: z.object({ paid: z.number() }),
  tags: ['money'],
  effect: 'destructive',
  requires: ['pay'],
  timeoutMs: 100,
  maxConcurrent: 2,
  trusted: true,
  ephemeral: true,
  onCollision: 'replace',
  protected: true,
  annotations: { readOnlyHint: false },
  handler: ({ cents }) => ({ paid: cents }),
  verify: () => ({ done: false }),
  revert: () => undefined,
});

describe('deriveTool', () => {
  it('gives a tool that differs in nothing else, and runs the same code with the same schemas', async () => {
    const derived = deriveTool(tool, {
      name: 'refund',
      description: 'Refunds.',
      requires: ['refund', 'pay'],
    });

    expect({ ...derived }).toEqual({
      ...tool,
      name: 'refund',
      description: 'Refunds.',
      requires: ['pay', 'refund'],
    });
    expect(toolInternals.workOf(derived)).toEqual(toolInternals.workOf(tool));
    expect(toolInternals.inputOf(derived)).toBe(toolInternals.inputOf(tool));
    expect(toolInternals.outputOf(derived)).toBe(toolInternals.outputOf(tool));
    expect(await derived.executor({ signal })({ cents: '5' })).toEqual({ paid: 5 });
    expect(derived.describe()).toMatchObject({ name: 'refund', description: 'Refunds.' });
  });

  it('gives the very tool if nothing differs', () => {
    expect(deriveTool(tool, {})).toBe(tool);
    expect(deriveTool(tool, { name: 'pay', description: 'Pays.', requires: ['pay'] })).toBe(tool);
  });

  it('works for a tool that is a handler and a JSON Schema', async () => {
    const plain = defineTool({
      name: 'ping',
      description: '',
      inputSchema: { type: 'object' },
      handler: () => 'pong',
    });

    const derived = deriveTool(plain, { name: 'knock' });

    expect(derived.outputSchema).toBeUndefined();
    expect(await derived.executor({ signal })({})).toBe('pong');
  });

  it('refuses what no tool can have', () => {
    expect(errorOf(() => deriveTool(tool, { name: 'no name' })).context).toMatchObject({ field: 'name' });
  });
});

describe('wrapTool', () => {
  it('wraps every function, and changes nothing else', async () => {
    const seen: string[] = [];

    const wrapped = wrapTool(tool, ({ handler, verify, revert }) => ({
      handler: (args, ctx) => {
        seen.push(JSON.stringify(args));
        return handler(args, ctx);
      },
      verify: (args, ctx) => verify?.(args, ctx),
      revert: (args, result, ctx) => revert?.(args, result, ctx),
    }));

    expect({ ...wrapped }).toEqual({ ...tool });
    expect(wrapped.digest).toBe(tool.digest);
    expect(toolInternals.inputOf(wrapped)).toBe(toolInternals.inputOf(tool));
    // What the schema makes of the arguments, checked once.
    expect(await wrapped.executor({ signal })({ cents: '5' })).toEqual({ paid: 5 });
    expect(seen).toEqual(['{"cents":5}']);
  });

  it('refuses to take away or to add what a tool can do', () => {
    const plain = defineTool({
      name: 'ping',
      description: '',
      inputSchema: { type: 'object' },
      handler: () => 'pong',
    });

    const taken = errorOf(() => wrapTool(tool, ({ handler, verify }) => ({ handler, verify })));
    const added = errorOf(() => wrapTool(plain, ({ handler }) => ({ handler, verify: () => undefined })));

    expect([taken, added].map(({ code, context }) => [code, context.field])).toEqual([
      ['E_INVALID_TOOL', 'revert'],
      ['E_INVALID_TOOL', 'verify'],
    ]);
  });
});
