import type { JsonObject } from '../core/json.ts';
import type { JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';
import { readItems } from '../core/json-schema/read-items.ts';

/** Beside these, other schemas may have a say about the same value, or about its parts: nothing is closed there. */
const sharing: readonly string[] = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref', '$dynamicRef'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies', 'patternProperties', 'const', 'enum'],
];
/** Beside these, an object is not closed itself: it says what else it takes, or asks for more than it names. */
const open: readonly string[] = ['additionalProperties', 'unevaluatedProperties', 'minProperties'];

/**
 * A schema that refuses the properties which a document neither names in `properties` nor requires, wherever it has plain
 * object schemas: at the root, and in `properties` and items of those. Undefined if there is nothing to refuse.
 *
 * INVARIANT: every place for which the document accepts values keeps some of them, namely those without such properties. A
 * place without any would be compatible with everything.
 */
export function closeObjects(document: JsonSchemaDocument): JsonObject | undefined {
  return closeSchema(document.root, document);
}

function closeSchema(schema: SchemaNode, document: JsonSchemaDocument): JsonObject | undefined {
  if (typeof schema === 'boolean' || sharing.some((keyword) => schema[keyword] !== undefined))
    return undefined;
  const closed = { ...closeProperties(schema, document), ...closeItems(schema, document) };
  return Object.keys(closed).length === 0 ? undefined : closed;
}

function closeProperties(schema: JsonObject, document: JsonSchemaDocument): JsonObject {
  // The document was checked, so that the keywords have these shapes.
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>);
  const inside = properties.map(([name, property]) => [name, closeSchema(property, document)] as const);
  if (schema.properties !== undefined && open.every((keyword) => schema[keyword] === undefined)) {
    const required = ((schema.required ?? []) as readonly string[]).map((name) => [name, true] as const);
    const known = inside.map(([name, closed]) => [name, closed ?? true] as const);
    return { properties: Object.fromEntries([...required, ...known]), additionalProperties: false };
  }
  const changed = inside.flatMap(([name, closed]) => (closed === undefined ? [] : [[name, closed] as const]));
  return changed.length === 0 ? {} : { properties: Object.fromEntries(changed) };
}

function closeItems(schema: JsonObject, document: JsonSchemaDocument): JsonObject {
  const { contains, uniqueItems, minItems } = schema;
  // Items that are told apart by what is refused would be equal without it.
  const mustDiffer = uniqueItems === true && typeof minItems === 'number' && minItems > 1;
  if (contains !== undefined || mustDiffer) return {};
  const { prefix, rest } = readItems(schema, document.dialect);
  const first = prefix.map((item) => closeSchema(item, document));
  const others = rest === undefined ? undefined : closeSchema(rest, document);
  if (first.every((closed) => closed === undefined)) {
    // Items at the front have schemas of their own.
    const skipped = Array.from({ length: prefix.length }, () => true);
    return others === undefined ? {} : toItems(skipped, others, document);
  }
  return toItems(
    first.map((closed) => closed ?? true),
    others,
    document,
  );
}

function toItems(
  prefix: readonly SchemaNode[],
  rest: SchemaNode | undefined,
  { dialect }: JsonSchemaDocument,
): JsonObject {
  const isOld = dialect === 'draft-07';
  if (prefix.length === 0) return rest === undefined ? {} : { items: rest };
  return {
    [isOld ? 'items' : 'prefixItems']: prefix,
    ...(rest !== undefined && { [isOld ? 'additionalItems' : 'items']: rest }),
  };
}
