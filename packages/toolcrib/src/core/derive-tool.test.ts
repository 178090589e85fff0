import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from './define-tool.ts';
import { deriveTool } from './derive-tool.ts';
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
