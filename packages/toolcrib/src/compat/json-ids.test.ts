import { describe, expect, it } from 'vitest';
import { JsonIds } from './json-ids.ts';

describe('JsonIds', () => {
  it('gives equal values the same number, and others another', () => {
    const ids = new JsonIds();
    const idOf = (value: Parameters<JsonIds['identify']>[0]) => ids.identify(value).id;

    expect(idOf({ a: [1, { b: null }], c: '1' })).toBe(idOf({ c: '1', a: [1, { b: null }] }));
    const others = [1, '1', [1], ['1'], { 1: 1 }, [[1]], [], {}, null, 'null', true, [1, 1], '[1'];
    expect(new Set(others.map(idOf)).size).toBe(others.length);
  });

  it('knows where a reference may be inside', () => {
    const ids = new JsonIds();

    expect(ids.identify({ allOf: [{ $ref: '#' }] }).hasReference).toBe(true);
    expect(ids.identify({ items: { $dynamicRef: '#a' } }).hasReference).toBe(true);
    expect(ids.identify({ const: '$ref' }).hasReference).toBe(false);
  });
});
