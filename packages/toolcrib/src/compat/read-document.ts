import { ToolcribError } from '../core/errors.ts';
import { DEFAULT_SCHEMA_LIMITS, type JsonSchemaDocument } from '../core/json-schema/document.ts';
import { copySchema } from '../core/json-schema/read/copy-schema.ts';
import { readJsonSchema } from '../core/json-schema/read-json-schema.ts';
import { translateDraft } from './translate-draft.ts';

/** A schema that was read, or why it was refused. */
export type ReadOutcome =
  | { readonly document: JsonSchemaDocument; readonly refusal?: undefined }
  | { readonly document?: undefined; readonly refusal: ToolcribError };

/** Reads a schema of any dialect that can be compared. Never throws, whatever it is given. */
export function readDocument(raw: unknown): ReadOutcome {
  try {
    // A copy first: the input may be anything, and is to be looked at only once.
    const copy = translateDraft(copySchema(raw, DEFAULT_SCHEMA_LIMITS));
    return { document: readJsonSchema(copy) };
  } catch (error) {
    if (error instanceof ToolcribError) return { refusal: error };
    throw error;
  }
}
