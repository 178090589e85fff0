import type { JsonObject } from '../json.ts';
import type { SafePattern } from '../pattern/measure-pattern.ts';

/** The dialects of JSON Schema that are understood. Without `$schema` a schema is of the first. */
export type Dialect = 'draft-2020-12' | 'draft-07';

/** A schema, or one of its subschemas. */
export type SchemaNode = JsonObject | boolean;

/** How large a schema may be. Checked when it is read, so that using it stays cheap. */
export interface SchemaLimits {
  /** Characters of its JSON text, roughly: spaces, escapes and digits do not count. @default 262_144 */
  readonly maxCharacters: number;
  /**
   * Levels of nested objects and arrays, and also of keywords that lead to one another without
   * descending into the value, such as a `$ref` to an `allOf` to a `$ref`. @default 64
   */
  readonly maxDepth: number;
  /** Schemas that one value may have to be checked against without descending into it. @default 10_000 */
  readonly maxBranches: number;
  /** Steps that it may take to analyse all its patterns, each different one once. @default 100_000 */
  readonly maxPatternSteps: number;
}

/** The {@link SchemaLimits} that hold unless others are given. */
export const DEFAULT_SCHEMA_LIMITS: SchemaLimits = Object.freeze({
  maxCharacters: 262_144,
  maxDepth: 64,
  maxBranches: 10_000,
  maxPatternSteps: 100_000,
});

/** A JSON Schema that was read: checked, copied, and with every reference resolved. Immutable. */
export interface JsonSchemaDocument {
  /** A deeply frozen copy. */
  readonly root: SchemaNode;
  readonly dialect: Dialect;
  /** Whether any of its schemas has a `default`. */
  readonly hasDefaults: boolean;
  readonly references: SchemaReferences;
  /** Its regular expressions, with what it costs to match each. */
  readonly patterns: ReadonlyMap<string, SafePattern>;
}

/** Where the references of a document lead. Keys are the schema objects that hold the keyword. */
export interface SchemaReferences {
  readonly $ref: ReadonlyMap<JsonObject, ReferenceTarget>;
  readonly $dynamicRef: ReadonlyMap<JsonObject, DynamicReferenceTarget>;
  /** Roots of the resources (`$id`) of the document; empty unless a `$dynamicRef` depends on them. */
  readonly scopes: ReadonlySet<JsonObject>;
}

/** A schema, and the root of the resource that it belongs to. */
export interface ReferenceTarget {
  readonly schema: SchemaNode;
  readonly resource: SchemaNode;
}

/** Where a `$dynamicRef` leads, depending on how it is reached. */
export interface DynamicReferenceTarget extends ReferenceTarget {
  /** By the root of the outermost resource on the way there; empty if the way makes no difference. */
  readonly byScope: ReadonlyMap<SchemaNode, SchemaNode>;
}

/** The references of a document that has none, shared because most have none. */
export const NO_REFERENCES: SchemaReferences = Object.freeze({
  $ref: new Map<JsonObject, ReferenceTarget>([]),
  $dynamicRef: new Map<JsonObject, DynamicReferenceTarget>([]),
  scopes: new Set<JsonObject>([]),
});
