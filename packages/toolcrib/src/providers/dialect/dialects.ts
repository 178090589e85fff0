import type { KeywordRule, SubsetDialect, ValueType, WholeDialect } from './dialect.ts';

export type { Dialect } from './dialect.ts';

type Rules = Readonly<Partial<Record<KeywordRule, readonly string[]>>>;

/** The rules of keywords, grouped by rule. */
function rules(keywords: Rules): ReadonlyMap<string, KeywordRule> {
  const rows = (Object.keys(keywords) as KeywordRule[]).flatMap((rule) =>
    (keywords[rule] ?? []).map((keyword) => [keyword, rule] as const),
  );
  return new Map(rows);
}

const claudeKeys = { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, maxLength: 64 };

/** Keywords that only tell a reader of schemas what to do with them. */
const bookkeeping = ['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$vocabulary'];

/** Keywords that say which other properties there are; a closed object cannot say them. */
const openings = ['patternProperties', 'unevaluatedProperties', 'unevaluatedItems', 'prefixItems'];

/** The schemas of tools for Claude, which may be any 2020-12 schema of an object. */
export const anthropicDialect: WholeDialect = {
  id: 'anthropic',
  vocabulary: 'whole',
  notAtRoot: ['anyOf', 'oneOf', 'allOf'],
  propertyKeys: claudeKeys,
  needsProperties: false,
  needsItems: false,
};

/** The same, behind Bedrock's Converse. */
export const bedrockDialect: WholeDialect = { ...anthropicDialect, id: 'bedrock' };

/** The `parameters` of functions that are not strict. */
export const openaiDialect: WholeDialect = {
  id: 'openai',
  vocabulary: 'whole',
  notAtRoot: ['anyOf', 'oneOf', 'allOf', 'enum', 'not', 'const'],
  propertyKeys: undefined,
  needsProperties: true,
  needsItems: true,
};

const commonFormats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const primitives: ReadonlySet<ValueType> = new Set(['string', 'number', 'boolean', 'null']);

/** The `parameters` of functions with `strict`. */
export const openaiStrictDialect: SubsetDialect = {
  id: 'openai-strict',
  vocabulary: 'subset',
  notAtRoot: ['anyOf', 'oneOf', 'enum', 'const'],
  propertyKeys: undefined,
  keywords: rules({
    keep: [
      ...['type', 'title', 'description', 'enum', 'const', 'anyOf', '$ref', '$defs'],
      ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
      ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ],
    omit: bookkeeping,
    refuse: [...openings, '$dynamicRef'],
  }),
  otherwise: 'move',
  isStrict: true,
  optional: 'nullable',
  references: 'keep',
  recursion: 'keep',
  emptyRoot: 'keep',
  besideReference: 'union',
  unions: { areAlone: true, oneOf: 'anyOf' },
  types: 'json-schema',
  mixesTypes: true,
  values: primitives,
  formats: new Map([['string', commonFormats]]),
  limits: new Map([]),
};

/** The `input_schema` of tools with `strict`. */
export const anthropicStrictDialect: SubsetDialect = {
  ...openaiStrictDialect,
  id: 'anthropic-strict',
  propertyKeys: claudeKeys,
  keywords: rules({
    keep: [
      ...['type', 'title', 'description', 'enum', 'const', 'anyOf', '$ref', '$defs'],
      ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'format'],
    ],
    omit: bookkeeping,
    refuse: [...openings, '$dynamicRef'],
  }),
  optional: 'absent',
  recursion: 'refuse',
  emptyRoot: 'keep',
  // A union of one would be paid for with the budget of unions.
  besideReference: 'merge',
  mixesTypes: false,
  formats: new Map([['string', [...commonFormats, 'uri']]]),
  limits: new Map([['minItems', 1]]),
};

/** The same, behind Bedrock's Converse. */
export const bedrockStrictDialect: SubsetDialect = { ...anthropicStrictDialect, id: 'bedrock-strict' };

/** `parametersJsonSchema` of a function declaration. */
export const geminiDialect: SubsetDialect = {
  id: 'gemini',
  vocabulary: 'subset',
  notAtRoot: [],
  propertyKeys: undefined,
  keywords: rules({
    keep: [
      ...['type', 'format', 'title', 'description', 'enum', 'anyOf', 'oneOf', '$ref', '$defs'],
      ...['items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum'],
      ...['properties', 'additionalProperties', 'required', 'propertyOrdering'],
    ],
    // `$id` and `$anchor` are known, but every reference goes to `$defs` here, and an `$id` would redirect it.
    omit: bookkeeping,
  }),
  otherwise: 'move',
  isStrict: false,
  optional: 'absent',
  references: 'keep',
  recursion: 'optional',
  emptyRoot: 'keep',
  besideReference: 'union',
  unions: { areAlone: false, oneOf: 'keep' },
  types: 'json-schema',
  mixesTypes: true,
  values: new Set(['string', 'number']),
  formats: 'any',
  limits: new Map([]),
};

/** `parameters` of a function declaration: what OpenAPI 3.0 calls a schema. */
export const geminiOpenApiDialect: SubsetDialect = {
  ...geminiDialect,
  id: 'gemini-openapi',
  notAtRoot: ['anyOf', 'oneOf'],
  propertyKeys: { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, maxLength: 64 },
  keywords: rules({
    keep: [
      ...['type', 'format', 'title', 'description', 'default', 'example', 'enum', 'anyOf', 'items'],
      ...['minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
      ...['properties', 'propertyOrdering', 'required', 'minProperties', 'maxProperties'],
    ],
    omit: bookkeeping,
  }),
  references: 'inline',
  recursion: 'cut',
  emptyRoot: 'words',
  besideReference: 'merge',
  unions: { areAlone: true, oneOf: 'anyOf' },
  types: 'openapi',
  mixesTypes: false,
  values: new Set(['string']),
  formats: new Map([
    ['string', ['date-time']],
    ['number', ['float', 'double']],
    ['integer', ['int32', 'int64']],
  ]),
};
