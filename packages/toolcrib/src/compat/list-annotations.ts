import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';
import { type KeywordShape, keywordShapes } from '../core/json-schema/read/keyword-shapes.ts';

/** Keywords with a shape that say nothing about which values are valid, but are read by people and models. */
const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  'format',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

const MAX_DEPTH = 64;

/**
 * All annotations of a schema with their JSON Pointers, in the order of the schema: those that JSON Schema names, and every
 * keyword that no dialect knows. The schema need not be valid.
 */
export function listAnnotations(schema: JsonValue, pointer: string): ReadonlyMap<string, JsonValue> {
  const annotations = new Map<string, JsonValue>();
  collect({ schema, pointer, depth: 0 }, annotations);
  return annotations;
}

interface Place {
  readonly schema: JsonValue;
  readonly pointer: string;
  readonly depth: number;
}

function collect({ schema, pointer, depth }: Place, annotations: Map<string, JsonValue>): void {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = findConstraintShape(keyword);
    const place = pointerTo(pointer, keyword);
    if (shape === undefined) annotations.set(place, value);
    else {
      for (const [child, steps] of listInside(value, shape)) {
        collect({ schema: child, pointer: pointerTo(place, ...steps), depth: depth + 1 }, annotations);
      }
    }
  }
}

/**
 * The shape of a keyword in either dialect, for a schema need not say which one it means; undefined for annotations, which say
 * nothing about the values that are accepted.
 */
export function findConstraintShape(keyword: string): KeywordShape | undefined {
  if (annotationKeywords.has(keyword)) return undefined;
  return keyword === 'const'
    ? 'object'
    : (keywordShapes['draft-07'].get(keyword) ?? keywordShapes['draft-2020-12'].get(keyword));
}

/** The schemas in the value of a keyword, with the steps to each. */
export function listInside(
  value: JsonValue,
  shape: KeywordShape,
): readonly (readonly [JsonValue, readonly (string | number)[]])[] {
  switch (shape) {
    case 'schema':
      return [[value, []]];
    case 'schemas':
    case 'schema or schemas':
      return isJsonArray(value) ? value.map((item, index) => [item, [index]] as const) : [[value, []]];
    case 'schema by name':
    case 'schema by pattern':
    case 'schema or names by name':
      return isJsonObject(value) ? listMembers(value) : [];
    default:
      return [];
  }
}

function listMembers(value: JsonObject): readonly (readonly [JsonValue, readonly [string]])[] {
  return Object.entries(value).map(([name, item]) => [item, [name]] as const);
}
