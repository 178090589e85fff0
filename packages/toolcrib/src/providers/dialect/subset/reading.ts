import type { JsonValue } from '../../../core/json.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import type { Located, LocatedObject } from './located.ts';

/** The value of a keyword, and the schema that has it. */
export interface Entry {
  readonly value: JsonValue;
  readonly at: string;
  /** Whether the keyword is of another dialect than the schema, where it means nothing. */
  readonly isForeign?: boolean;
}

/** Alternatives. */
export interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly Located[];
  readonly at: string;
  /** The part that has it. */
  readonly holder: LocatedObject;
}

/** The values that `enum` and `const` leave. */
export interface Values {
  readonly list: readonly JsonValue[];
  readonly keyword: 'enum' | 'const';
  readonly at: string;
}

/** A keyword that is left out, and why. */
export interface Idle {
  readonly keyword: string;
  readonly at: string;
  readonly detail: string;
}

/** Schemas that apply to one value, as if they were one schema. */
export interface Reading {
  readonly at: string;
  readonly parts: readonly LocatedObject[];
  readonly types: readonly TypeName[] | undefined;
  readonly values: Values | undefined;
  /** Each with all the schemas that apply to it. */
  readonly properties: ReadonlyMap<string, readonly Located[]> | undefined;
  readonly required: readonly string[];
  readonly additional: Located | undefined;
  readonly items: readonly Located[] | undefined;
  readonly prefix: readonly Located[] | undefined;
  readonly unions: readonly Union[];
  /**
   * All other keywords. `if` holds `then` and `else` as well, and `contains` its counts: they say nothing
   * without each other.
   */
  readonly others: ReadonlyMap<string, Entry>;
  /** Keywords that refuse nothing where they stand, or that another one speaks for. */
  readonly idle: readonly Idle[];
}

/** Why schemas cannot be read as one. */
export interface MergeProblem {
  readonly keyword: string;
  readonly at: string;
  readonly detail: string;
}

export function isProblem(read: Reading | MergeProblem): read is MergeProblem {
  return 'detail' in read;
}
