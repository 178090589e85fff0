import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Media } from 'toolcrib';
import { decodeText } from '../http/decode-text.ts';
import { textContent } from './mcp-result.ts';
import { readBounded } from './read-bounded.ts';

/** Everything is in one JSON document, a third larger there. */
const MAX_MEDIA_BYTES = 8 * 1024 * 1024;

/** Where a piece of a result comes from, for its address. */
export interface MediaPlace {
  readonly invocationId: string;
  readonly index: number;
}

/** An image or a sound as MCP has it, anything else as an embedded resource. */
export async function renderMedia(media: Media, place: MediaPlace): Promise<ContentBlock> {
  const { kind, mimeType } = media;
  const bytes = await readBounded(media.stream(), MAX_MEDIA_BYTES);
  if (bytes === undefined) {
    return textContent(`A part of the result, ${kind} (${mimeType}), is too large to be sent.`);
  }
  if (kind === 'image' || kind === 'audio') {
    return { type: kind, data: Buffer.from(bytes).toString('base64'), mimeType };
  }
  return embedResource(bytes, { mimeType, ...place });
}

/** Bytes as an embedded resource: as text if their type says so and they are, otherwise in base64. */
export function embedResource(
  bytes: Uint8Array,
  { mimeType, invocationId, index }: MediaPlace & { readonly mimeType: string },
): ContentBlock {
  const uri = `toolcrib://calls/${encodeURIComponent(invocationId)}/parts/${index}`;
  const text = mimeType.startsWith('text/') ? decodeText(bytes) : undefined;
  const content = text === undefined ? { blob: Buffer.from(bytes).toString('base64') } : { text };
  return { type: 'resource', resource: { uri, mimeType, ...content } };
}
