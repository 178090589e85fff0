import type { ModelPart } from '../../../runtime/render/render-for-model.ts';
import type { MediaReader } from '../../media-reader.ts';
import { PDF_NAME, toBlockMedia } from '../to-block-media.ts';
import type { OpenAiResponsesPart } from './responses-item.ts';

/** A part as messages and results may have it. What no model can be shown becomes a sentence. */
export async function toResponsesPart(part: ModelPart, readMedia: MediaReader): Promise<OpenAiResponsesPart> {
  if (part.type === 'text') return { type: 'input_text', text: part.text.toWellFormed() };
  const media = await toBlockMedia(part.media, readMedia, ['image', 'pdf']);
  if (typeof media === 'string') return { type: 'input_text', text: media };
  return media.kind === 'image'
    ? { type: 'input_image', image_url: media.dataUrl, detail: 'auto' }
    : { type: 'input_file', filename: PDF_NAME, file_data: media.dataUrl };
}
