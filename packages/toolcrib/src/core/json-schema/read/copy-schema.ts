import { JsonCopier, type JsonProblem, type JsonValue } from '../../json.ts';
import type { SchemaLimits } from '../document.ts';
import { schemaError } from './schema-error.ts';

const codes = { cycle: 'E_SCHEMA_CYCLIC', depth: 'E_SCHEMA_TOO_DEEP', type: 'E_INVALID_SCHEMA' } as const;

/**
 * A deeply frozen copy of a schema within limits. What is not JSON is refused as in `copyJson`, but at
 * the first problem, and an object that occurs twice counts twice: a small object graph that stands
 * for a huge document ends at the limit.
 *
 * @throws ConfigError `E_INVALID_SCHEMA`, `E_SCHEMA_CYCLIC`, `E_SCHEMA_TOO_DEEP`, `E_SCHEMA_TOO_LARGE`.
 */
export function copySchema(raw: unknown, limits: SchemaLimits): JsonValue {
  return new SchemaCopier(limits).copy(raw);
}

class SchemaCopier extends JsonCopier {
  readonly #maxCharacters: number;
  #characters = 0;

  constructor({ maxDepth, maxCharacters }: SchemaLimits) {
    super(maxDepth, maxCharacters);
    this.#maxCharacters = maxCharacters;
  }

  protected override refuse(problem: JsonProblem, message: string): never {
    throw schemaError(codes[problem], this.path, message);
  }

  protected override count(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= this.#maxCharacters) return;
    const problem = `makes the document longer than ${this.#maxCharacters} characters`;
    throw schemaError('E_SCHEMA_TOO_LARGE', this.path, problem);
  }
}
