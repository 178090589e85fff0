import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { type KeywordShape, keywordShapes } from '../core/json-schema/read/keyword-shapes.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** Keywords of draft-07 that an older draft does not know, so that they say nothing there. */
const unknownKeywords: Readonly<Record<string, readonly string[]>> = {
  'draft-04': ['const', 'contains', 'propertyNames', 'if', 'then', 'else', '$id'],
  'draft-06': ['if', 'then', 'else'],
};

/**
 * A schema that says by `$schema` that it is of draft-04 or draft-06, as one of draft-07 that says the same, each part at
 * the same place; every other value as it is.
 */
export function translateDraft(document: JsonValue): JsonValue {
  if (!isJsonObject(document) || typeof document.$schema !== 'string') return document;
  const draft = /^https?:\/\/json-schema\.org\/(draft-0[46])\/schema#?$/.exec(document.$schema)?.[1];
  if (draft === undefined) return document;
  return { ...(translateSchema(document, draft) as JsonObject), $schema: DRAFT_07 };
}

function translateSchema(schema: JsonValue, draft: string): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const translated: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (unknownKeywords[draft]?.includes(keyword)) continue;
    const shape = keywordShapes['draft-07'].get(keyword);
    translated[keyword] = translateInside(value, shape, draft);
  }
  return draft === 'draft-04' ? translateDraft04(translated) : translated;
}

function translateInside(value: JsonValue, shape: KeywordShape | undefined, draft: string): JsonValue {
  switch (shape) {
    case 'schema':
      return translateSchema(value, draft);
    case 'schemas':
    case 'schema or schemas':
      if (!isJsonArray(value)) return translateSchema(value, draft);
      return value.map((item) => translateSchema(item, draft));
    case 'schema by name':
    case 'schema by pattern':
    case 'schema or names by name':
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, translateSchema(item, draft)]),
      );
    default:
      return value;
  }
}

/** In draft-04 an address is in `id`, and limits are made exclusive by `true`. */
function translateDraft04({ id, ...schema }: Record<string, JsonValue>): JsonValue {
  const translated: Record<string, JsonValue> = schema;
  if (typeof id === 'string') translated.$id = id;
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const [value, isExclusive] = [translated[limit], translated[exclusive]];
    if (typeof isExclusive !== 'boolean') continue;
    delete translated[exclusive];
    if (!isExclusive || value === undefined) continue;
    translated[exclusive] = value;
    delete translated[limit];
  }
  return translated;
}
