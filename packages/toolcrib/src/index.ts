export { Artifact, type ArtifactDescription } from './core/artifact.ts';
export type { AuthorityBinding, ToolAuthority } from './core/authority.ts';
export type { Caller } from './core/caller.ts';
export { defineTool } from './core/define-tool.ts';
export { type ToolFunctions, wrapTool } from './core/derive-tool.ts';
export { digestOf, type ModelVisibleFields, type ToolDigest } from './core/digest.ts';
export {
  ConfigError,
  type ErrorCode,
  type ErrorContext,
  type ErrorRow,
  errorTable,
  type Fault,
  ToolcribError,
  type ToolcribErrorJson,
  type ToolcribErrorOptions,
  ValidationError,
} from './core/errors.ts';
export type { GateAnswer, GateOptions } from './core/gate-options.ts';
export type { ValidationIssue } from './core/issue.ts';
export type { JsonArray, JsonObject, JsonPrimitive, JsonValue } from './core/json.ts';
export type { JsonSchemaCheck } from './core/json-schema/compile-json-schema.ts';
export {
  type AuthorityMove,
  type LockDifference,
  type LockedPart,
  type LockedTool,
  lockTools,
  type ToolLock,
} from './core/lock.ts';
export {
  Media,
  type MediaDescription,
  type MediaHazard,
  type MediaKind,
  type MediaOptions,
  type MediaSource,
  type TrustTier,
} from './core/media.ts';
export type { ModelUsage } from './core/model-usage.ts';
export { requireKnownOptions } from './core/require-known-options.ts';
export type { FromJsonSchema } from './core/schema/from-json-schema.ts';
export { type JsonSchemaCompiler, type JsonSchemaOptions, jsonSchema } from './core/schema/json-schema.ts';
export type {
  HandlerResult,
  InputSchema,
  JsonObjectSchemaDefinition,
  JsonSchemaDefinition,
  LibrarySchema,
  OutputSchema,
  ToolArguments,
  ToolContent,
  ToolResult,
} from './core/schema/tool-schema.ts';
export { withJsonSchema } from './core/schema/with-json-schema.ts';
export {
  createToolRegistry,
  SealedToolRegistry,
  type SealedToolRegistryOptions,
} from './core/sealed-tool-registry.ts';
export { Tool, type ToolDescription } from './core/tool.ts';
export type { DirectContext, ToolContext, ToolProgress } from './core/tool-context.ts';
export { ToolError, type ToolErrorOptions } from './core/tool-error.ts';
export type { OnCollision, ToolEffect, ToolHandler, ToolOptions, VerifyAnswer } from './core/tool-options.ts';
export {
  type AckSource,
  type MergeOptions,
  ToolRegistry,
  type ToolRegistryOptions,
} from './core/tool-registry.ts';
export type { ToolResolver, UnavailableTool } from './core/tool-resolver.ts';
