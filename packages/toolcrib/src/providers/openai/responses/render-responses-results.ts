import type { RenderedResult, ToolMessage } from '../../../runtime/model/model-message.ts';
import type { ModelRendering } from '../../../runtime/render/render-for-model.ts';
import type { MediaReader } from '../../media-reader.ts';
import { type MessageOptions, readMediaReader } from '../../message-options.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import type { OpenAiResponsesOutput, OpenAiResponsesPart } from './responses-item.ts';
import { toResponsesPart } from './to-responses-part.ts';

/**
 * The results of calls as Responses takes them, one item each. Nothing of the texts is changed, and there is
 * no mark for errors: the words say it.
 */
export async function renderResponsesResults(
  message: ToolMessage,
  _codec: ToolCodec,
  options: MessageOptions = {},
): Promise<OpenAiResponsesOutput[]> {
  const readMedia = readMediaReader(options);
  return Promise.all(message.results.map((result) => renderResponsesResult(result, readMedia)));
}

export async function renderResponsesResult(
  { providerCallId, rendering }: RenderedResult,
  readMedia: MediaReader,
): Promise<OpenAiResponsesOutput> {
  const output = await renderOutput(rendering, readMedia);
  return { type: 'function_call_output', call_id: providerCallId, output };
}

async function renderOutput(
  { parts }: ModelRendering,
  readMedia: MediaReader,
): Promise<string | OpenAiResponsesPart[]> {
  const blocks = await Promise.all(parts.map((part) => toResponsesPart(part, readMedia)));
  const texts = blocks.flatMap((block) => (block.type === 'input_text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n') : blocks;
}
