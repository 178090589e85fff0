import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyPlainJson } from './copy-plain-json.ts';

describe('copyPlainJson', () => {
  it('copies and freezes, or leaves it to somebody else, and never copies what is no JSON', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withNullPrototype: true,
      withTypedArray: true,
      maxDepth: 4,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const copy = copyPlainJson(value);

        if (copy === undefined) return;
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(JSON.stringify(copy))).toEqual(copy);
        expect(Object.isFrozen(copy)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes plain arguments', () => {
    const args = { text: 'a', number: -0, flag: true, nothing: null, list: [{ deep: [1] }] };

    expect(copyPlainJson(args)).toStrictEqual({ ...args, number: 0 });
  });

  it.each([
    ['a key that could change a prototype', JSON.parse('{"__proto__":{"a":1}}')],
    ['a lone surrogate', ['\ud800']],
    ['a lone surrogate in a key', { '\ud800': 1 }],
    ['an instance', { at: new Date(0) }],
    ['nothing', { a: undefined }],
    ['a hole', Array(1)],
    ['infinity', [Number.POSITIVE_INFINITY]],
  ])('leaves %s to somebody else', (_name, value) => {
    expect(copyPlainJson(value)).toBeUndefined();
  });

  it('leaves what throws or contains itself to somebody else', () => {
    const circular: unknown[] = [];
    circular.push(circular);
    const throwing = {
      get secret() {
        throw new Error('no');
      },
    };

    expect(copyPlainJson(circular)).toBeUndefined();
    expect(copyPlainJson(throwing)).toBeUndefined();
  });

  it('takes no symbols along', () => {
    expect(Reflect.ownKeys(Object(copyPlainJson({ a: 1, [Symbol('b')]: 2 })))).toEqual(['a']);
  });
});
