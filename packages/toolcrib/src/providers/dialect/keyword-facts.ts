import type { JsonValue } from '../../core/json.ts';
import type { TypeName } from '../../core/json-schema/type-name.ts';

/** A type that keywords are made for; whole numbers are numbers. */
export type KeywordType = Exclude<TypeName, 'integer' | 'null' | 'boolean'>;

const byType = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    ...['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems'],
    ...['contains', 'minContains', 'maxContains', 'unevaluatedItems'],
  ],
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
    ...['unevaluatedProperties', 'propertyOrdering'],
  ],
} as const satisfies Record<KeywordType, readonly string[]>;

const typeByKeyword: ReadonlyMap<string, KeywordType> = new Map(
  (Object.keys(byType) as KeywordType[]).flatMap((type) =>
    byType[type].map((keyword) => [keyword, type] as const),
  ),
);

/** Keywords that say something to readers and never refuse a value. Unknown ones are of this kind too. */
const annotations: ReadonlySet<string> = new Set([
  ...['format', 'contentEncoding', 'contentMediaType', 'contentSchema', 'propertyOrdering'],
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions'],
]);

const assertions: ReadonlySet<string> = new Set([
  ...[...typeByKeyword.keys()].filter((keyword) => !annotations.has(keyword)),
  ...['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', '$ref', '$dynamicRef'],
]);

/** Whether a keyword can refuse a value. */
export function isAssertion(keyword: string): boolean {
  return assertions.has(keyword);
}

/** The one type of value that a keyword looks at; undefined if it looks at all. */
export function getKeywordType(keyword: string): KeywordType | undefined {
  return typeByKeyword.get(keyword);
}

/** Whether a keyword only informs. */
export function isAnnotation(keyword: string): boolean {
  return !isAssertion(keyword);
}

/** Whether a keyword only informs, and about values of all types: a title, a default. */
export function isTold(keyword: string): boolean {
  return !isAssertion(keyword) && getKeywordType(keyword) === undefined;
}

/** Whether a keyword with this value refuses nothing, whatever stands beside it. */
export function isIdle(keyword: string, value: JsonValue): boolean {
  switch (keyword) {
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return value === 0;
    case 'uniqueItems':
    case 'deprecated':
    case 'readOnly':
    case 'writeOnly':
      return value === false;
    case 'pattern':
      return value === '';
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies':
    case 'patternProperties':
      return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    case 'propertyNames':
      return value === true || isEmptySchema(value) || isTextSchema(value);
    case 'unevaluatedItems':
      return value === true;
    default:
      return false;
  }
}

function isEmptySchema(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Names of properties are texts anyway. */
function isTextSchema(value: JsonValue): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'string' &&
    Object.keys(value).length === 1
  );
}
