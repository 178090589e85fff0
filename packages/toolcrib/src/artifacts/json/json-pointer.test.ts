import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendPointer, findNode, parsePointer } from './json-pointer.ts';

const oddKeys = fc.constantFrom('__proto__', 'constructor', 'a/b', '~', '~1', '', '0', '-', 'toString', '😀');
const keys = fc.oneof(oddKeys, fc.string());

describe('a JSON Pointer', () => {
  it('names any keys, and leads back to them', () => {
    fc.assert(
      fc.property(fc.array(keys), (steps) => {
        expect(parsePointer(steps.reduce(extendPointer, ''))).toEqual(steps);
      }),
    );
  });

  it.each([
    { path: '', found: { 'a/b': { '~': [10, 20] }, '': 1 } },
    { path: '/', found: 1 },
    { path: '/a~1b/~0/1', found: 20 },
    { path: '/a~1b/~0/2', found: undefined },
    { path: '/a~1b/~0/01', found: undefined },
    { path: '/a~1b/~0/-', found: undefined },
    { path: '/a~1b/~0/-1', found: undefined },
    { path: '/a~1b/~0/1.0', found: undefined },
    { path: '/a~1b/~0/length', found: undefined },
    { path: '//x', found: undefined },
  ])('leads by $path to what RFC 6901 says', ({ path, found }) => {
    const root = { 'a/b': { '~': [10, 20] }, '': 1 };

    expect(findNode(root, parsePointer(path))).toEqual(found);
  });

  it('reaches nothing that is inherited, and everything that is not', () => {
    const root = JSON.parse('{"__proto__": {"constructor": 5}, "list": []}');

    expect(findNode(root, ['__proto__', 'constructor'])).toBe(5);
    for (const steps of [
      ['constructor'],
      ['toString'],
      ['__proto__', '__proto__'],
      ['list', 'length'],
      ['list', '__proto__'],
      ['list', 'map'],
    ]) {
      expect(findNode(root, steps)).toBeUndefined();
    }
  });

  it.each(['items', 'a.b', '$.a', '#/a', '/a~', '/a~2b'])(
    'that is none, as %s, is refused with how to write one',
    (path) => {
      expect(() => parsePointer(path)).toThrow(/is no JSON Pointer: .*"(?:\/items\/0\/name|~1)"/);
    },
  );

  it('is quoted only in part when it is long', () => {
    expect(() => parsePointer('x'.repeat(10_000))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{0,250}$/s) }),
    );
  });
});
