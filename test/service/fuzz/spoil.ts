import type { SeededRandom } from '../../compat/seeded-random.ts';
import { drawHostileText, drawHostileValue } from './hostile-values.ts';
import { pickFrom } from './pick-from.ts';

/** A JSON value with something changed somewhere in it. */
export function spoilValue(value: unknown, random: SeededRandom): unknown {
  if (typeof value !== 'object' || value === null || random.onceIn(8)) return drawHostileValue(random);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.onceIn(5)) return withExtra(value, random);
  const key = pickFrom(random, keys);
  if (random.onceIn(6)) return without(value, key);
  const changed = spoilValue((value as Record<string, unknown>)[key], random);
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed };
}

function withExtra(value: object, random: SeededRandom): unknown {
  if (!Array.isArray(value)) return { ...value, [drawHostileText(random)]: drawHostileValue(random) };
  return random.onceIn(3) ? [...value, ...value] : [...value, drawHostileValue(random)];
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => String(index) !== key);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

const encoder = new TextEncoder();

const textTricks: readonly ((text: string, random: SeededRandom) => string)[] = [
  (text) => `\ufeff${text}`,
  (text) => text.slice(0, -1),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text) => `${text}${text}`,
  (text) => `${text}\u0000`,
  (text) => text.replace(/^\{/, '{"__proto__":{"isAdmin":true},'),
  // The first name once more: parsers differ in which of the two counts.
  (text) => text.replace(/^\{("[^"]*")/, '{$1:1,$1'),
  (text) => text.replace(/:(?:"[^"]*"|\d+)/, ':1e400'),
  (text) => text.replace(/:(?:"[^"]*"|\d+)/, ':-0'),
  (text) => text.replace(/"([^"]*)"/, "'$1'"),
  (text) => text.replace(/:(?:"[^"]*"|\d+)/, ':"\\ud800"'),
  (text) => text.replace(/\}$/, ',}'),
  (text) => `// note\n${text}`,
  () => '['.repeat(20_000),
  () => `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  () => JSON.stringify({ name: 'a'.repeat(1_100_000) }),
  () => '',
  () => 'null',
  () => 'a=b&c=d',
];

/** The bytes of a body whose JSON is changed as text, or whose text is changed as bytes. */
export function spoilBytes(text: string, random: SeededRandom): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(pickFrom(random, textTricks)(text, random));
  if (bytes.length === 0 || !random.onceIn(4)) return bytes;
  bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
