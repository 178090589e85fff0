import type { JsonObject } from '../../core/json.ts';
import type { TypeName } from '../../core/json-schema/type-name.ts';

/** What happens to a keyword of JSON Schema in a dialect. */
export type KeywordRule =
  /** It means the same there. */
  | 'keep'
  /** It is said in words, in the description of the same schema. */
  | 'move'
  /** It says nothing to a model, such as `$schema`, and is left out. */
  | 'omit'
  /** A schema that has it cannot be said in the dialect. */
  | 'refuse';

/** What one provider accepts as the name of a property. */
export interface PropertyKeyRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
}

interface DialectBase {
  readonly id: string;
  /** Keywords that the root of a schema must not have; they are said in words there. */
  readonly notAtRoot: readonly string[];
  /** Undefined where any name will do. */
  readonly propertyKeys: PropertyKeyRule | undefined;
}

/** A dialect that knows all of JSON Schema: what is not named here stays as it is. */
export interface WholeDialect extends DialectBase {
  readonly vocabulary: 'whole';
  /** Whether the root must have `properties`. */
  readonly needsProperties: boolean;
  /** Whether a schema of type array must have `items`. */
  readonly needsItems: boolean;
}

/** A type of values that are compared as a whole. */
export type ValueType = 'string' | 'number' | 'boolean' | 'null';

/** A dialect that knows some of JSON Schema: nothing stays in a schema that is not named here. */
export interface SubsetDialect extends DialectBase {
  readonly vocabulary: 'subset';
  readonly keywords: ReadonlyMap<string, KeywordRule>;
  /** For keywords that are not in the table. */
  readonly otherwise: KeywordRule;
  /**
   * Whether a provider enforces the schema: every object is closed, every schema says its type, and with
   * `isExact` nothing that restricts values may be left out.
   */
  readonly isStrict: boolean;
  /** How a property that may be missing is said. */
  readonly optional: 'absent' | 'nullable';
  /** Whether `$ref` stays, or is replaced by what it refers to. */
  readonly references: 'keep' | 'inline';
  /**
   * Whether a schema may lead back to itself, may do so only through properties that can be missing, is cut off
   * where it does, or cannot be said.
   */
  readonly recursion: 'keep' | 'optional' | 'cut' | 'refuse';
  /** What becomes of a root without properties: nothing, or words, because no schema is sent then. */
  readonly emptyRoot: 'keep' | 'words';
  /** What becomes of a `$ref` with keywords beside it: a union of one, or a copy with the keywords. */
  readonly besideReference: 'union' | 'merge';
  /** Whether a union has nothing beside it that restricts values, and what becomes of `oneOf`. */
  readonly unions: { readonly areAlone: boolean; readonly oneOf: 'keep' | 'anyOf' };
  /** JSON Schema, or one type in capitals with `nullable`, and counts as text. */
  readonly types: 'json-schema' | 'openapi';
  /** Whether a schema of several types may have keywords that are about one of them. */
  readonly mixesTypes: boolean;
  /** The values that `enum` and `const` may have. */
  readonly values: ReadonlySet<ValueType>;
  /** The formats that stay, by type. */
  readonly formats: ReadonlyMap<TypeName, readonly string[]> | 'any';
  /** The largest value of a keyword that stays. */
  readonly limits: ReadonlyMap<string, number>;
}

/** A dialect of JSON Schema, as data: a provider is a row, and the engine interprets it. */
export type Dialect = WholeDialect | SubsetDialect;

/** One thing that a dialect made different from the schema of a tool. Never silent. */
export interface SchemaChange {
  /** Where in the tool's own schema, as a JSON Pointer. */
  readonly pointer: string;
  readonly keyword: string;
  /**
   * `moved` into a description, `omitted` because no model reads it, `rewritten` with the same meaning,
   * `narrowed` to accept less, `widened` to accept more (the call path still checks), `renamed` on the wire,
   * or `refused`.
   */
  readonly action: 'moved' | 'omitted' | 'rewritten' | 'narrowed' | 'widened' | 'renamed' | 'refused';
  /** One sentence for people. */
  readonly detail: string;
}

/** What a schema takes of the budgets that providers have. */
export interface SchemaCost {
  /** Properties that are not required, at any depth. */
  readonly optionalParameters: number;
  /** Schemas with `anyOf` or with several types. */
  readonly unions: number;
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** Characters of property names, definition names, enum and const values together. */
  readonly textLength: number;
}

/** Between the arguments of a tool and those on the wire, where a dialect makes them differ. */
export interface ArgumentsCodec {
  /** What the tool's own schema means, from what a model sent. Anything unexpected stays as it is. */
  decode(args: JsonObject): JsonObject;
  /** The reverse, for calls that are told again in a conversation. */
  encode(args: JsonObject): JsonObject;
}

/** A schema in a dialect. */
export interface Translation {
  /** Deeply frozen. */
  readonly schema: JsonObject;
  readonly changes: readonly SchemaChange[];
  readonly cost: SchemaCost;
  /** Undefined where arguments are the same on both sides. */
  readonly codec: ArgumentsCodec | undefined;
}

/** A schema in a dialect, or everything that keeps it from being said there. */
export type TranslationOutcome =
  | { readonly ok: true; readonly translation: Translation }
  | { readonly ok: false; readonly reasons: readonly SchemaChange[] };
