import { leaveOutMedia } from '../../providers/index.ts';
import type { AnsweredCall, AnswerPart } from '../tool-desk.ts';
import type { LangChainContentBlock, ToolMessageFields } from './langchain-parts.ts';

/** The message that answers a call. */
export function toToolMessageFields({ record, isError, parts }: AnsweredCall, id: string): ToolMessageFields {
  return {
    content: toContent(parts),
    tool_call_id: id,
    name: record.toolName,
    status: isError ? 'error' : 'success',
    artifact: record.toJSON(),
  };
}

/** Plain text, unless there are images. What is neither would end the run in some provider packages. */
export function toContent(parts: readonly AnswerPart[]): string | LangChainContentBlock[] {
  const blocks = parts.map(toBlock);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n\n') : blocks;
}

function toBlock(part: AnswerPart): LangChainContentBlock {
  if (part.type === 'text') return part;
  const { kind, mimeType, base64 } = part;
  return kind === 'image'
    ? { type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } }
    : { type: 'text', text: leaveOutMedia(part, 'The model cannot be shown it.') };
}
