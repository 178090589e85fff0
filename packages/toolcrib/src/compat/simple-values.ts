import type { JsonValue } from '../core/json.ts';

/** Different values of all types, more than `count` of each type that has so many. */
export function listSimpleValues(count: number): readonly JsonValue[] {
  const numbers = Array.from({ length: count + 1 }, (_, index) => index);
  return [
    ...numbers.map((number) => `v${number}`),
    ...numbers,
    true,
    false,
    null,
    ...numbers.map((number) => ({ [`k${number}`]: number })),
    ...numbers.map((number) => [number]),
  ];
}
