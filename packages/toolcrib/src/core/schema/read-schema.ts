import { ConfigError } from '../errors.ts';
import { isPlainObject } from '../json.ts';
import { type ForeignType, fieldOf, findForeignType, hintOf } from './find-foreign-type.ts';
import { JsonSchema } from './json-schema.ts';
import { LibrarySchemaReader } from './library-schema-reader.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { LibrarySchema } from './tool-schema.ts';

/** Which side of a schema is meant: what a caller may send, or what a handler gives back. */
export type SchemaSide = 'input' | 'output';

/**
 * Reads a schema of any accepted kind, once.
 *
 * @throws ConfigError `E_INVALID_SCHEMA` or an `E_SCHEMA_…` limit, with `context.pointer`.
 */
export function readSchema(schema: unknown, side: SchemaSide): SchemaReader {
  const reader = toReader(schema, side);
  if (side === 'input' && reader.json.type !== 'object') {
    throw invalid(
      `The root of an input schema must say type "object"${describeRoot(reader.json.type)}. ` +
        'Put other values, and unions, into a property of an object.',
    );
  }
  return reader;
}

function toReader(schema: unknown, side: SchemaSide): SchemaReader {
  // The second is a schema of a tool that another tool is derived from.
  if (JsonSchema.isJsonSchema(schema) || schema instanceof LibrarySchemaReader) return schema;
  if (isLibrarySchema(schema)) return readLibrarySchema(schema, side);
  if (isPlainObject(schema)) return new JsonSchema(schema);
  throw invalid('A schema must be a Standard Schema or a plain JSON Schema object.');
}

/** Schemas of some libraries are functions. */
function isLibrarySchema(schema: unknown): schema is Partial<LibrarySchema> {
  const isHolder = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  return isHolder && '~standard' in schema;
}

function readLibrarySchema(schema: Partial<LibrarySchema>, side: SchemaSide): SchemaReader {
  const standard = schema['~standard'];
  if (typeof standard?.validate !== 'function')
    throw invalid('The schema has no `~standard.validate` function.');
  if (typeof standard.jsonSchema?.[side] !== 'function') {
    throw invalid(
      `A schema of ${standard.vendor} cannot be turned into JSON Schema by itself. ` +
        'Use the Standard JSON Schema wrapper of that library, or withJsonSchema(schema, json).',
    );
  }
  return new LibrarySchemaReader(convert(standard, side), { schema, standard });
}

function convert(standard: LibrarySchema['~standard'], side: SchemaSide): JsonSchema {
  let converted: unknown;
  try {
    converted = standard.jsonSchema[side]({ target: 'draft-2020-12' });
  } catch (error) {
    throw inconvertible(findForeignType(standard, side), error);
  }
  const document = new JsonSchema(converted);
  const foreign = mayHideTypes(standard.vendor, document) ? findForeignType(standard, side) : undefined;
  if (foreign === undefined) return document;
  throw inconvertible(foreign);
}

/** Whether a library may have left out types that JSON does not have: Zod says of files that they are text. */
function mayHideTypes(vendor: string, { json }: JsonSchema): boolean {
  return (
    vendor === 'arktype' || (vendor === 'zod' && JSON.stringify(json).includes('"contentEncoding":"binary"'))
  );
}

/** A library that refuses such a type may have met another one than is named here, and does not say where. */
function inconvertible(foreign: ForeignType | undefined, cause?: unknown): ConfigError {
  const what = 'The schema cannot be turned into JSON Schema';
  if (foreign === undefined)
    return invalid(`${what}: ${cause instanceof Error ? cause.message : cause}`, cause);
  const field = fieldOf(foreign);
  const place = field === '' ? '' : ` at "${field}"`;
  const message = `${what}${place}: JSON has no ${foreign.name}. ${hintOf(foreign)}`;
  return new ConfigError('E_INVALID_SCHEMA', message, { context: { pointer: foreign.pointer }, cause });
}

function describeRoot(type: unknown): string {
  return type === undefined ? ', and this one says none' : `, not ${JSON.stringify(type)}`;
}

function invalid(message: string, cause?: unknown): ConfigError {
  return new ConfigError('E_INVALID_SCHEMA', message, { context: { pointer: '' }, cause });
}
