import { describe, expect, it } from 'vitest';
import { createToolCodec } from './tool-codec.ts';
import { assignWireNames } from './wire-names.ts';

const { names } = assignWireNames(['find', 'plain'], 'openai');
const codec = createToolCodec(
  names,
  new Map([
    [
      'find',
      {
        decode: ({ _filter, ...rest }) => ({ $filter: _filter ?? null, ...rest }),
        encode: ({ $filter, ...rest }) => ({ _filter: $filter ?? null, ...rest }),
      },
    ],
  ]),
);

describe('createToolCodec', () => {
  it('reads text and objects, and turns arguments into the tool’s own', () => {
    expect(codec.decodeArguments('find', '{"_filter":"x"}')).toEqual({ $filter: 'x' });
    expect(codec.decodeArguments('find', { _filter: 'x' })).toEqual({ $filter: 'x' });
    expect(codec.encodeArguments('find', { $filter: 'x' })).toEqual({ _filter: 'x' });
  });

  it('leaves what it cannot read to the call path', () => {
    for (const args of ['{"a":1,"a":2}', '{', '[]', 'null', 5, undefined, '{"__proto__":1}']) {
      expect(codec.decodeArguments('find', args)).toBe(args);
    }
  });

  it('does not touch the arguments of other tools', () => {
    const args = '{"_filter":"x"}';

    expect(codec.decodeArguments('plain', args)).toBe(args);
    expect(codec.decodeArguments('unknown', args)).toBe(args);
    expect(codec.encodeArguments('plain', { a: 1 })).toEqual({ a: 1 });
  });
});
