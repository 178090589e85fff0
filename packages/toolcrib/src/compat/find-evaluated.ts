import type { JsonObject } from '../core/json.ts';
import type { JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';

/** What `unevaluatedProperties` leaves out: properties of these names, or that match these patterns. */
export interface EvaluatedNames {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

/** `all` if nothing is left for an unevaluated keyword, `unclear` if that depends on the value. */
export type Evaluated<Known> = Known | 'all' | 'unclear';

/** Keywords by which it depends on the value what is evaluated. */
const conditional = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies', '$dynamicRef'] as const;

/** What `unevaluatedProperties` of a schema leaves out, if that is the same for all values. */
export function findEvaluatedNames(
  schema: JsonObject,
  document: JsonSchemaDocument,
): Evaluated<EvaluatedNames> {
  const parts = listParts(schema, document);
  const others = parts.filter((part) => part !== schema);
  if (parts.some((part) => has(part, ['additionalProperties']))) return 'all';
  if (others.some((part) => has(part, ['unevaluatedProperties']))) return 'all';
  if (parts.some((part) => has(part, conditional))) return 'unclear';
  const keysOf = (keyword: string) =>
    parts.flatMap((part) => Object.keys((part[keyword] ?? {}) as JsonObject));
  return { names: new Set(keysOf('properties')), patterns: [...new Set(keysOf('patternProperties'))] };
}

/** How many items `unevaluatedItems` of a schema leaves out, if that is the same for all values. */
export function findEvaluatedItems(schema: JsonObject, document: JsonSchemaDocument): Evaluated<number> {
  const parts = listParts(schema, document);
  const others = parts.filter((part) => part !== schema);
  if (parts.some((part) => has(part, ['items']))) return 'all';
  if (others.some((part) => has(part, ['unevaluatedItems']))) return 'all';
  if (parts.some((part) => has(part, [...conditional, 'contains']))) return 'unclear';
  return Math.max(...parts.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)));
}

/** A schema and all those that always apply to the same value; their number is bounded when a document is read. */
function listParts(schema: JsonObject, document: JsonSchemaDocument): readonly JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    const target = document.references.$ref.get(part)?.schema;
    // `allOf` of a checked schema is an array of schemas.
    for (const next of [target, ...((part.allOf ?? []) as readonly SchemaNode[])]) {
      if (typeof next === 'object') parts.add(next);
    }
  }
  return [...parts];
}

function has(schema: JsonObject, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => schema[keyword] !== undefined);
}
