import type { Media } from '../../core/media.ts';
import { CANNOT_BE_SHOWN, leaveOutMedia, mediaTypeOf } from '../leave-out-media.ts';
import type { InlineMedia, MediaReader } from '../media-reader.ts';

/** The kinds of media that OpenAI has native blocks for. */
export type BlockKind = 'image' | 'pdf' | 'audio';

/** Media that a request can have in a native block. */
export interface BlockMedia extends InlineMedia {
  readonly kind: BlockKind;
  readonly dataUrl: string;
}

const blockKinds: Readonly<Record<string, BlockKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'audio/wav': 'audio',
  'audio/x-wav': 'audio',
  'audio/wave': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp3': 'audio',
};

/** Files have to have a name; those of tools have none. */
export const PDF_NAME = 'document.pdf';

/** Media for a native block of one of the accepted kinds; or what stands in for them. */
export async function toBlockMedia(
  media: Media,
  readMedia: MediaReader,
  accepted: readonly BlockKind[],
): Promise<BlockMedia | string> {
  const type = mediaTypeOf(media);
  const kind = Object.hasOwn(blockKinds, type) ? blockKinds[type] : undefined;
  if (kind === undefined || !accepted.includes(kind)) {
    return leaveOutMedia(media, CANNOT_BE_SHOWN);
  }
  const inline = await readMedia(media);
  if (typeof inline === 'string') return leaveOutMedia(media, inline);
  return { ...inline, kind, dataUrl: `data:${inline.mimeType};base64,${inline.base64}` };
}
