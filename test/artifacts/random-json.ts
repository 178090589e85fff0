import fc from 'fast-check';
import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';

/** Keys that mean something elsewhere: to JavaScript, to JSON Pointers, or as an index. */
const oddKeys = ['__proto__', 'constructor', 'length', 'a/b', '~', '~1', '', '0', 'name', 'ü'] as const;

const scalar = fc.oneof(
  fc.constantFrom<JsonValue[]>(null, true, false, 0, -1, 1.5, 1e21, '', 'name', 'a\nb', '😀', 'é'.repeat(40)),
  fc.integer(),
  fc.string(),
);

/** Any JSON value, nested a few levels. */
export const randomJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...oddKeys), tie('value')), {
        selector: ([key]) => key,
        maxLength: 6,
      })
      // Unlike an assignment, this makes an own property of `__proto__`.
      .map((entries): JsonValue => Object.fromEntries(entries)),
  ),
})).value;

/** The steps to a value that exists, mostly, chosen by numbers. */
export function chooseSteps(root: JsonValue, choices: readonly number[]): readonly string[] {
  const steps: string[] = [];
  let value: JsonValue | undefined = root;
  for (const choice of choices) {
    const keys: readonly string[] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const step =
      choice % 10 === 9 ? oddKeys[choice % oddKeys.length] : keys[choice % Math.max(1, keys.length)];
    if (step === undefined) break;
    steps.push(step);
    value = getNaively(value, [step]);
  }
  return steps;
}

/** What is at the end of some steps, in the plainest way. */
export function getNaively(root: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  const [step, ...others] = steps;
  if (step === undefined || root === undefined) return root;
  if (typeof root !== 'object' || root === null) return undefined;
  const isOwn = Object.keys(root).includes(step);
  const own: JsonValue | undefined = isOwn ? Object.getOwnPropertyDescriptor(root, step)?.value : undefined;
  return own === undefined ? undefined : getNaively(own, others);
}

/** Steps as a JSON Pointer. */
export function toPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.split('~').join('~0').split('/').join('~1')}`).join('');
}

/** What is inside of a value: of an array or an object its parts, of others nothing. */
export function partsOf(value: JsonValue | undefined): readonly { key?: string; value: JsonValue }[] {
  if (Array.isArray(value)) return value.map((item) => ({ value: item }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => ({ key, value: item }));
}
