/**
 * The type of the values that a JSON Schema accepts, as far as the type system can follow it:
 * `type`, `properties`, `required`, `items`, `prefixItems`, `enum`, `const`, `anyOf`, `oneOf` and
 * `additionalProperties`. What it cannot follow (`$ref`, `allOf`, `not` …) is `unknown`, never wrong.
 *
 * A property with a `default` is always present, because defaults are applied before a handler runs.
 */
export type FromJsonSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromJsonSchema<Branch>
      : Schema extends { readonly oneOf: readonly (infer Branch)[] }
        ? FromJsonSchema<Branch>
        : Schema extends { readonly type: infer Type }
          ? FromType<Type, Schema>
          : unknown;

type FromType<Type, Schema> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? FromArray<Schema>
          : Type extends 'object'
            ? FromObject<Schema>
            : Type extends readonly (infer Member)[]
              ? FromType<Member, Schema>
              : unknown;

type FromArray<Schema> = Schema extends { readonly prefixItems: readonly unknown[] }
  ? readonly unknown[]
  : Schema extends { readonly items: infer Items }
    ? readonly FromJsonSchema<Items>[]
    : readonly unknown[];

type FromObject<Schema> = Schema extends { readonly properties: infer Properties }
  ? FromProperties<Properties, PresentKeys<Properties, Schema>>
  : Schema extends { readonly additionalProperties: false }
    ? { readonly [key: string]: never }
    : Schema extends { readonly additionalProperties: infer Rest }
      ? { readonly [key: string]: FromJsonSchema<Rest> }
      : { readonly [key: string]: unknown };

type FromProperties<Properties, Present> = string extends keyof Properties
  ? { readonly [key: string]: unknown }
  : {
      readonly [Key in keyof Properties as Key extends Present ? Key : never]: FromJsonSchema<
        Properties[Key]
      >;
    } & {
      readonly [Key in keyof Properties as Key extends Present ? never : Key]?: FromJsonSchema<
        Properties[Key]
      >;
    };

type PresentKeys<Properties, Schema> =
  | (Schema extends { readonly required: readonly (infer Key)[] } ? Key : never)
  | {
      [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
    }[keyof Properties];
