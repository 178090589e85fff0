import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FromJsonSchema } from '../core/schema/from-json-schema.ts';
import type { InputSchema, LibrarySchema } from '../core/schema/tool-schema.ts';

/** What a caller of a tool writes: its arguments before defaults and transformations. */
export type ToolInput<Input extends InputSchema> = Input extends LibrarySchema
  ? StandardSchemaV1.InferInput<Input>
  : FromJsonSchema<WithoutDefaults<Input>>;

/** A JSON Schema in which no property is required that has a default, as that is filled in first. */
type WithoutDefaults<Schema> = {
  readonly [Keyword in keyof Schema as Keyword extends 'default' ? never : Keyword]: Keyword extends
    | 'properties'
    | 'anyOf'
    | 'oneOf'
    ? { readonly [Key in keyof Schema[Keyword]]: WithoutDefaults<Schema[Keyword][Key]> }
    : Keyword extends 'items' | 'additionalProperties'
      ? Schema[Keyword] extends object
        ? WithoutDefaults<Schema[Keyword]>
        : Schema[Keyword]
      : Keyword extends 'required'
        ? Schema[Keyword] extends readonly (infer Key)[]
          ? readonly Exclude<Key, KeysWithDefault<Schema>>[]
          : Schema[Keyword]
        : Schema[Keyword];
};

type KeysWithDefault<Schema> = Schema extends { readonly properties: infer Properties }
  ? {
      [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
    }[keyof Properties]
  : never;
