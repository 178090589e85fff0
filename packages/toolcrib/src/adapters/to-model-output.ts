import { fieldsOf } from './fields-of.ts';

/** What a framework gives to a provider. */
type ModelOutput<MediaPart> =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: (TextPart | MediaPart)[] };

type TextPart = { type: 'text'; text: string };

/** Media that were kept with an output. */
interface KeptMedia {
  readonly type: 'media';
  readonly mimeType: string;
  readonly base64: string;
}

const UNREADABLE = 'The result of this call is not readable any more.';

/**
 * What a provider is given of an output. Outputs come back from wherever the conversation was kept, a browser
 * for example, so that nothing is taken for granted.
 */
export function toModelOutput<MediaPart>(
  output: unknown,
  toMediaPart: (media: KeptMedia) => MediaPart,
): ModelOutput<MediaPart> {
  const { status, parts } = fieldsOf(output);
  const kept = Array.isArray(parts) && parts.length > 0 ? parts.map(readPart) : [readPart(undefined)];
  const isError = status !== 'ok';
  const texts = kept.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (!isError && texts.length < kept.length) {
    return { type: 'content', value: kept.map((part) => (part.type === 'text' ? part : toMediaPart(part))) };
  }
  return { type: isError ? 'error-text' : 'text', value: texts.join('\n\n') };
}

function readPart(part: unknown): TextPart | KeptMedia {
  const { type, text, mimeType, base64 } = fieldsOf(part);
  if (type === 'text' && typeof text === 'string') return { type, text };
  if (type === 'media' && typeof mimeType === 'string' && typeof base64 === 'string') {
    return { type, mimeType, base64 };
  }
  return { type: 'text', text: UNREADABLE };
}
