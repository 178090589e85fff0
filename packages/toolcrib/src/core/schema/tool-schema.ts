import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Artifact } from '../artifact.ts';
import type { Media } from '../media.ts';
import type { FromJsonSchema } from './from-json-schema.ts';

/**
 * A schema of any library that implements Standard Schema and Standard JSON Schema: Zod and ArkType
 * as they are, Valibot through its `toStandardJsonSchema`, others through {@link withJsonSchema}.
 */
export interface LibrarySchema<Input = unknown, Output = Input> {
  readonly '~standard': LibrarySchemaProps<Input, Output>;
}

/** The properties of both standards. */
export interface LibrarySchemaProps<Input = unknown, Output = Input>
  extends StandardSchemaV1.Props<Input, Output>,
    StandardJSONSchemaV1.Props<Input, Output> {}

/** A plain JSON Schema, of dialect 2020-12 or (with `$schema`) draft-07. */
export interface JsonSchemaDefinition {
  readonly '~standard'?: never;
  readonly [keyword: string]: unknown;
}

/** A plain JSON Schema of an object. One that is not written as a literal goes through {@link jsonSchema}. */
export interface JsonObjectSchemaDefinition extends JsonSchemaDefinition {
  readonly type: 'object';
}

/** What a tool accepts as `inputSchema`. */
export type InputSchema = LibrarySchema | JsonObjectSchemaDefinition;

/** What a tool accepts as `outputSchema`. */
export type OutputSchema = LibrarySchema | JsonSchemaDefinition;

/** What a handler gets: the arguments after validation, defaults and the schema's own transformations. */
export type ToolArguments<Input extends InputSchema> = Input extends LibrarySchema
  ? StandardSchemaV1.InferOutput<Input>
  : FromJsonSchema<Input>;

/** What a handler without an output schema returns. */
export type ToolContent = string | Uint8Array | Media | readonly Media[] | Artifact;

/** What a handler returns: content, or with an output schema the JSON value that it describes. */
export type HandlerResult<Output extends OutputSchema | undefined> = Output extends LibrarySchema
  ? StandardSchemaV1.InferInput<Output>
  : Output extends JsonSchemaDefinition
    ? FromJsonSchema<Output>
    : ToolContent;

/** What a call returns: as {@link HandlerResult}, after the output schema's own transformations. */
export type ToolResult<Output extends OutputSchema | undefined> = Output extends LibrarySchema
  ? StandardSchemaV1.InferOutput<Output>
  : Output extends JsonSchemaDefinition
    ? FromJsonSchema<Output>
    : ToolContent;
