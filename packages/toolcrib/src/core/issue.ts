/** One field of a value that breaks its schema. */
export interface ValidationIssue {
  /** Where, from the root of the value; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, in words that a model can act on. */
  readonly message: string;
}

/** A checked value, or everything that is wrong with it. */
export type CheckOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };
