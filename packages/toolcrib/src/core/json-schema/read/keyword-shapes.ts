import type { Dialect } from '../document.ts';

/** What the value of a keyword looks like, by the metaschema of its dialect. */
export type KeywordShape = PlainShape | SchemaShape;

/** Values without schemas inside. */
export type PlainShape =
  | 'string'
  | 'boolean'
  | 'number'
  | 'positive number'
  | 'count'
  | 'array'
  | 'object'
  | 'names'
  | 'names by name'
  | 'types'
  | 'anchor'
  | 'pattern';

/** Values that are or hold schemas. */
export type SchemaShape =
  | 'schema'
  | 'schemas'
  | 'schema or schemas'
  | 'schema by name'
  | 'schema by pattern'
  | 'schema or names by name';

/** Shapes of the keywords of one dialect. What is missing is an annotation and may be anything. */
export type KeywordShapes = ReadonlyMap<string, KeywordShape>;

const sharedShapes = {
  $schema: 'string',
  $id: 'string',
  $ref: 'string',
  $comment: 'string',
  title: 'string',
  description: 'string',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  examples: 'array',
  type: 'types',
  enum: 'array',
  multipleOf: 'positive number',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  contains: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  properties: 'schema by name',
  patternProperties: 'schema by pattern',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  definitions: 'schema by name',
  dependencies: 'schema or names by name',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: the name of a keyword in a table that nobody awaits.
  then: 'schema',
  else: 'schema',
  format: 'string',
  contentEncoding: 'string',
  contentMediaType: 'string',
} as const satisfies Record<string, KeywordShape>;

const shapes2020 = {
  ...sharedShapes,
  $anchor: 'anchor',
  $dynamicAnchor: 'anchor',
  $dynamicRef: 'string',
  $vocabulary: 'object',
  $defs: 'schema by name',
  deprecated: 'boolean',
  items: 'schema',
  prefixItems: 'schemas',
  minContains: 'count',
  maxContains: 'count',
  dependentRequired: 'names by name',
  dependentSchemas: 'schema by name',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  contentSchema: 'schema',
} as const satisfies Record<string, KeywordShape>;

const shapes07 = {
  ...sharedShapes,
  items: 'schema or schemas',
  additionalItems: 'schema',
} as const satisfies Record<string, KeywordShape>;

/** The keywords of each dialect that have a shape. */
export const keywordShapes: Readonly<Record<Dialect, KeywordShapes>> = Object.freeze({
  'draft-2020-12': new Map<string, KeywordShape>(Object.entries(shapes2020)),
  'draft-07': new Map<string, KeywordShape>(Object.entries(shapes07)),
});

/** Keywords whose schemas are checked against the same value as the schema that holds them. */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);
