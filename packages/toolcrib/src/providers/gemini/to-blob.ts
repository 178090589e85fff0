import type { Media } from '../../core/media.ts';
import { CANNOT_BE_SHOWN, leaveOutMedia, mediaTypeOf } from '../leave-out-media.ts';
import type { MediaReader } from '../media-reader.ts';
import type { GeminiBlob } from './gemini-types.ts';

/** What Gemini takes as part of a message. */
const messageTypes = /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|(?:audio|video|text)\/.+)$/;

/** What Gemini takes inside of a result. */
const resultTypes = /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/;

/** Media as they are sent; or one or two sentences that stand in for them. */
export async function toBlob(
  media: Media,
  readMedia: MediaReader,
  place: 'message' | 'result',
): Promise<GeminiBlob | string> {
  const types = place === 'message' ? messageTypes : resultTypes;
  if (!types.test(mediaTypeOf(media))) {
    return leaveOutMedia(media, CANNOT_BE_SHOWN);
  }
  const inline = await readMedia(media);
  if (typeof inline === 'string') return leaveOutMedia(media, inline);
  return { mimeType: inline.mimeType, data: inline.base64 };
}
