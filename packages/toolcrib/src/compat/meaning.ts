import type { JsonValue } from '../core/json.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import type { TypeMask } from '../core/json-schema/type-name.ts';

/** The types of values that are reasoned about; integers are numbers. */
export type ValueType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Types whose values have a size. */
export type SizedType = 'string' | 'array' | 'object';

/** What one constraint of a schema says about a value. Values of other types satisfy it, where it is about one type. */
export type Meaning =
  | { readonly kind: 'types'; readonly mask: TypeMask }
  /** `mask` has the types of the values. */
  | { readonly kind: 'values'; readonly values: readonly JsonValue[]; readonly mask: TypeMask }
  | { readonly kind: 'all'; readonly schemas: readonly SchemaNode[] }
  | { readonly kind: 'any'; readonly schemas: readonly SchemaNode[] }
  | { readonly kind: 'one'; readonly schemas: readonly SchemaNode[] }
  | { readonly kind: 'not'; readonly schema: SchemaNode }
  | {
      readonly kind: 'condition';
      readonly condition: SchemaNode;
      readonly whenTrue: SchemaNode;
      readonly whenFalse: SchemaNode;
    }
  /** Numbers beyond a limit are refused. */
  | {
      readonly kind: 'bound';
      readonly end: 'lower' | 'upper';
      readonly limit: number;
      readonly isExclusive: boolean;
    }
  | { readonly kind: 'multiple'; readonly divisor: number }
  /** A least or largest number of characters, items or properties. */
  | { readonly kind: 'size'; readonly of: SizedType; readonly end: 'least' | 'most'; readonly limit: number }
  | { readonly kind: 'pattern'; readonly source: string }
  /** Enforced by somebody else; only texts are refused. */
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number; readonly schema: SchemaNode }
  /** All items from an index on. */
  | { readonly kind: 'items'; readonly from: number; readonly schema: SchemaNode }
  /** At least, or at most, so many items match. */
  | { readonly kind: 'contains'; readonly schema: SchemaNode; readonly least: number; readonly most: number }
  | { readonly kind: 'unique' }
  | { readonly kind: 'required'; readonly name: string }
  | { readonly kind: 'property'; readonly name: string; readonly schema: SchemaNode }
  /** All properties whose names match a pattern. */
  | { readonly kind: 'matching'; readonly pattern: string; readonly schema: SchemaNode }
  /** All properties that have none of the names and match none of the patterns. */
  | {
      readonly kind: 'additional';
      readonly names: ReadonlySet<string>;
      readonly patterns: readonly string[];
      readonly schema: SchemaNode;
    }
  | { readonly kind: 'names'; readonly schema: SchemaNode }
  /** If there is a property of the name, the whole object matches. */
  | { readonly kind: 'dependent'; readonly name: string; readonly schema: SchemaNode }
  /** Beyond the solver: nothing is concluded from it. */
  | { readonly kind: 'opaque' };

/** What a constraint says about parts of a value. */
export type PartMeaning = Extract<
  Meaning,
  { kind: 'property' | 'item' | 'items' | 'matching' | 'additional' }
>;

/** One constraint of a schema, as a schema of its own. */
export interface Atom {
  /** Says the same as `meaning`, to be evaluated; its parts are those of the document. */
  readonly schema: SchemaNode;
  /** Steps from the schema to the place that says so. */
  readonly path: readonly (string | number)[];
  readonly meaning: Meaning;
}

/** The type that a constraint is about; undefined if it is about all. */
export function typeOf(meaning: Meaning): ValueType | undefined {
  switch (meaning.kind) {
    case 'bound':
    case 'multiple':
      return 'number';
    case 'size':
      return meaning.of;
    case 'pattern':
    case 'format':
      return 'string';
    case 'item':
    case 'items':
    case 'contains':
    case 'unique':
      return 'array';
    case 'required':
    case 'property':
    case 'matching':
    case 'additional':
    case 'names':
    case 'dependent':
      return 'object';
    default:
      return undefined;
  }
}
