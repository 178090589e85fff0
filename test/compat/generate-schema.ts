import fc from 'fast-check';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import {
  count,
  createObject,
  createSharedKeywords,
  createTyped,
  type Keywords,
  mapOf,
  name,
  names,
  plainKeywords,
  someOf,
} from './schema-keywords.ts';
import type { Schema } from './schema-places.ts';

/** Schemas of 2020-12 with any of its keywords. */
export const schema2020: fc.Arbitrary<Schema> = createSchemas('$defs', (schema) => ({
  items: schema,
  prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }),
  minContains: count,
  maxContains: count,
  dependentRequired: mapOf(name, names),
  dependentSchemas: mapOf(name, schema),
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
}));

/** Schemas of draft-07 with any of its keywords. */
export const schema07: fc.Arbitrary<Schema> = createSchemas('definitions', (schema) => ({
  items: fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 3 })),
  additionalItems: schema,
  dependencies: mapOf(name, fc.oneof(schema, names)),
})).map((schema) => ({ $schema: 'http://json-schema.org/draft-07/schema#', ...(schema as JsonObject) }));

/** Schemas of the kind that tools have: objects with typed properties, nested a little. */
export const toolSchema: fc.Arbitrary<Schema> = createToolSchemas();

/** All of the above, and the two boolean schemas. */
export const anySchema: fc.Arbitrary<Schema> = fc.oneof(
  { arbitrary: fc.boolean(), weight: 1 },
  { arbitrary: toolSchema, weight: 12 },
  { arbitrary: schema2020, weight: 12 },
  { arbitrary: schema07, weight: 6 },
);

function createSchemas(
  definitions: '$defs' | 'definitions',
  createKeywords: (schema: fc.Arbitrary<unknown>) => Keywords,
): fc.Arbitrary<Schema> {
  const references = ['a', 'b'].map((definition) => ({ $ref: `#/${definitions}/${definition}` }));
  const anchors = definitions === '$defs' ? [{ $ref: '#node' }, { $dynamicRef: '#node' }] : [];
  const createAll = (schema: fc.Arbitrary<unknown>) =>
    someOf({ ...createSharedKeywords(schema), ...createKeywords(schema) });
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: someOf(plainKeywords), weight: 3 },
      { arbitrary: fc.constantFrom({ $ref: '#' }, ...references, ...references, ...anchors), weight: 1 },
      { arbitrary: createTyped(tie('schema')), weight: 4 },
      { arbitrary: createAll(tie('schema')), weight: 5 },
    ),
  }));
  return fc
    .record({ root: fc.oneof(createAll(schema), createTyped(schema)), a: schema, b: schema })
    .map(({ root, a, b }) => {
      const node = definitions === '$defs' ? { $dynamicAnchor: 'node', ...(b as object) } : b;
      return dropUnused({ ...(root as JsonObject), [definitions]: { a, b: node } } as JsonObject);
    })
    .filter(isReadable);
}

function createToolSchemas(): fc.Arbitrary<Schema> {
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      { arbitrary: createTyped(fc.constant({ type: 'string' })), weight: 3 },
      { arbitrary: createTyped(tie('schema')), weight: 4 },
      {
        arbitrary: fc
          .array(createTyped(tie('schema')), { minLength: 2, maxLength: 3 })
          .map((anyOf) => ({ anyOf })),
        weight: 1,
      },
      { arbitrary: fc.constant({ $ref: '#/$defs/shared' }), weight: 1 },
    ),
  }));
  return fc
    .record({ root: createObject(schema), shared: schema })
    .map(({ root, shared }) => dropUnused({ ...(root as JsonObject), $defs: { shared } } as JsonObject))
    .filter(isReadable);
}

/** Changes to definitions that nothing refers to would be changes to nothing. */
function dropUnused(schema: JsonObject): JsonObject {
  const { $defs, definitions, ...rest } = schema;
  const isUsed = /"\$(?:ref|dynamicRef)":/.test(JSON.stringify(rest));
  return isUsed ? schema : rest;
}

/** A small schema without references, to put somewhere into another. */
export const smallSchema: fc.Arbitrary<Schema> = fc.oneof(
  someOf(plainKeywords),
  createTyped(someOf(plainKeywords)),
  fc.boolean(),
) as fc.Arbitrary<Schema>;

/** Random references may lead back to themselves, which is refused. */
export function isReadable(schema: Schema): boolean {
  try {
    readJsonSchema(schema);
    return true;
  } catch {
    // Nothing to compare then; other tests look at the errors.
    return false;
  }
}
