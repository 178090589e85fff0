import { isJsonArray, isJsonObject, type JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What may be put into a value. */
export interface ValuePool {
  readonly random: SeededRandom;
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

/** A value with one place changed at random. */
export function mutateValue(value: JsonValue, pool: ValuePool): JsonValue {
  const { random } = pool;
  const replacement = random.pick(pool.values) ?? null;
  if (random.onceIn(6)) return replacement;
  if (typeof value === 'number')
    return value + (random.pick([1, -1, 0.5, -0.5, 0.25, 1e-3, 100, -value * 2]) ?? 1);
  if (typeof value === 'string') return mutateText(value, random);
  if (isJsonArray(value)) return mutateArray(value, replacement, pool);
  if (isJsonObject(value)) {
    const name = random.pick(Object.keys(value));
    if (name === undefined || random.onceIn(4))
      return { ...value, [random.pick(pool.names) ?? 'a']: replacement };
    if (random.onceIn(3)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    return { ...value, [name]: mutateValue(value[name] ?? null, pool) };
  }
  return replacement;
}

function mutateArray(value: readonly JsonValue[], replacement: JsonValue, pool: ValuePool): JsonValue {
  const { random } = pool;
  const index = random.below(value.length);
  switch (value.length === 0 ? 0 : random.below(4)) {
    case 0:
      return [...value, replacement];
    case 1:
      return value.filter((_, position) => position !== index);
    case 2:
      return [...value, value[index] ?? null];
    default:
      return value.map((item, position) => (position === index ? mutateValue(item, pool) : item));
  }
}

function mutateText(value: string, random: SeededRandom): string {
  const characters = [...value];
  switch (random.below(3)) {
    case 0:
      return value + (random.pick(['a', 'b', 'Z', '1', ' ', '😀']) ?? '');
    case 1:
      return characters.slice(0, -1).join('');
    default:
      return [random.pick(['a', 'b', '0', '-']) ?? '', ...characters.slice(1)].join('');
  }
}
