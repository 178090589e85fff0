import { describe, expect, it } from 'vitest';
import type { ArgumentsCodec } from './dialect/dialect.ts';
import { createToolCodec } from './plan/tool-codec.ts';
import { assignWireNames } from './plan/wire-names.ts';
import { replayArguments } from './replay-arguments.ts';

const marking: ArgumentsCodec = { decode: (args) => args, encode: (args) => ({ ...args, encoded: true }) };
const codec = createToolCodec(assignWireNames(['a'], 'gemini').names, new Map([['a', marking]]));
const replay = (args: unknown, rest: { tool?: string; isTruncated?: boolean } = {}) =>
  replayArguments({ tool: 'b', args, providerCallId: 'x', ...rest }, codec);

describe('replayArguments', () => {
  it('gives objects, and what their text says, in the form of the wire', () => {
    expect(replay({ x: 1 })).toEqual({ x: 1 });
    expect(replay('{"x":1}', { tool: 'a' })).toEqual({ x: 1, encoded: true });
    expect(replay('')).toEqual({});
  });

  it('does not encode what was cut off, because nobody has decoded it', () => {
    expect(replay({ x: 1 }, { tool: 'a', isTruncated: true })).toEqual({ x: 1 });
  });

  it.each([
    ['{"x":', '{"x":'],
    ['[1]', '[1]'],
    ['{"x":1,"x":2}', '{"x":1,"x":2}'],
    ['\ud800', '\ufffd'],
    [['a'], '["a"]'],
    [null, 'null'],
    [undefined, 'undefined'],
    [1n, 'bigint'],
    [() => 1, 'function'],
  ])('quotes what is no object (%#)', (args, text) => {
    expect(replay(args, { tool: 'a' })).toEqual({ INVALID_JSON: text });
  });
});
