import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { CheckOutcome } from '../issue.ts';
import { copyJson, type JsonObject, type JsonValue } from '../json.ts';
import { compileDefaults, type FillDefaults } from '../json-schema/compile-defaults.ts';
import { compileJsonSchema, type JsonSchemaCheck } from '../json-schema/compile-json-schema.ts';
import type { Dialect, JsonSchemaDocument, SchemaReferences } from '../json-schema/document.ts';
import { schemaError } from '../json-schema/read/schema-error.ts';
import { readJsonSchema } from '../json-schema/read-json-schema.ts';
import { requireKnownOptions } from '../require-known-options.ts';
import type { FromJsonSchema } from './from-json-schema.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { JsonSchemaDefinition, LibrarySchema } from './tool-schema.ts';

/**
 * Turns a JSON Schema into a function that lists what is wrong with a value. It gets a schema that
 * was already checked (no remote references, no unsafe patterns) and must not change the value.
 */
export type JsonSchemaCompiler = (schema: JsonObject) => JsonSchemaCheck;

/** Options of {@link jsonSchema}. */
export interface JsonSchemaOptions {
  /**
   * Compiles the check, on first use; for example a wrapper around Ajv.
   * @default the built-in validator, which needs no `eval`
   */
  readonly compile?: JsonSchemaCompiler;
}

const optionNames: ReadonlySet<string> = new Set<keyof JsonSchemaOptions>(['compile']);

/**
 * A JSON Schema as a Standard Schema, checked and frozen once, to be used for several tools, with an
 * injected compiler, or with a type of one's own.
 *
 * @throws ConfigError `E_INVALID_SCHEMA`, or the `E_SCHEMA_…` code of the limit that it breaks.
 *
 * @example
 * ```ts
 * const point = jsonSchema({ type: 'object', properties: { x: { type: 'number' } }, required: ['x'] });
 * ```
 */
export function jsonSchema<const Schema extends JsonSchemaDefinition, Value = FromJsonSchema<Schema>>(
  schema: Schema,
  options: JsonSchemaOptions = {},
): LibrarySchema<Value> {
  requireKnownOptions(options, optionNames);
  return new JsonSchema<Value>(schema, options.compile);
}

/**
 * @internal A checked JSON Schema: reader of our own tools and Standard Schema for everyone else. It is its
 * own document, because there may be one of it per tool.
 */
export class JsonSchema<Value = unknown> implements SchemaReader, JsonSchemaDocument, LibrarySchema<Value> {
  readonly root: JsonObject;
  readonly dialect: Dialect;
  readonly hasDefaults: boolean;
  readonly references: SchemaReferences;
  readonly patterns: JsonSchemaDocument['patterns'];
  readonly #compile: JsonSchemaCompiler | undefined;
  #check: JsonSchemaCheck | undefined;
  #fillDefaults: FillDefaults | undefined;

  constructor(schema: unknown, compile?: JsonSchemaCompiler) {
    const { root, dialect, hasDefaults, references, patterns } = readJsonSchema(schema);
    if (typeof root === 'boolean') throw schemaError('E_INVALID_SCHEMA', [], 'must be an object');
    this.root = root;
    this.dialect = dialect;
    this.hasDefaults = hasDefaults;
    this.references = references;
    this.patterns = patterns;
    this.#compile = compile;
    Object.freeze(this);
  }

  static isJsonSchema(value: unknown): value is JsonSchema {
    return typeof value === 'object' && value !== null && #compile in value;
  }

  get json(): JsonObject {
    return this.root;
  }

  check(value: JsonValue): CheckOutcome<JsonValue> {
    this.#check ??= this.#compile === undefined ? compileJsonSchema(this) : this.#compile(this.root);
    this.#fillDefaults ??= compileDefaults(this);
    const complete = this.#fillDefaults(value);
    const issues = this.#check(complete);
    return issues.length === 0 ? { ok: true, value: complete } : { ok: false, issues };
  }

  get '~standard'(): StandardSchemaV1.Props<Value> & StandardJSONSchemaV1.Props<Value> {
    return {
      version: 1,
      vendor: 'toolcrib',
      validate: (value) => this.validate(value),
      jsonSchema: { input: () => ({ ...this.json }), output: () => ({ ...this.json }) },
    };
  }

  validate(value: unknown): StandardSchemaV1.Result<Value> {
    const copy = copyJson(value);
    const outcome = copy.ok ? this.check(copy.value) : copy;
    // `Value` is what the schema was said to accept, and the value has just been accepted by it.
    return outcome.ok ? { value: outcome.value as Value } : { issues: outcome.issues };
  }
}
