import { isJsonObject, type JsonObject, type JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { createInstanceGenerator } from '../../test/compat/generate-instances.ts';
import { isReadable } from '../../test/compat/generate-schema.ts';
import { getAt, listPlaces, mapPlaces } from '../../test/compat/schema-places.ts';
import { createValidator } from '../../test/compat/validators.ts';
import type { JudgedPair } from './judge-pairs.ts';

/** What `json-schema-diff` reads over, by its own list of keywords. */
const ignoredKeywords: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'multipleOf',
  'pattern',
  'additionalItems',
  'uniqueItems',
  'contains',
  'patternProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
  'if',
]);

/** In a few words why another checker decides otherwise; what is told was tried out. */
export function explainDisagreement(judged: JudgedPair, checker: string): string {
  const { answers, truth, instances } = judged;
  if (truth === 'compatible') {
    return instances === 0
      ? 'the old schema accepts nothing, so nothing is refused'
      : `all ${instances} instances of the old schema pass the new one`;
  }
  const place = answers[0]?.place ?? 'found by drawing instances';
  const ignored = checker.startsWith('json-schema-diff') ? listDeciding(judged) : [];
  if (ignored.length > 0) return `they ignore ${ignored.join(', ')}; ${place}`;
  return isShownByAdditionalOnly(judged) ? `they overlook properties that are not listed; ${place}` : place;
}

/** The ignored keywords without which the witness would pass; if none alone decides, then all together. */
function listDeciding({ pair, witness }: JudgedPair): string[] {
  const passesWithout = (names: readonly string[]): boolean => {
    const without = mapPlaces(pair.after, (schema) => omitIgnored(schema, names));
    return isReadable(without) && createValidator(without)(witness ?? null) === true;
  };
  const places = listPlaces(pair.after).map((path) => getAt(pair.after, path));
  const used = [...new Set(places.filter(isJsonObject).flatMap(listIgnored))];
  const deciding = used.filter((name) => passesWithout([name]));
  return deciding.length > 0 || !passesWithout(used) ? deciding : used;
}

function listIgnored(schema: JsonObject): string[] {
  return Object.entries(schema)
    .filter(([keyword, value]) => ignoredKeywords.has(keyword) || isTuple(keyword, value))
    .map(([keyword, value]) => (isTuple(keyword, value) ? 'tuples' : keyword));
}

function omitIgnored(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) => !names.includes(isTuple(keyword, value) ? 'tuples' : keyword),
    ),
  );
}

function isTuple(keyword: string, value: JsonValue): boolean {
  return keyword === 'prefixItems' || (keyword === 'items' && Array.isArray(value));
}

/** Whether no instance is refused that has only the properties which the old schema lists. */
function isShownByAdditionalOnly({ pair }: JudgedPair): boolean {
  const closed = mapPlaces(pair.before, (schema) =>
    isJsonObject(schema.properties) ? { ...schema, additionalProperties: false } : schema,
  );
  if (!isReadable(closed)) return false;
  const [accepted, rejected] = [createValidator(pair.before), createValidator(pair.after)];
  const instances = createInstanceGenerator()({ schema: closed, against: pair.after, seed: 1, count: 200 });
  return !instances.some((value) => accepted(value) === true && rejected(value) === false);
}
