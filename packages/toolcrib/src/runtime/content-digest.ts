import { sha256Hex } from '#hash';
import { canonicalJson } from '../core/canonical-json.ts';
import type { JsonObject } from '../core/json.ts';

/** A digest of what a call asks for: `sha256/v1:` and 64 hexadecimal digits. */
export type ContentDigest = `sha256/v1:${string}`;

/** What a call asks for. */
export interface CallContent {
  readonly toolName: string;
  readonly toolVersion: string | undefined;
  readonly args: JsonObject;
}

/** Equal for equal calls, whatever the order of keys; calls of two versions differ. */
export function contentDigest({ toolName, toolVersion, args }: CallContent): ContentDigest {
  const text = canonicalJson({ tool: toolName, version: toolVersion ?? null, args });
  return `sha256/v1:${sha256Hex(text)}`;
}
