import { canonicalJson } from '../../../core/canonical-json.ts';
import { isEqualJson } from '../../../core/is-equal-json.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import { isAssertion } from '../keyword-facts.ts';

const lowerBounds: ReadonlySet<string> = new Set([
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'],
]);
const upperBounds: ReadonlySet<string> = new Set([
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'],
]);

/** One value that says as much as two values of the same keyword together; undefined if there is none. */
export function mergeKeyword(keyword: string, first: JsonValue, second: JsonValue): JsonValue | undefined {
  if (isEqualJson(first, second)) return first;
  if (lowerBounds.has(keyword)) return Math.max(Number(first), Number(second));
  if (upperBounds.has(keyword)) return Math.min(Number(first), Number(second));
  if (keyword === 'uniqueItems') return true;
  if (keyword === 'description') return `${first}\n${second}`;
  // Of two titles or defaults, the one of the schema further out counts.
  return isAssertion(keyword) ? undefined : first;
}

/** The types that two lists have in common; whole numbers are numbers. */
export function intersectTypes(first: readonly TypeName[], second: readonly TypeName[]): TypeName[] {
  const isIn = (type: TypeName, types: readonly TypeName[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const common = [
    ...first.filter((type) => isIn(type, second)),
    ...second.filter((type) => isIn(type, first)),
  ];
  return [...new Set(common)];
}

/** The values that two lists have in common. */
export function intersectValues(first: readonly JsonValue[], second: readonly JsonValue[]): JsonValue[] {
  const known = new Set(second.map((value) => canonicalJson(value)));
  return first.filter((value) => known.has(canonicalJson(value)));
}
