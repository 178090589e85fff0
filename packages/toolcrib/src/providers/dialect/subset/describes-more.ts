import { isJsonArray, isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { Reading } from './reading.ts';

/** Keywords that describe what else a value may have; `not` and counts only take something away. */
const describing: ReadonlySet<string> = new Set([
  ...['anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'],
]);

/**
 * Whether a keyword describes properties that its schema does not have. In a closed object they could never
 * be sent, so that saying the keyword in words would take something away.
 */
export function describesMore(keyword: string, value: JsonValue, { properties }: Reading): boolean {
  if (!describing.has(keyword)) return false;
  return describesOther({ [keyword]: value }, (name) => properties?.has(name) === true);
}

/** Whether a schema, or any of those in it that apply to the same value, has a property that is not known. */
function describesOther(schema: JsonValue, isKnown: (name: string) => boolean): boolean {
  if (!isJsonObject(schema)) return false;
  if (schema.$ref !== undefined || schema.$dynamicRef !== undefined) return true;
  const members = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  if (members.some(([name, member]) => !isKnown(name) || hasProperties(member))) return true;
  return Object.entries(schema).some(([keyword, value]) => {
    if (!describing.has(keyword)) return false;
    return listSchemas(keyword, value).some((item) => describesOther(item, isKnown));
  });
}

/** What a property has inside is not compared. */
function hasProperties(schema: JsonValue): boolean {
  return isJsonObject(schema) && schema.properties !== undefined;
}

function listSchemas(keyword: string, value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value;
  const isMap = keyword === 'dependentSchemas' || keyword === 'dependencies';
  return isMap && isJsonObject(value) ? Object.values(value) : [value];
}
