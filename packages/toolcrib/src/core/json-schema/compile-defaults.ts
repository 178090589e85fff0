import { isJsonObject, type JsonArray, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from '../json.ts';
import type { JsonSchemaDocument, SchemaNode } from './document.ts';
import { readItems } from './read-items.ts';
import type { Rule } from './rules/rule.ts';
import { createRun, MAX_STEPS, type Run, TooComplexError } from './rules/run.ts';
import { SchemaCompiler } from './rules/schema-compiler.ts';

/** How many schemas may be in progress at once; bounds the call stack. */
const MAX_LEVEL = 1_000;

/** How many properties are filled in one value: defaults that ask for defaults can multiply. */
const MAX_FILLED = 10_000;

/** Completes a value with defaults. The result is the value itself when nothing is missing. */
export type FillDefaults = (value: JsonValue) => JsonValue;

/** Whether a default satisfies the schema of its own property; one run for all defaults of a value. */
type IsUsable = (schema: SchemaNode, value: JsonValue, run: Run) => boolean;

/**
 * A function that fills the properties that are missing in a value from `default`, wherever the schema
 * says without a choice what applies: through `properties`, `additionalProperties`, items, `allOf` and
 * `$ref`, but not `anyOf`, `oneOf`, `not`, `if`, patterns, dependencies or `$dynamicRef`. What was
 * filled is completed in the same way.
 *
 * A default that its own property would not accept is left out: `{ type: 'string', default: null }` is
 * common, and means that the property may be missing. A default is not filled inside of itself, nor
 * beyond limits that no honest schema meets. Values and results are deeply frozen.
 */
export function compileDefaults(document: JsonSchemaDocument): FillDefaults {
  if (!document.hasDefaults) return (value) => value;
  const isUsable = createUsableTest(document);
  return (value) => new DefaultFiller(document, isUsable).complete(document.root, value, 0);
}

function createUsableTest(document: JsonSchemaDocument): IsUsable {
  const compiler = new SchemaCompiler(document);
  // By value too: how far a default is completed depends on the defaults that it is filled inside of.
  const answers = new Map<SchemaNode, { readonly value: JsonValue; readonly isUsable: boolean }>();
  return (schema, value, run) => {
    const known = answers.get(schema);
    if (known?.value === value) return known.isUsable;
    const isUsable = passes(compiler.compile(schema), value, run);
    answers.set(schema, { value, isUsable });
    return isUsable;
  };
}

function passes(rule: Rule, value: JsonValue, run: Run): boolean {
  run.isIncomplete = false;
  run.scope = undefined;
  try {
    return rule.test(value, run, 0) && !run.isIncomplete;
  } catch (error) {
    if (error instanceof TooComplexError) return false;
    throw error;
  }
}

class DefaultFiller {
  readonly #document: JsonSchemaDocument;
  readonly #isUsable: IsUsable;
  readonly #run = createRun(MAX_STEPS / 2);
  /** Schemas whose default is being completed. */
  readonly #filling = new Set<JsonObject>();
  #steps = MAX_STEPS / 2;
  #level = 0;
  #filled = 0;

  constructor(document: JsonSchemaDocument, isUsable: IsUsable) {
    this.#document = document;
    this.#isUsable = isUsable;
  }

  complete(schema: SchemaNode | undefined, value: JsonValue, depth: number): JsonValue {
    if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return value;
    if (this.#steps-- <= 0 || this.#level >= MAX_LEVEL) return value;
    this.#level++;
    let completed: JsonValue = value;
    if (!this.#isReference(schema)) {
      completed = isJsonObject(value)
        ? this.#completeObject(schema, value, depth)
        : this.#completeArray(schema, value as JsonArray, depth);
    }
    for (const part of this.#listParts(schema)) completed = this.complete(part, completed, depth);
    this.#level--;
    return completed;
  }

  #completeObject(schema: JsonObject, value: JsonObject, depth: number): JsonObject {
    // The document was checked, so the keywords have these shapes.
    const properties = (schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>;
    const names = Object.keys(properties);
    this.#steps -= names.length;
    const changes: [string, JsonValue][] = [];
    for (const name of names) {
      const property = properties[name] as SchemaNode;
      const item = Object.hasOwn(value, name) ? value[name] : undefined;
      const completed =
        item === undefined ? this.#fill(property, depth + 1) : this.complete(property, item, depth + 1);
      if (completed !== undefined && completed !== item) changes.push([name, completed]);
    }
    if (isJsonObject(schema.additionalProperties) && schema.patternProperties === undefined) {
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(properties, name)) continue;
        const item = value[name] as JsonValue;
        const completed = this.complete(schema.additionalProperties, item, depth + 1);
        if (completed !== item) changes.push([name, completed]);
      }
    }
    return changes.length === 0 ? value : Object.freeze({ ...value, ...Object.fromEntries(changes) });
  }

  #completeArray(schema: JsonObject, value: JsonArray, depth: number): JsonArray {
    const { prefix, rest } = readItems(schema, this.#document.dialect);
    if (prefix.length === 0 && typeof rest !== 'object') return value;
    const completed = value.map((item, index) => this.complete(prefix[index] ?? rest, item, depth + 1));
    return completed.every((item, index) => item === value[index]) ? value : Object.freeze(completed);
  }

  /** The completed default of a property that is missing, if it has one that it would accept. */
  #fill(schema: SchemaNode, depth: number): JsonValue | undefined {
    const holder = this.#findHolder(schema);
    if (holder?.default === undefined || this.#filling.has(holder)) return undefined;
    if (this.#filled >= MAX_FILLED || depth >= MAX_JSON_DEPTH) return undefined;
    this.#filled++;
    this.#filling.add(holder);
    const completed = this.complete(schema, holder.default, depth);
    this.#filling.delete(holder);
    return this.#isUsable(schema, completed, this.#run) ? completed : undefined;
  }

  /** The schema that has the default of a property: the property's own, or one that always applies. */
  #findHolder(schema: SchemaNode): JsonObject | undefined {
    if (typeof schema !== 'object' || this.#steps-- <= 0) return undefined;
    if (schema.default !== undefined && !this.#isReference(schema)) return schema;
    for (const part of this.#listParts(schema)) {
      const holder = this.#findHolder(part);
      if (holder !== undefined) return holder;
    }
    return undefined;
  }

  /** Whether a schema is nothing but a `$ref`, as in draft-07, which ignores all siblings. */
  #isReference(schema: JsonObject): boolean {
    return this.#document.dialect === 'draft-07' && schema.$ref !== undefined;
  }

  /** The schemas that always apply to the same value. */
  #listParts(schema: JsonObject): readonly SchemaNode[] {
    const target = this.#document.references.$ref.get(schema)?.schema;
    // `allOf` of a checked schema is an array of schemas.
    const parts = (this.#isReference(schema) ? [] : (schema.allOf ?? [])) as readonly SchemaNode[];
    return target === undefined ? parts : [target, ...parts];
  }
}
