import { defineTool } from 'toolcrib';
import { defaultLimits } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toPlainResult } from './plain-results.ts';

const inputSchema = z.strictObject({});
const text = defineTool({ name: 'text', description: '', inputSchema, handler: () => '' });
const json = defineTool({
  ...{ name: 'json', description: '', inputSchema, outputSchema: z.unknown() },
  handler: () => null,
});
const tooLong = 'x'.repeat(defaultLimits.maxResultBytes + 1);

describe('toPlainResult', () => {
  it.each([
    ['a text', text, tooLong],
    ['bytes', text, new Uint8Array(tooLong.length)],
    ['JSON', json, { value: tooLong }],
  ])('does not send %s that the service would refuse', async (_, tool, value) => {
    const invalid = { kind: 'invalid', problem: expect.stringContaining('has more than') };

    expect(await toPlainResult(tool, 'handler', value)).toEqual(invalid);
    expect(await toPlainResult(tool, 'verify', { done: true, result: value })).toMatchObject({
      result: invalid,
    });
  });
});
