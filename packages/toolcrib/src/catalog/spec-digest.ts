import { digestOf, digestOfJson, type ToolDigest } from '../core/digest.ts';
import type { ToolSpec } from './tool-spec.ts';

/**
 * The digest of what a model can see of a tool: that of the spec of a tool is the tool's own.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the spec is not JSON.
 */
export function specDigest({ description = '', ...spec }: ToolSpec): ToolDigest {
  return digestOf({ ...spec, description });
}

/** The same for a spec that was read, and so is JSON. */
export function digestOfReadSpec({ description = '', ...spec }: ToolSpec): ToolDigest {
  return digestOfJson({ ...spec, description });
}
