import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson, MAX_JSON_DEPTH } from './json.ts';

function issuesOf(value: unknown): string[] {
  const outcome = copyJson(value);
  return outcome.ok ? [] : outcome.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function nest(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe('copyJson', () => {
  it('copies every JSON value as JSON itself would, and freezes it deeply', () => {
    const isDeeplyFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen));

    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__":'));
        const outcome = copyJson(value);

        expect(outcome).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) });
        expect(outcome.ok && isDeeplyFrozen(outcome.value)).toBe(true);
      }),
    );
  });

  it('shares nothing with the original', () => {
    const original = { list: [1], inner: { key: 'a' } };

    const outcome = copyJson(original);
    original.list.push(2);
    original.inner.key = 'b';

    expect(outcome).toEqual({ ok: true, value: { list: [1], inner: { key: 'a' } } });
  });

  it('takes a property that is undefined as absent', () => {
    expect(copyJson({ a: 1, b: undefined })).toEqual({ ok: true, value: { a: 1 } });
  });

  it('takes plain objects of other realms and without a prototype', () => {
    expect(copyJson(runInNewContext('({ a: [1] })'))).toEqual({ ok: true, value: { a: [1] } });
    expect(copyJson(Object.assign(Object.create(null), { a: 1 }))).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['a class instance', { when: new Date(0) }, 'when: is an instance of a class, not plain JSON'],
    ['a map', { map: new Map() }, 'map: is an instance of a class, not plain JSON'],
    ['a function', { call: () => 1 }, 'call: is of type function, which JSON cannot say'],
    ['a symbol', [Symbol('x')], '0: is Symbol(x), which JSON cannot say'],
    ['a bigint', { n: 1n }, 'n: is of type bigint, which JSON cannot say'],
    ['NaN', { n: Number.NaN }, 'n: is NaN, which JSON cannot say'],
    ['infinity', { n: Number.POSITIVE_INFINITY }, 'n: is Infinity, which JSON cannot say'],
    ['a hole', [undefined], '0: is of type undefined, which JSON cannot say'],
    ['a lone surrogate', { text: '\ud800' }, 'text: contains a lone surrogate'],
    ['a key with a lone surrogate', { '\udc00': 1 }, '\udc00: is a key with a lone surrogate'],
    [
      'a __proto__ key',
      JSON.parse('{"a":{"__proto__":{"x":1}}}'),
      'a.__proto__: is a key that is never accepted',
    ],
    ['undefined', undefined, ': is of type undefined, which JSON cannot say'],
  ])('refuses %s and says where', (_what, value, expected) => {
    expect(issuesOf(value)).toEqual([expected]);
  });

  it('refuses what cannot be read, whatever reading it throws', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throwing = {
      get secret(): string {
        throw new Error('hunter2');
      },
    };

    expect(issuesOf({ a: throwing })).toEqual(['a: cannot be read']);
    expect(issuesOf([proxy])).toEqual(['0: cannot be read']);
  });

  it('refuses an array that claims more items than any text could bring', () => {
    expect(issuesOf({ list: new Array(2 ** 31) })).toEqual(['list: has more than 10000000 items']);
  });

  it('refuses a cycle but not a value that stands in two places', () => {
    const shared = { a: 1 };
    const cyclic: Record<string, unknown> = { shared, again: shared };
    cyclic.self = cyclic;

    expect(issuesOf(cyclic)).toEqual(['self: contains itself']);
  });

  it('refuses nesting beyond the limit, and nothing below it', () => {
    expect(issuesOf(nest(MAX_JSON_DEPTH))).toEqual([]);
    expect(issuesOf(nest(MAX_JSON_DEPTH + 1))).toHaveLength(1);
    expect(issuesOf(nest(100_000))).toHaveLength(1);
  });

  it('lists every problem, not the first only', () => {
    expect(issuesOf({ a: 1n, b: [Number.NaN], c: 'fine' })).toHaveLength(2);
  });
});
