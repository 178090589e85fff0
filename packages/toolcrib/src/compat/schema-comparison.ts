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

/** Whether all that one schema accepts is accepted by another. Deeply frozen. */
export type SchemaComparison = {
  /** `breaking` if any finding is, else `unknown` if there is any finding, else `compatible`. */
  readonly verdict: Compatibility;
  readonly findings: readonly CompatibilityFinding[];
};

/** How schemas are compared. */
export interface CompareOptions {
  /**
   * What a `format` means to those who use the schemas: `'annotations'` say nothing about values, as in this library;
   * `'enforced'` formats refuse texts, as validators with format assertions do.
   * @default 'annotations'
   */
  readonly formats?: 'annotations' | 'enforced' | undefined;
}

/** A place whose change callers do not notice by their schemas, but a model may: it reads it. */
export type BehaviouralChange = {
  /** A JSON Pointer (RFC 6901), such as `/description` or `/inputSchema/properties/city/description`. */
  readonly pointer: string;
  /** Absent if there was nothing. */
  readonly before?: JsonValue;
  /** Absent if there is nothing any more. */
  readonly after?: JsonValue;
};

/** The answer of `compareSchemas`. Deeply frozen. */
export type SchemaDifference = SchemaComparison & {
  /** Annotations that differ, by pointer: titles, descriptions, examples, defaults, and formats unless they are enforced. */
  readonly behavioural: readonly BehaviouralChange[];
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
  | 'format-changed'
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
