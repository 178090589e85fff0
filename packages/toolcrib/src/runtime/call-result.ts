import type { Artifact, ArtifactDescription } from '../core/artifact.ts';
import type { JsonValue } from '../core/json.ts';
import type { Media, MediaDescription } from '../core/media.ts';
import { decodeText } from './decode-text.ts';
import type { Redaction } from './render/redactions.ts';

/** What a call that ended well gives, checked. */
export type CallResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'media'; readonly media: readonly Media[] }
  /** Too large to be sent, or made as an artifact by the tool: its beginning, and a handle on the rest. */
  | {
      readonly kind: 'artifact';
      readonly artifact: Artifact;
      readonly preview: string;
      /** What was taken out of the preview, if anything was. */
      readonly redactions?: readonly Redaction[] | undefined;
      /** The SHA-256 of all its bytes, as 64 hexadecimal digits, if it was stored in a turn, which compares results. */
      readonly sha256?: string | undefined;
    }
  /** Was read back from a ledger, which keeps no media and no artifacts: only what they were. */
  | { readonly kind: 'omitted'; readonly description: ArtifactDescription | readonly MediaDescription[] };

/** A result as the text that a model reads; undefined for bytes that are no text, media and what was not kept. */
export function textOf(result: CallResult): string | undefined {
  switch (result.kind) {
    case 'text':
      return result.text;
    case 'json':
      return JSON.stringify(result.value);
    case 'bytes':
      return decodeText(result.bytes);
    case 'artifact':
      return result.preview;
    case 'media':
    case 'omitted':
      return undefined;
  }
}
