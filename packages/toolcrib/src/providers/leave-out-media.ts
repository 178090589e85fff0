import type { Media } from '../core/media.ts';
import type { ModelPart } from '../runtime/render/render-for-model.ts';

/** What is known of media without reading them. */
export type MediaLabel = Pick<Media, 'kind' | 'mimeType'>;

/** Types that say nothing but a type: they come from tools, and anything can be spelt with dots. */
const SIMPLE_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
const MAX_TYPE_LENGTH = 60;

/** What stands in for media that a model is not shown. The reason is one or more sentences. */
export function leaveOutMedia(media: MediaLabel, reason: string): string {
  const article = /^[aeiou]/.test(media.kind) ? 'An' : 'A';
  return `${article} ${nameMedia(media)} was left out here. ${reason}`;
}

/** Media in our own words: the kind, and the MIME type if that is a simple one. */
export function nameMedia(media: MediaLabel): string {
  const type = mediaTypeOf(media);
  return type.length <= MAX_TYPE_LENGTH && SIMPLE_TYPE.test(type) ? `${media.kind} (${type})` : media.kind;
}

/** The MIME type in lower case and without its parameters, which may be any text. */
export function mediaTypeOf({ mimeType }: Pick<Media, 'mimeType'>): string {
  return mimeType.replace(/;.*/s, '').trim().toLowerCase();
}

/** Why media are left out that a provider has no block for. */
export const CANNOT_BE_SHOWN = 'The model cannot be shown it.';

/** Parts for the result of a call that went wrong, where that may have text only. */
export function tellInWords(parts: readonly ModelPart[]): readonly ModelPart[] {
  return parts.map((part) => {
    if (part.type === 'text') return part;
    return { type: 'text', text: leaveOutMedia(part.media, 'An error is told in words only.') };
  });
}
