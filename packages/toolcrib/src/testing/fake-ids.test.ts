import { expect, it } from 'vitest';
import { createFakeIds } from './fake-ids.ts';

it('createFakeIds counts, each source for itself, in an order that sorting keeps', () => {
  const nextId = createFakeIds();
  const nextCall = createFakeIds('call');
  const ids = Array.from({ length: 1_000 }, nextId);

  expect(ids.slice(0, 2)).toEqual(['id-000001', 'id-000002']);
  expect(nextCall()).toBe('call-000001');
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
