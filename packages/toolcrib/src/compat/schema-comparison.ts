import type { JsonValue } from '../core/json.ts';

/**
 * Whether everything that one schema accepts is accepted by another. `compatible` was shown; `breaking` was shown by a value;
 * `unknown` is what could be neither.
 */
export type Compatibility = 'compatible' | 'breaking' | 'unknown';

/** One place that stands against `compatible`. */
export type CompatibilityFinding = {
  readonly verdict: Exclude<Compatibility, 'compatible'>;
  /** What kind of change it is, such as `required-added`. */
  readonly rule: CompatibilityRule;
  /** A JSON Pointer (RFC 6901) into the new schema, or into the old one if the place is gone. */
  readonly pointer: string;
  /** One sentence for people. */
  readonly message: string;
  /** Of a breaking change: a value that the old schema accepts and the new one does not, as the validator has confirmed. */
  readonly witness?: JsonValue;
};

/** The answer of `compareSchemas`. Deeply frozen. */
export type SchemaComparison = {
  /** `breaking` if any finding is, else `unknown` if there is any finding, else `compatible`. */
  readonly verdict: Compatibility;
  readonly findings: readonly CompatibilityFinding[];
};

/** The kinds of findings. */
export type CompatibilityRule =
  | 'type-narrowed'
  | 'required-added'
  | 'property-narrowed'
  | 'property-forbidden'
  | 'enum-narrowed'
  | 'range-narrowed'
  | 'length-narrowed'
  | 'pattern-changed'
  | 'multiple-changed'
  | 'items-narrowed'
  | 'items-count-narrowed'
  | 'unique-items-added'
  | 'properties-count-narrowed'
  | 'property-names-narrowed'
  | 'dependency-added'
  | 'contains-changed'
  | 'alternatives-changed'
  | 'negation-changed'
  | 'condition-changed'
  | 'reference-changed'
  | 'schema-narrowed'
  | 'keyword-beyond'
  | 'nothing-accepted'
  | 'schema-refused'
  | 'too-complex';
