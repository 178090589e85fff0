import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { createCodec } from './codec/create-codec.ts';
import type { ArgumentsCodec } from './dialect.ts';
import type { Source } from './read-source.ts';
import type { WireKeys } from './wire-keys.ts';

/** Keywords that hold a value of the schema, or a list of them. */
const singles: ReadonlySet<string> = new Set(['const', 'default', 'example']);
const lists: ReadonlySet<string> = new Set(['enum', 'examples']);

/** Renames the properties in values that a schema with wire keys gives: they are sent as arguments are. */
export function renameValues(source: Source, wireKeys: WireKeys): JsonObject {
  const { shapes, references } = source;
  const follow = (schema: JsonObject) => {
    const target = references.get(schema)?.schema;
    return typeof target === 'object' ? target : undefined;
  };

  /** One codec for all values of a schema, and none for a schema without. */
  const createEncoder = (schema: JsonObject) => {
    let codec: ArgumentsCodec | undefined;
    return (value: JsonValue): JsonValue => {
      if (typeof value !== 'object' || value === null) return value;
      const root = { properties: { value: schema } };
      codec ??= createCodec({ root, shapes, follow, wireKeys, added: new Map(), acceptsNull: () => false });
      return codec.encode({ value }).value as JsonValue;
    };
  };

  const visitSchema = (schema: JsonValue): JsonValue => {
    if (!isJsonObject(schema)) return schema;
    const encode = createEncoder(schema);
    const members = Object.entries(schema).map(([keyword, value]) => {
      if (singles.has(keyword)) return [keyword, encode(value)] as const;
      if (lists.has(keyword) && isJsonArray(value)) return [keyword, value.map(encode)] as const;
      return [keyword, visitShape(shapes.get(keyword), value)] as const;
    });
    return Object.fromEntries(members);
  };

  const visitShape = (shape: string | undefined, value: JsonValue): JsonValue => {
    if (shape?.startsWith('schema') !== true) return value;
    if (shape === 'schema') return visitSchema(value);
    if (isJsonArray(value)) return value.map(visitSchema);
    if (shape === 'schema or schemas') return visitSchema(value);
    // The other shapes are objects of schemas, or of lists of names.
    const rows = Object.entries(value as JsonObject).map(
      ([name, item]) => [name, visitSchema(item)] as const,
    );
    return Object.fromEntries(rows);
  };

  // What is made of an object is one.
  return visitSchema(source.root) as JsonObject;
}
