import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import { diffJson, type JsonDifference } from './diff-json.ts';

describe('diffJson', () => {
  it('tells each place once, as deep inside as possible, with keys in code-unit order', () => {
    const before = { b: [1, { x: true }], a: 'old', gone: null, same: { deep: [] } };
    const after = { same: { deep: [] }, a: 'new', b: [1, { x: false, y: 0 }, 'more'], Z: {} };

    expect(diffJson(before, after)).toEqual([
      { pointer: '/Z', after: {} },
      { pointer: '/a', before: 'old', after: 'new' },
      { pointer: '/b/1/x', before: true, after: false },
      { pointer: '/b/1/y', after: 0 },
      { pointer: '/b/2', after: 'more' },
      { pointer: '/gone', before: null },
    ]);
  });

  it('tells another type as one difference', () => {
    expect(diffJson({ a: [1] }, { a: { 0: 1 } })).toEqual([{ pointer: '/a', before: [1], after: { 0: 1 } }]);
    expect(diffJson(null, {})).toEqual([{ pointer: '', before: null, after: {} }]);
  });

  it('tells a value that is there on one side only', () => {
    expect(diffJson(undefined, [1])).toEqual([{ pointer: '', after: [1] }]);
    expect(diffJson('', undefined)).toEqual([{ pointer: '', before: '' }]);
    expect(diffJson(undefined, undefined)).toEqual([]);
  });

  it('writes keys as RFC 6901 has them, and knows nothing of inherited ones', () => {
    const odd = JSON.parse('{"a/b":{"~":{"":{"constructor":1}}}}');

    expect(diffJson(odd, { 'a/b': { '~': { '': {} } } })).toEqual([
      { pointer: '/a~1b/~0//constructor', before: 1 },
    ]);
    expect(diffJson({}, { toString: 1 })).toEqual([{ pointer: '/toString', after: 1 }]);
  });

  it('is frozen', () => {
    const differences = diffJson({ a: 1 }, { a: 2 });

    expect(Object.isFrozen(differences)).toBe(true);
    expect(Object.isFrozen(differences[0])).toBe(true);
  });

  it('is empty exactly if the canonical JSON is equal', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        expect(diffJson(before, after).length === 0).toBe(canonicalJson(before) === canonicalJson(after));
      }),
      { numRuns: 2000 },
    );
  });

  it('is enough to make the one of the other, in both directions', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const differences = diffJson(before, after);

        expect(apply(before, differences)).toEqual(after);
        expect(diffJson(after, before)).toEqual(differences.map(swap));
      }),
      { numRuns: 2000 },
    );
  });

  it('names no place twice and none inside another', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const pointers = diffJson(before, after).map(({ pointer }) => `${pointer}/`);

        for (const pointer of pointers)
          expect(pointers.filter((other) => other.startsWith(pointer))).toEqual([pointer]);
      }),
    );
  });
});

describe('diffJson of values with very many differences', () => {
  const many = (text: string, length: number) => Array.from({ length }, (_, index) => `${text} ${index}`);

  it('tells a thousand one by one', () => {
    const differences = diffJson(many('a', 1000), many('b', 1000));

    expect(differences).toHaveLength(1000);
    expect(differences.at(-1)?.pointer).toBe('/999');
  });

  it('tells the rest as one, at the nearest place that holds it', () => {
    const before = { a: many('a', 500), b: { c: many('a', 600), d: 1 }, z: 1 };
    const after = { a: many('b', 500), b: { c: many('b', 600), d: 1 }, z: 1 };

    const differences = diffJson(before, after);

    expect(differences).toHaveLength(1000);
    expect(differences.at(-1)).toEqual({ pointer: '/b/c', before: before.b.c, after: after.b.c });
    expect(apply(before, differences)).toEqual(after);
    const further = diffJson({ ...before, b: { ...before.b, d: 2 } }, after);
    expect(further.at(-1)?.pointer).toBe('/b');
    expect(further).toHaveLength(1000);
    expect(diffJson({ ...before, z: 2 }, after).at(-1)?.pointer).toBe('');
  });
});

const oddKeys = fc.constantFrom('a', 'b', 'a/b', '~', '~1', '', '0', '-', 'toString');
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, '', 'a'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(oddKeys, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
/** Two values that may have much in common, whatever the order of their keys. */
const pairs = fc.oneof(
  fc.tuple(tree, tree),
  tree.map((value): [JsonValue, JsonValue] => [value, reversed(value)]),
  fc.tuple(tree, tree, oddKeys).map(([value, other, key]): [JsonValue, JsonValue] => [
    { common: value, [key]: other },
    { [key]: value, common: reversed(value) },
  ]),
);

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

function swap({ pointer, before, after }: JsonDifference): JsonDifference {
  return {
    pointer,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}

/** Follows the pointers as an outsider would. Items that are gone are at the end of their array. */
function apply(before: JsonValue, differences: readonly JsonDifference[]): JsonValue | undefined {
  const box = { root: structuredClone(before) } as Record<string, unknown>;
  for (const { pointer, after } of differences) {
    const steps = `root${pointer}`.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() as string;
    let target = box;
    for (const step of steps) target = target[step] as Record<string, unknown>;
    if (after !== undefined) target[last] = structuredClone(after);
    else if (Array.isArray(target)) target.length = Math.min(target.length, Number(last));
    else delete target[last];
  }
  return box.root as JsonValue;
}
