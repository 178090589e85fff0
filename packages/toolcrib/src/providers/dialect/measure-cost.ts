import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { forEachSubschema } from '../../core/json-schema/read/for-each-subschema.ts';
import { inPlaceKeywords, keywordShapes } from '../../core/json-schema/read/keyword-shapes.ts';
import type { SchemaCost } from './dialect.ts';
import { followDefinition } from './subset/accepts-null.ts';

const shapes = keywordShapes['draft-2020-12'];

/** What a schema takes of the budgets of a provider. A definition counts once, however often it is used. */
export function measureCost(root: JsonObject): SchemaCost {
  const cost = { optionalParameters: 0, unions: 0, properties: 0, enumValues: 0, textLength: 0 };
  const visit = (schema: JsonValue): void => {
    if (!isJsonObject(schema)) return;
    const { properties, required, enum: values, const: value, anyOf, type, $defs } = schema;
    if (isJsonObject(properties)) {
      const names = Object.keys(properties);
      const always = new Set(isJsonArray(required ?? null) ? (required as readonly JsonValue[]) : []);
      cost.properties += names.length;
      cost.optionalParameters += names.filter((name) => !always.has(name)).length;
      cost.textLength += lengthOf(names);
    }
    if (isJsonObject($defs)) cost.textLength += lengthOf(Object.keys($defs));
    if (isJsonArray(anyOf ?? null) || (Array.isArray(type) && type.length > 1)) cost.unions++;
    if (Array.isArray(values)) {
      cost.enumValues += values.length;
      cost.textLength += lengthOf(values);
    }
    if (value !== undefined) cost.textLength += lengthOf([value]);
    forEachSubschema(schema, shapes, visit);
  };
  visit(root);
  return Object.freeze({ ...cost, depth: measureDepth(root) });
}

/** Levels of objects and arrays in each other, through references, which may lead back. */
function measureDepth(root: JsonObject): number {
  const known = new Map<JsonObject, number>();
  const visit = (schema: JsonObject): number => {
    const depth = known.get(schema);
    if (depth !== undefined) return depth;
    known.set(schema, 0);
    const target = followDefinition(root, schema);
    let inPlace = target === undefined ? 0 : visit(target);
    let inside = isContainer(schema) ? 1 : 0;
    forEachSubschema(schema, shapes, (child, keyword) => {
      if (typeof child === 'boolean' || keyword === '$defs' || keyword === 'definitions') return;
      if (inPlaceKeywords.has(keyword)) inPlace = Math.max(inPlace, visit(child));
      else inside = Math.max(inside, 1 + visit(child));
    });
    const deepest = Math.max(inPlace, inside);
    known.set(schema, deepest);
    return deepest;
  };
  return visit(root);
}

function isContainer({ type, properties, items }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : [type];
  return (
    properties !== undefined || items !== undefined || types.includes('object') || types.includes('array')
  );
}

function lengthOf(values: readonly JsonValue[]): number {
  let length = 0;
  for (const value of values)
    length += typeof value === 'string' ? value.length : JSON.stringify(value).length;
  return length;
}
