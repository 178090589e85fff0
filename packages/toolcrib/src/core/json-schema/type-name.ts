import type { JsonValue } from '../json.ts';

/** The names that the keyword `type` knows. */
export const typeNames = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const;

/** A name that the keyword `type` knows. */
export type TypeName = (typeof typeNames)[number];

/** A set of types, one bit each; a number without a fraction is of a type of its own. */
export type TypeMask = number;

export const typeMasks = {
  null: 0b000_0001,
  boolean: 0b000_0010,
  object: 0b000_0100,
  array: 0b000_1000,
  string: 0b001_0000,
  integer: 0b010_0000,
  number: 0b110_0000,
} as const satisfies Record<TypeName, TypeMask>;

/** The mask that every type is in. */
export const ANY_TYPE: TypeMask = 0b111_1111;

const FRACTION: TypeMask = typeMasks.number & ~typeMasks.integer;

/** The one bit that a value belongs to. */
export function getTypeMask(value: JsonValue): TypeMask {
  switch (typeof value) {
    case 'string':
      return typeMasks.string;
    case 'number':
      return Number.isInteger(value) ? typeMasks.integer : FRACTION;
    case 'boolean':
      return typeMasks.boolean;
    default:
      if (value === null) return typeMasks.null;
      return Array.isArray(value) ? typeMasks.array : typeMasks.object;
  }
}
