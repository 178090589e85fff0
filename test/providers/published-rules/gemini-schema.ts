import type { Complaint } from './complaint.ts';
import { escapeToken, type Fields, isFields } from './schema-walk.ts';

const parameterPattern = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** The fields of `Schema`, and what their values are. An unknown one has the whole request refused. */
const fieldChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  anyOf: Array.isArray,
  default: () => true,
  description: isText,
  enum: isListOfTexts,
  example: () => true,
  format: isText,
  items: isFields,
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  maximum: Number.isFinite,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  minimum: Number.isFinite,
  nullable: (value) => typeof value === 'boolean',
  pattern: isText,
  properties: isFields,
  propertyOrdering: isListOfTexts,
  required: isListOfTexts,
  title: isText,
  type: (value) => isText(value) && types.includes(value),
};

const types: readonly string[] = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];

/** The Gemini API takes fewer formats for texts than Vertex AI documents. */
const formats: Readonly<Record<string, readonly unknown[]>> = {
  STRING: ['enum', 'date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
};

/**
 * What is wrong with the schema in `parameters`: a subset of OpenAPI 3.0. Left out: whether an object below the
 * root may be without properties. It was refused once, and newer reports have it accepted.
 */
export function* checkGeminiSchema(root: unknown): Generator<Complaint> {
  if (!isFields(root)) {
    yield { at: '', text: 'is a schema' };
    return;
  }
  if (root.type !== 'OBJECT') yield { at: '/type', text: 'the root schema has to say type: OBJECT' };
  const names = isFields(root.properties) ? Object.keys(root.properties) : [];
  if (names.length === 0) yield { at: '/properties', text: 'a function without parameters has no schema' };
  for (const name of names) {
    if (!parameterPattern.test(name)) {
      yield { at: '/properties', text: `${name} does not match ${parameterPattern.source}` };
    }
  }
  yield* checkNode(root, '');
}

function* checkNode(schema: unknown, at: string): Generator<Complaint> {
  if (!isFields(schema)) {
    yield { at, text: 'is a schema' };
    return;
  }
  for (const [field, value] of Object.entries(schema)) {
    const isLegal = Object.hasOwn(fieldChecks, field) ? fieldChecks[field] : undefined;
    if (isLegal === undefined) yield { at: `${at}/${field}`, text: 'is no field of Schema' };
    else if (!isLegal(value))
      yield { at: `${at}/${field}`, text: 'has a value that the field does not take' };
  }
  yield* checkType(schema, at);
  yield* checkObject(schema, at);
  if (isFields(schema.items)) yield* checkNode(schema.items, `${at}/items`);
  for (const [index, part] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
    yield* checkNode(part, `${at}/anyOf/${index}`);
  }
  for (const [name, part] of Object.entries(isFields(schema.properties) ? schema.properties : {})) {
    yield* checkNode(part, `${at}/properties/${escapeToken(name)}`);
  }
}

function* checkType(schema: Fields, at: string): Generator<Complaint> {
  const { type, format } = schema;
  if ('anyOf' in schema) {
    const others = Object.keys(schema).filter((field) => field !== 'anyOf');
    if (others.length > 0) yield { at, text: `anyOf stands beside ${others.join(', ')}` };
    if (!Array.isArray(schema.anyOf) || schema.anyOf.length === 0) yield { at, text: 'anyOf has no schema' };
    return;
  }
  if (type === undefined) yield { at, text: 'says no type' };
  if ((type === 'ARRAY') !== 'items' in schema)
    yield { at, text: 'items belong to ARRAY, and it needs them' };
  if (format !== undefined && !formats[String(type)]?.includes(format)) {
    yield { at: `${at}/format`, text: `${String(format)} is no format of ${String(type)}` };
  }
  if (format === 'enum' && !('enum' in schema)) yield { at, text: 'the format enum comes with values' };
  if ('enum' in schema) {
    if (type !== 'STRING') yield { at: `${at}/enum`, text: 'belongs to STRING' };
    if (Array.isArray(schema.enum) && schema.enum.length === 0) yield { at: `${at}/enum`, text: 'is empty' };
  }
}

function* checkObject(schema: Fields, at: string): Generator<Complaint> {
  const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
  if (schema.type !== 'OBJECT') {
    for (const field of ['properties', 'required', 'propertyOrdering']) {
      if (field in schema) yield { at: `${at}/${field}`, text: 'belongs to OBJECT' };
    }
  }
  for (const field of ['required', 'propertyOrdering']) {
    const listed: readonly unknown[] = Array.isArray(schema[field]) ? schema[field] : [];
    const unknown = listed.filter((name) => !names.includes(String(name)));
    if (unknown.length > 0) yield { at: `${at}/${field}`, text: `names ${unknown.join(', ')}, no property` };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** An int64: the SDK types it as text, and the API reads both. */
function isCount(value: unknown): boolean {
  return isText(value) ? /^\d+$/.test(value) : Number.isInteger(value) && Number(value) >= 0;
}
