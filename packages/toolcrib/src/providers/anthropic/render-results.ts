import type { RenderedResult, ToolMessage } from '../../runtime/model/model-message.ts';
import { tellInWords } from '../leave-out-media.ts';
import type { MediaReader } from '../media-reader.ts';
import { type MessageOptions, readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { AnthropicToolResult } from './anthropic-types.ts';
import { renderParts, toText } from './render-parts.ts';

/**
 * The results of calls as `tool_result` blocks, in the order of the calls: the content of the user message that
 * answers them. Texts are passed on as they are, images and documents natively; what this provider cannot show
 * is named.
 */
export function renderResults(
  message: ToolMessage,
  _codec: ToolCodec,
  options: MessageOptions = {},
): Promise<AnthropicToolResult[]> {
  const readMedia = readMediaReader(options);
  return Promise.all(message.results.map((result) => renderResult(result, readMedia)));
}

export async function renderResult(
  { providerCallId, rendering: { isError, parts } }: RenderedResult,
  readMedia: MediaReader,
): Promise<AnthropicToolResult> {
  // The API takes text only in a result that is an error.
  const content = await renderParts(isError ? tellInWords(parts) : parts, readMedia);
  return {
    type: 'tool_result',
    tool_use_id: providerCallId,
    content: content.length > 0 ? content : [toText('The result is blank.')],
    ...(isError && { is_error: true as const }),
  };
}
