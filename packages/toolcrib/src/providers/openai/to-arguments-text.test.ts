import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { renderChatTools } from './index.ts';
import { toArgumentsText } from './to-arguments-text.ts';

const { codec } = renderChatTools([]);

describe('toArgumentsText', () => {
  it('leaves the text of the model as it is, if it is JSON of an object', () => {
    expect(toText('{ "a" : 1,\n "a": 2 }')).toBe('{ "a" : 1,\n "a": 2 }');
  });

  it.each([
    ['{"a":', '{"INVALID_JSON":"{\\"a\\":"}'],
    ['null', '{"INVALID_JSON":"null"}'],
    [[1], '{"INVALID_JSON":"[1]"}'],
    [undefined, '{"INVALID_JSON":"undefined"}'],
    [10n, '{"INVALID_JSON":"bigint"}'],
    ['\ud800', '{"INVALID_JSON":"\ufffd"}'],
  ])('quotes what is no object: %s', (args, expected) => {
    expect(toText(args)).toBe(expected);
  });

  it.each(['', ' \n'])('says that there are none for an empty text: %j', (args) => {
    const wire: ToolCodec = { ...codec, encodeArguments: (_, object) => ({ ...object, b: null }) };

    expect(toText(args)).toBe('{}');
    expect(toArgumentsText({ tool: 'x', args, providerCallId: '1' }, wire)).toBe('{"b":null}');
  });

  it('writes arguments as the dialect has them on the wire, unless they were never read', () => {
    const wire: ToolCodec = { ...codec, encodeArguments: (_, args) => ({ ...args, b: null }) };
    const call = { tool: 'x', providerCallId: '1' };

    expect(toArgumentsText({ ...call, args: { a: 1 } }, wire)).toBe('{"a":1,"b":null}');
    expect(toArgumentsText({ ...call, args: '{"a":1}' }, wire)).toBe('{"a":1,"b":null}');
    expect(toArgumentsText({ ...call, args: '{"a":1}', isTruncated: true }, wire)).toBe('{"a":1}');
  });

  it('is JSON of an object for anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.json()), (args) => {
        const value = JSON.parse(toText(args));

        expect(typeof value === 'object' && value !== null && !Array.isArray(value)).toBe(true);
      }),
    );
  });
});

function toText(args: unknown): string {
  return toArgumentsText({ tool: 'x', args, providerCallId: '1' }, codec);
}
