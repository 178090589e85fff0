import type { ModelPart } from '../../../runtime/render/render-for-model.ts';
import type { MediaReader } from '../../media-reader.ts';
import { type BlockMedia, PDF_NAME, toBlockMedia } from '../to-block-media.ts';
import type { OpenAiChatPart } from './chat-message.ts';

/** A part as the user's side may send it. What no model can be shown becomes a sentence. */
export async function toChatPart(part: ModelPart, readMedia: MediaReader): Promise<OpenAiChatPart> {
  if (part.type === 'text') return { type: 'text', text: part.text.toWellFormed() };
  const media = await toBlockMedia(part.media, readMedia, ['image', 'pdf', 'audio']);
  return typeof media === 'string' ? { type: 'text', text: media } : toBlock(media);
}

function toBlock({ kind, mimeType, base64, dataUrl }: BlockMedia): OpenAiChatPart {
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: dataUrl } };
    case 'pdf':
      return { type: 'file', file: { filename: PDF_NAME, file_data: dataUrl } };
    case 'audio': {
      const format = mimeType.includes('wav') ? 'wav' : 'mp3';
      return { type: 'input_audio', input_audio: { data: base64, format } };
    }
  }
}
