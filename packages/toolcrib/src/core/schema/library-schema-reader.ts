import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CheckOutcome, ValidationIssue } from '../issue.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts';
import type { JsonSchema } from './json-schema.ts';
import { readLibraryIssues } from './read-library-issues.ts';
import type { SchemaReader } from './schema-reader.ts';
import { toValidate } from './to-validate.ts';

/** Checks with the schema library's own validation; the JSON Schema is what the model is shown. */
export class LibrarySchemaReader implements SchemaReader {
  readonly #document: JsonSchema;
  readonly #vendor: string;
  readonly #validate: StandardSchemaV1.Props['validate'];

  constructor(
    document: JsonSchema,
    { schema, standard }: { readonly schema: object; readonly standard: StandardSchemaV1.Props },
  ) {
    this.#document = document;
    this.#vendor = standard.vendor;
    this.#validate = toValidate(schema, standard);
  }

  get json(): JsonObject {
    return this.#document.json;
  }

  check(value: JsonValue): CheckOutcome<unknown> | Promise<CheckOutcome<unknown>> {
    // ArkType writes what it transforms into the value that it is given, which is frozen.
    const given = this.#vendor === 'arktype' ? structuredClone(value) : value;
    const result = this.#validate(given);
    return result instanceof Promise
      ? result.then((later) => this.#toOutcome(value, later))
      : this.#toOutcome(value, result);
  }

  #toOutcome(value: JsonValue, result: StandardSchemaV1.Result<unknown>): CheckOutcome<unknown> {
    if (result.issues === undefined) return { ok: true, value: freezePlain(result.value) };
    return { ok: false, issues: readLibraryIssues(result.issues, { value, explain: this.#explain(value) }) };
  }

  #explain(value: JsonValue): () => readonly ValidationIssue[] {
    let issues: readonly ValidationIssue[] | undefined;
    return () => {
      issues ??= outcomeIssues(this.#document.check(value));
      return issues;
    };
  }
}

function outcomeIssues(outcome: CheckOutcome<unknown>): readonly ValidationIssue[] {
  return outcome.ok ? [] : outcome.issues;
}

/** Freezes plain objects and arrays; what a transformation made (a `Date`, a `Map`) is left alone. */
function freezePlain(value: unknown): unknown {
  if (Object.isFrozen(value) || !(Array.isArray(value) || isPlainObject(value))) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) freezePlain(item);
  return value;
}
