import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomJson } from '../../../../../test/artifacts/random-json.ts';
import { showNode } from './describe-node.ts';
import { LongNumber } from './json-node.ts';
import { writeJson } from './write-json.ts';

const byteLength = (text: string) => new TextEncoder().encode(text).length;

const room = (maxBytes: number) => ({ maxBytes, redact: (text: string) => text });

describe('JSON that is written', () => {
  it('is what JSON.stringify writes, if it fits, and nothing otherwise', () => {
    fc.assert(
      fc.property(randomJson, fc.integer({ min: -3, max: 3 }), (value, difference) => {
        const text = JSON.stringify(value);

        expect(writeJson(value, byteLength(text) + difference)).toBe(difference < 0 ? undefined : text);
      }),
    );
  });

  it('has all digits of long numbers, and says numbers that have no end as JSON can', () => {
    const node = [new LongNumber('12345678901234567890'), Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

    expect(writeJson(node, 100)).toBe('[12345678901234567890,1e999,-1e999]');
  });

  it('is none for what is nested too deeply to be recursed into', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

    expect(writeJson(deep, 1_000_000)).toBeUndefined();
    expect(showNode(deep, '', room(1_000))).toMatch(/^<array of 1 element, the first: array of 1 element/);
  });
});

describe('a value that is too large', () => {
  it('is shown by its size and beginning, with the path that leads on, in the bytes there are', () => {
    fc.assert(
      fc.property(randomJson, fc.integer({ min: 120, max: 400 }), (value, maxBytes) => {
        const node = [value, 'x'.repeat(1_000), { key: '😀'.repeat(500) }];

        const shown = showNode(node, '/a', room(maxBytes));

        expect(byteLength(shown)).toBeLessThanOrEqual(maxBytes);
        expect(shown).toContain('array of 3 elements');
        expect(shown).toContain('path: "/a"');
      }),
    );
  });

  it('tells the keys of an object and the beginning of a string', () => {
    const text = 'é'.repeat(2_000);

    expect(showNode({ name: text, __proto: 1 }, '/o', room(400))).toMatch(
      /^<object with 2 keys: "name", "__proto"; .* path: "\/o">$/,
    );
    expect(showNode(text, '/t', room(400))).toMatch(
      /^<string of 2000 characters that begins with "é+"…; .* path: "\/t">$/,
    );
  });

  it.each(['\u0001', '"', '\\', '\ud800', '😀', '\n'])(
    'is shown in the bytes there are if it is full of %j',
    (part) => {
      const text = part.repeat(1_000);
      for (let maxBytes = -20; maxBytes < 400; maxBytes++) {
        for (const node of [text, { [text]: 1, rest: text }, [text, text], [[text]]]) {
          // Below that it is its size alone.
          expect(byteLength(showNode(node, '/t', room(maxBytes)))).toBeLessThanOrEqual(
            Math.max(maxBytes, 80),
          );
        }
      }
    },
  );

  it('is shown without a path that would take all the room', () => {
    const shown = showNode('x'.repeat(5_000), `/${'k'.repeat(5_000)}`, room(300));

    expect(byteLength(shown)).toBeLessThanOrEqual(300);
    expect(shown).toContain('string of 5000 characters');
  });
});
