import type { Complaint } from './complaint.ts';
import { type Fields, isFields, typesOf, walkSchema, walkSchemaFields } from './schema-walk.ts';

const MAX_PROPERTIES = 5_000;
const MAX_LEVELS = 10;
const MAX_CHARS = 120_000;
const MAX_ENUM_VALUES = 1_000;
const LARGE_ENUM = 250;
const MAX_LARGE_ENUM_CHARS = 15_000;

const keywords: readonly string[] = [
  '$defs',
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'definitions',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maximum',
  'minItems',
  'minimum',
  'multipleOf',
  'pattern',
  'properties',
  'required',
  'type',
  // Annotations, which the SDK lets pass.
  '$comment',
  '$id',
  '$schema',
  'default',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
  // Sources disagree: no supported property, but refused only for fine-tuned models.
  'maxLength',
  'minLength',
];

const formats: readonly unknown[] = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uuid',
];

/**
 * The JSON Schema that strict functions take: "Structured outputs", "Supported schemas", the SDK's
 * `toStrictJsonSchema`, and the messages of refusals: a schema says its type, a value of an enum is of that
 * type, and a reference stands alone. Levels are counted by objects, the root being the first; how OpenAI
 * counts is not published.
 *
 * Left out: `default`, which was refused once and which the SDK keeps; and the rule that the objects of a
 * union differ in their first key, which is in no current page.
 */
export function* checkOpenAIStrictSchema(root: unknown): Generator<Complaint> {
  for (const { schema, pointer } of walkSchema(root)) {
    if (typeof schema === 'boolean') {
      const isClosing = schema === false && pointer.endsWith('/additionalProperties');
      if (!isClosing) yield { at: pointer, text: 'a strict schema is an object' };
      continue;
    }
    for (const keyword of Object.keys(schema)) {
      if (!keywords.includes(keyword)) {
        yield { at: `${pointer}/${keyword}`, text: 'no keyword of strict schemas' };
      }
    }
    yield* checkNode(schema, pointer);
    yield* checkObject(schema, pointer);
  }
  yield* checkSize(root);
}

function* checkNode(schema: Fields, at: string): Generator<Complaint> {
  if ('$ref' in schema) {
    const others = Object.keys(schema).filter((keyword) => keyword !== '$ref');
    if (at !== '' && others.length > 0) yield { at, text: `$ref stands beside ${others.join(', ')}` };
    return;
  }
  if (!('type' in schema) && !('anyOf' in schema)) yield { at, text: 'a strict schema says its type' };
  if ('format' in schema && !formats.includes(schema.format)) {
    yield { at: `${at}/format`, text: `${String(schema.format)} is no format of strict schemas` };
  }
  if (Array.isArray(schema.enum) && 'type' in schema) {
    const types = typesOf(schema);
    const stranger = schema.enum.findIndex((value) => !types.some((type) => isOfType(value, type)));
    if (stranger >= 0) yield { at: `${at}/enum/${stranger}`, text: 'is not of the type of its schema' };
  }
}

function* checkObject(schema: Fields, at: string): Generator<Complaint> {
  if (!typesOf(schema).includes('object') && !('properties' in schema)) return;
  if (schema.additionalProperties !== false) {
    yield { at: `${at}/additionalProperties`, text: 'has to be false' };
  }
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
  const optional = names.filter((name) => !required.includes(name));
  if (optional.length > 0) yield { at: `${at}/required`, text: `leaves out ${optional.join(', ')}` };
  const unknown = required.filter((name) => typeof name === 'string' && !names.includes(name));
  if (unknown.length > 0) yield { at: `${at}/required`, text: `names ${unknown.join(', ')}, no property` };
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isFields(value);
    default:
      return typeof value === type;
  }
}

function* checkSize(root: unknown): Generator<Complaint> {
  let properties = 0;
  let chars = 0;
  let enumValues = 0;
  for (const { schema, pointer } of walkSchemaFields(root)) {
    const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
    const definitions = [schema.$defs, schema.definitions].flatMap((map) =>
      isFields(map) ? Object.keys(map) : [],
    );
    const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
    const constant = 'const' in schema ? [schema.const] : [];
    const enumChars = countChars(values);
    properties += names.length;
    enumValues += values.length;
    chars += countChars([...names, ...definitions, ...constant]) + enumChars;
    if (values.length > LARGE_ENUM && values.every((value) => typeof value === 'string')) {
      if (enumChars > MAX_LARGE_ENUM_CHARS) {
        yield { at: `${pointer}/enum`, text: `has more than ${MAX_LARGE_ENUM_CHARS} characters` };
      }
    }
  }
  const levels = countLevels(root);
  if (properties > MAX_PROPERTIES) yield { at: '', text: `has more than ${MAX_PROPERTIES} properties` };
  if (enumValues > MAX_ENUM_VALUES) yield { at: '', text: `has more than ${MAX_ENUM_VALUES} enum values` };
  if (chars > MAX_CHARS) yield { at: '', text: `has more than ${MAX_CHARS} characters in names and values` };
  if (levels > MAX_LEVELS) yield { at: '', text: `has more than ${MAX_LEVELS} levels of objects` };
}

function countChars(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => {
    return sum + (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length;
  }, 0);
}

/** How deep objects stand in objects, without following references: those may be recursive. */
function countLevels(root: unknown): number {
  const objects = [...walkSchemaFields(root)].filter(({ schema }) => typesOf(schema).includes('object'));
  return objects.reduce((most, { pointer }) => {
    const above = objects.filter((other) => pointer.startsWith(`${other.pointer}/`));
    return Math.max(most, above.length + 1);
  }, 0);
}
