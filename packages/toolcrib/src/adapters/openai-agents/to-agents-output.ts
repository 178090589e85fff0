import { leaveOutMedia } from '../../providers/index.ts';
import type { AnswerPart } from '../tool-desk.ts';
import type { AgentsOutputPart } from './agents-tool.ts';

/** What the SDK gives to a model: text, or parts where there are media. */
export function toAgentsOutput(parts: readonly AnswerPart[]): string | AgentsOutputPart[] {
  const output = parts.map(toOutputPart);
  const texts = output.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === output.length ? texts.join('\n\n') : output;
}

function toOutputPart(part: AnswerPart): AgentsOutputPart {
  if (part.type === 'text') return part;
  const { kind, mimeType, base64 } = part;
  switch (kind) {
    case 'image':
      return { type: 'image', image: { data: base64, mediaType: mimeType } };
    case 'document':
      return { type: 'file', file: { data: base64, mediaType: mimeType, filename: 'document' } };
    case 'audio':
    case 'video':
      return { type: 'text', text: leaveOutMedia(part, 'The model cannot be shown it.') };
  }
}
