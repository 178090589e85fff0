import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { PlainDemand } from './expand-demands.ts';
import type { SeededRandom } from './seeded-random.ts';
import { avoid } from './violate-schema.ts';

/** Where values are drawn from. */
export interface DrawContext {
  readonly random: SeededRandom;
  /** Property names, texts and numbers of the schemas at hand and near them. */
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
  /** Texts that match a pattern. */
  readonly samples: (pattern: string) => readonly string[];
}

const letters = ['a', 'b', 'c', 'z', 'A', '0', '1', ' ', '-', '_', '😀', 'é'];

/** The values that number keywords have in any of the demands. */
export function listNumbers(plain: readonly PlainDemand[], ...keywords: readonly string[]): number[] {
  return plain
    .flatMap(({ schema }) => keywords.map((keyword) => schema[keyword]))
    .filter((value) => typeof value === 'number');
}

/** A number near the bounds, or somewhere between them. */
export function drawNumber(
  plain: readonly PlainDemand[],
  type: string,
  { random, values }: DrawContext,
): number {
  const low = Math.max(-1e3, ...listNumbers(plain, 'minimum', 'exclusiveMinimum'));
  const high = Math.min(Math.max(1e3, low), ...listNumbers(plain, 'maximum', 'exclusiveMaximum'));
  const steps = listNumbers(plain, 'multipleOf');
  const misses = listNumbers(plain, avoid.multipleOf);
  const step = steps.reduce((product, factor) => (product % factor === 0 ? product : product * factor), 1);
  const unit =
    steps.length > 0 ? step : type === 'integer' ? 1 : (random.pick([1, 0.5, 0.25, 0.1, 1e-3]) ?? 1);
  const known = values.filter(
    (value) => typeof value === 'number' && value >= low && value <= high,
  ) as number[];
  const start = random.pick([low, high, 0, Math.ceil(low), Math.floor(high), ...known]) ?? 0;
  const near = Math.round(start / unit) + random.below(5) - 2;
  const spread = Math.floor((low + random.next() * (high - low)) / unit);
  const drawn = random.onceIn(4) ? start : (random.onceIn(4) ? spread : near) * unit;
  return misses.length > 0 && Number.isInteger(drawn) && type !== 'integer' && random.onceIn(2)
    ? drawn + 0.5
    : drawn + 0;
}

/** A text of a fitting length that matches one of the patterns. */
export function drawString(
  plain: readonly PlainDemand[],
  { random, names, values, samples }: DrawContext,
): string {
  const low = Math.max(0, ...listNumbers(plain, 'minLength'));
  const high = Math.min(low + 4, ...listNumbers(plain, 'maxLength'));
  const patterns = plain.map(({ schema }) => schema.pattern).filter((pattern) => typeof pattern === 'string');
  const pattern = random.pick(patterns);
  if (pattern !== undefined && !random.onceIn(8)) {
    const fitting = samples(pattern).filter(
      (text) => [...text].length >= low && [...text].length <= Math.max(high, low + 8),
    );
    return random.pick(fitting.length > 0 ? fitting : samples(pattern)) ?? 'a';
  }
  const texts = [...names, ...values.filter((value) => typeof value === 'string')];
  const known = texts.filter((text) => [...text].length >= low && [...text].length <= high);
  if (random.onceIn(3) && known.length > 0) return random.pick(known) as string;
  const length = random.onceIn(3) ? low : low + random.below(Math.max(1, high - low + 1));
  const only = random.onceIn(2) ? random.pick(letters) : undefined;
  // Long ones of a single letter are quick to make, and nothing looks at the rest.
  return length > 50
    ? 'a'.repeat(Math.min(length, 5_000))
    : Array.from({ length }, () => only ?? random.pick(letters)).join('');
}
