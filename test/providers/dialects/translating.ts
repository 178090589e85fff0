import { copyJson, type JsonObject, type JsonValue } from '../../../packages/toolcrib/src/core/json.ts';
import { compileJsonSchema } from '../../../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import type {
  Dialect,
  SchemaChange,
  Translation,
} from '../../../packages/toolcrib/src/providers/dialect/dialect.ts';
import { translateSchema } from '../../../packages/toolcrib/src/providers/dialect/translate-schema.ts';

interface Options {
  readonly isExact?: boolean;
}

/** A deeply frozen copy. */
export function freeze(value: unknown): JsonObject {
  const copy = copyJson(value);
  if (!copy.ok) throw new Error(`That is no JSON: ${JSON.stringify(copy.issues)}`);
  return copy.value as JsonObject;
}

/** A translation that is expected to be there. */
export function translate(schema: unknown, dialect: Dialect, { isExact = false }: Options = {}): Translation {
  const outcome = translateSchema(freeze(schema), dialect, { isExact });
  if (!outcome.ok) throw new Error(`It was refused: ${JSON.stringify(outcome.reasons)}`);
  return outcome.translation;
}

/** What one property of an object becomes, in a dialect that keeps it required. */
export function translateProperty(property: unknown, dialect: Dialect, options?: Options): JsonValue {
  const schema = {
    type: 'object',
    properties: { it: property },
    required: ['it'],
    additionalProperties: false,
  };
  const { properties } = translate(schema, dialect, options).schema;
  return (properties as JsonObject).it as JsonValue;
}

/** Why a schema is refused, as "pointer keyword". */
export function refusals(schema: unknown, dialect: Dialect, { isExact = false }: Options = {}): string[] {
  const outcome = translateSchema(freeze(schema), dialect, { isExact });
  return outcome.ok ? [] : outcome.reasons.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

/** Changes as "action pointer keyword". */
export function listChanges(changes: readonly SchemaChange[]): string[] {
  return changes.map(({ action, pointer, keyword }) => `${action} ${pointer} ${keyword}`);
}

/** What the schema of a tool accepts, by our own validator. */
export function accepts(schema: JsonObject): (value: JsonValue) => boolean {
  const check = compileJsonSchema(readJsonSchema(schema));
  return (value) => check(value).length === 0;
}

/** A schema with one property that is always there, in an object that is closed. */
export function withProperty(property: unknown, rest: object = {}): object {
  const properties = { it: property };
  return { type: 'object', properties, required: ['it'], additionalProperties: false, ...rest };
}

/** A closed object all of whose properties are required, unless others are named. */
export function closed(properties: object, required = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false };
}
