import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolCodec } from './plan/tool-codec.ts';
import { assignWireNames } from './plan/wire-names.ts';
import { toModelCalls } from './to-model-calls.ts';

const { names } = assignWireNames(['a.b'], 'openai');
const codec = createToolCodec(names, new Map());

describe('toModelCalls', () => {
  it('[T11] gives calls their own names back', () => {
    expect(toModelCalls([{ id: 'x', name: names.toWireName('a.b'), args: '{}' }], codec)).toEqual([
      { tool: 'a.b', args: '{}', providerCallId: 'x' },
    ]);
  });

  it('[L4] makes a call of whatever a model sent', () => {
    const calls = fc.array(
      fc.record({ id: fc.anything(), name: fc.anything(), args: fc.anything(), isTruncated: fc.boolean() }),
    );

    fc.assert(
      fc.property(calls, (wire) => {
        const read = toModelCalls(wire, codec);

        expect(read).toHaveLength(wire.length);
        expect(new Set(read.map(({ providerCallId }) => providerCallId)).size).toBe(wire.length);
        for (const { tool, providerCallId } of read) {
          expect([typeof tool, typeof providerCallId, providerCallId === '']).toEqual([
            'string',
            'string',
            false,
          ]);
        }
      }),
    );
  });

  it('replaces ids that are missing or there twice, and never by one that comes later', () => {
    const wire = [undefined, 'call_0', 'x', 'x'].map((id) => ({ id, name: 'a', args: '{}' }));
    const ids = toModelCalls(wire, codec).map(({ providerCallId }) => providerCallId);

    expect(ids).toEqual(['call_1', 'call_0', 'x', 'call_3']);
  });
});
