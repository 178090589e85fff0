import type { CheckOutcome } from '../issue.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/**
 * One schema, read once: what the model is shown and how a value is checked.
 *
 * INVARIANT: `check` gets a frozen JSON value (`copyJson`) and answers with a frozen one.
 * INVARIANT: it never throws for a bad value; if it throws, the schema itself is at fault.
 */
export interface SchemaReader {
  readonly json: JsonObject;
  check(value: JsonValue): CheckOutcome<unknown> | Promise<CheckOutcome<unknown>>;
}
