import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../runtime/model/model-message.ts';
import { areSameCalls } from './are-same-calls.ts';
import type { ArgumentsCodec } from './dialect/dialect.ts';
import { createToolCodec } from './plan/tool-codec.ts';
import { assignWireNames } from './plan/wire-names.ts';

const unmarking: ArgumentsCodec = {
  decode: ({ marked: _, ...args }) => args,
  encode: (args) => ({ ...args, marked: true }),
};
const { names } = assignWireNames(['a.b', 'c'], 'openai');
const codec = createToolCodec(names, new Map([['c', unmarking]]));
const wireName = names.toWireName('a.b');
const call = (fields: Partial<ModelCall>): ModelCall => ({
  tool: 'a.b',
  args: {},
  providerCallId: 'x',
  ...fields,
});

describe('areSameCalls', () => {
  it.each([
    ['an object', { x: 1, y: [2] }, call({ args: { y: [2], x: 1 } })],
    ['text and what it says', '{"x": 1}', call({ args: { x: 1 } })],
    ['an object and its text', { x: 1 }, call({ args: '{"x":1}' })],
    ['text that is no JSON', '{"x":', call({ args: '{"x":' })],
    ['such text, quoted', { INVALID_JSON: '{"x":' }, call({ args: '{"x":' })],
    ['nothing', undefined, call({ args: undefined })],
  ])('knows arguments again: %s', (_, args, message) => {
    expect(areSameCalls([{ name: wireName, args }], [message], codec)).toBe(true);
  });

  it('compares arguments as the tool means them, and as they came where they were cut off', () => {
    const kept = [{ name: 'c', args: { x: 1, marked: true } }];

    expect(areSameCalls(kept, [call({ tool: 'c', args: { x: 1 } })], codec)).toBe(true);
    expect(areSameCalls(kept, [call({ tool: 'c', args: { x: 1 }, isTruncated: true })], codec)).toBe(false);
    expect(areSameCalls(kept, [call({ tool: 'c', args: kept[0]?.args, isTruncated: true })], codec)).toBe(
      true,
    );
  });

  it('knows a tool again that is gone', () => {
    const later = createToolCodec(assignWireNames([], 'openai').names, new Map());

    expect(areSameCalls([{ name: wireName, args: {} }], [call({})], later)).toBe(true);
  });

  it.each([
    ['other arguments', [{ name: wireName, args: { x: 1 } }], [call({ args: { x: '[removed]' } })]],
    ['another tool', [{ name: 'c', args: {} }], [call({})]],
    ['no name', [{ name: undefined, args: {} }], [call({})]],
    ['fewer calls', [{ name: wireName, args: {} }], []],
    ['more calls', [], [call({})]],
    [
      'another order',
      [
        { name: wireName, args: { x: 1 } },
        { name: wireName, args: { x: 2 } },
      ],
      [call({ args: { x: 2 } }), call({ args: { x: 1 } })],
    ],
  ])('tells when a host has changed something: %s', (_, kept, calls) => {
    expect(areSameCalls(kept, calls, codec)).toBe(false);
  });
});
