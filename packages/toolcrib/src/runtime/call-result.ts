import type { Artifact, ArtifactDescription } from '../core/artifact.ts';
import type { JsonValue } from '../core/json.ts';
import type { Media, MediaDescription } from '../core/media.ts';

/** What a call that ended well gives, checked. */
export type CallResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'media'; readonly media: readonly Media[] }
  /** Too large to be sent, or made as an artifact by the tool: its beginning, and a handle on the rest. */
  | { readonly kind: 'artifact'; readonly artifact: Artifact; readonly preview: string }
  /** Was read back from a ledger, which keeps no media and no artifacts: only what they were. */
  | { readonly kind: 'omitted'; readonly description: ArtifactDescription | readonly MediaDescription[] };
