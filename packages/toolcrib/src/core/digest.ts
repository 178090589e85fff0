import { sha256Hex } from '#hash';
import { canonicalJson } from './canonical-json.ts';
import { ConfigError } from './errors.ts';
import { formatIssues } from './issue.ts';
import { copyJson, type JsonObject, type JsonValue } from './json.ts';

/** A digest of what a model can see of a tool, or of its authority: `sha256/v1:` and 64 hexadecimal digits. */
export type ToolDigest = `sha256/v1:${string}`;

/** The fields of a tool that a model can see. The version is not one of them. */
export interface ModelVisibleFields {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
  readonly tags?: readonly string[] | undefined;
}

/**
 * The digest of a definition, over its RFC 8785 canonical JSON: the same on every machine, whatever the
 * order of keys. An empty output schema, which promises nothing, and an empty list of tags are the same as none.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the fields are not JSON.
 */
export function digestOf(fields: ModelVisibleFields): ToolDigest {
  const copy = copyJson(toVisible(fields));
  if (copy.ok) return digestJson(copy.value);
  throw new ConfigError('E_INVALID_OPTION', `A definition must be JSON: ${formatIssues(copy.issues)}.`);
}

/** The same for fields that are known to be frozen JSON. */
export function digestOfJson(fields: ModelVisibleFields): ToolDigest {
  // Without what is undefined it is JSON.
  const visible = Object.entries(toVisible(fields)).filter(([, value]) => value !== undefined);
  return digestJson(Object.fromEntries(visible) as JsonObject);
}

function toVisible(fields: ModelVisibleFields): ModelVisibleFields {
  const { name, title, description, inputSchema, outputSchema, annotations, tags } = fields;
  const someOutput = outputSchema && Object.keys(outputSchema).length > 0 ? outputSchema : undefined;
  const someTags = tags?.length ? tags : undefined;
  return { name, title, description, inputSchema, outputSchema: someOutput, annotations, tags: someTags };
}

/** The digest of a JSON value, over its RFC 8785 canonical text. */
export function digestJson(value: JsonValue): ToolDigest {
  return `sha256/v1:${sha256Hex(canonicalJson(value))}`;
}
