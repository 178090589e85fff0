import { describe, expect, it } from 'vitest';
import { JsonIds } from './json-ids.ts';

describe('JsonIds', () => {
  it('gives equal values the same number, and others another', () => {
    const ids = new JsonIds();
    const idOf = (value: Parameters<JsonIds['identify']>[0]) => ids.identify(value);

    expect(idOf({ a: [1, { b: null }], c: '1' })).toBe(idOf({ c: '1', a: [1, { b: null }] }));
    const others = [1, '1', [1], ['1'], { 1: 1 }, [[1]], [], {}, null, 'null', true, [1, 1], '[1'];
    expect(new Set(others.map(idOf)).size).toBe(others.length);
  });
});
