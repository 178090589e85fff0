import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { readArguments, type TypedArguments } from './read-arguments.ts';

const io: TypedArguments['io'] = {
  cwd: '/nowhere',
  stdin: { isTTY: false, read: async () => '{"from":"stdin"}' },
};

const properties = {
  text: { type: 'string' },
  count: { type: 'integer' },
  ratio: { type: ['number', 'null'] },
  isOn: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
  sizes: { type: 'array', items: { type: 'integer' } },
  options: { type: 'object' },
  unit: { enum: ['1', '2'] },
  either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
};

function read(words: readonly string[], more: Partial<TypedArguments> = {}) {
  return readArguments({
    words,
    argsFile: undefined,
    io,
    inputSchema: async () => ({ properties }),
    ...more,
  });
}

describe('readArguments', () => {
  it.each([
    { words: [], expected: {} },
    { words: ['{"a":1}'], expected: { a: 1 } },
    { words: ['-'], expected: { from: 'stdin' } },
    { words: ['text=5'], expected: { text: '5' } },
    { words: ['text=a=b'], expected: { text: 'a=b' } },
    { words: ['text='], expected: { text: '' } },
    { words: ['count=5', 'ratio=-1.5e3', 'isOn=true'], expected: { count: 5, ratio: -1500, isOn: true } },
    { words: ['ratio=null'], expected: { ratio: null } },
    { words: ['tags=a', 'tags=b'], expected: { tags: ['a', 'b'] } },
    { words: ['tags=1'], expected: { tags: ['1'] } },
    { words: ['sizes=1', 'sizes=2'], expected: { sizes: [1, 2] } },
    { words: ['sizes=[1,2]'], expected: { sizes: [1, 2] } },
    { words: ['options={"a":1}'], expected: { options: { a: 1 } } },
    { words: ['unit=1', 'either=2'], expected: { unit: '1', either: '2' } },
    { words: ['other=5', 'more=x'], expected: { other: 5, more: 'x' } },
    { words: ['text:=5'], expected: { text: 5 } },
    { words: ['a:={"b":[1]}'], expected: { a: { b: [1] } } },
  ])('reads $words', async ({ words, expected }) => {
    expect(await read(words)).toEqual(expected);
  });

  it('leaves a wrong value to the check of the tool', async () => {
    expect(await read(['count=many', 'isOn=yes'])).toEqual({ count: 'many', isOn: 'yes' });
  });

  it('guesses where the schema cannot be had', async () => {
    const inputSchema = async () => undefined;

    expect(await read(['a=1', 'b=x'], { inputSchema })).toEqual({ a: 1, b: 'x' });
  });

  it('keeps a key that objects inherit as a key', async () => {
    const args = await read(['__proto__=1', 'toString=2']);

    expect(JSON.stringify(args)).toBe('{"__proto__":1,"toString":2}');
  });

  it('reads a file', async () => {
    await withTempFolder(async (folder) => {
      await writeFile(join(folder, 'args.json'), '{"a":1}');

      expect(await read([], { argsFile: 'args.json', io: { ...io, cwd: folder } })).toEqual({ a: 1 });
    });
  });

  it.each([
    { words: ['nonsense'] },
    { words: ['=x'] },
    { words: [':=1'] },
    { words: ['{"a":'] },
    { words: ['{"a":1,"a":2}'] },
    { words: ['a:=x'] },
    { words: ['{}', 'a=1'] },
    { words: ['-', 'a=1'] },
  ])('refuses $words', async ({ words }) => {
    await expect(read(words)).rejects.toMatchObject({ code: 'E_INVALID_REQUEST' });
  });

  it.each([
    { words: [], argsFile: 'missing.json' },
    { words: ['a=1'], argsFile: 'args.json' },
  ])('refuses the file of $words', async ({ words, argsFile }) => {
    await expect(read(words, { argsFile })).rejects.toMatchObject({ code: 'E_INVALID_REQUEST' });
  });
});
