import type { Media } from '../../core/media.ts';
import { fromBase64 } from '../../runtime/base64.ts';
import { decodeText } from '../../runtime/decode-text.ts';
import type { ModelPart } from '../../runtime/render/render-for-model.ts';
import { CANNOT_BE_SHOWN, leaveOutMedia } from '../leave-out-media.ts';
import type { InlineMedia, MediaReader } from '../media-reader.ts';
import type { AnthropicContent, AnthropicImageType, AnthropicText } from './anthropic-types.ts';

const IMAGE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
] satisfies AnthropicImageType[];

/** Parts as blocks, in their order. Blank texts are left out, which the API refuses; others stay as they are. */
export async function renderParts(
  parts: readonly ModelPart[],
  readMedia: MediaReader,
): Promise<AnthropicContent[]> {
  const blocks = await Promise.all(
    parts.map((part) => (part.type === 'text' ? toText(part.text) : renderMedia(part.media, readMedia))),
  );
  return blocks.filter((block) => block.type !== 'text' || !isBlank(block.text));
}

/** Half a character, as a cut may leave it, makes the API refuse the whole request. */
export function toText(text: string): AnthropicText {
  return { type: 'text', text: text.toWellFormed() };
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

async function renderMedia(media: Media, readMedia: MediaReader): Promise<AnthropicContent> {
  const read = await readMedia(media);
  if (typeof read === 'string') return toText(leaveOutMedia(media, read));
  return toNative(read) ?? toText(leaveOutMedia(media, CANNOT_BE_SHOWN));
}

/** As what the provider takes; undefined if it takes no such thing. */
function toNative({ mimeType, base64 }: InlineMedia): AnthropicContent | undefined {
  if (isImageType(mimeType)) {
    return { type: 'image', source: { type: 'base64', media_type: mimeType, data: base64 } };
  }
  if (mimeType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mimeType, data: base64 } };
  }
  if (!mimeType.startsWith('text/')) return undefined;
  const data = decodeText(fromBase64(base64));
  if (data === undefined || isBlank(data)) return undefined;
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data } };
}

function isImageType(mimeType: string): mimeType is AnthropicImageType {
  return IMAGE_TYPES.includes(mimeType);
}
