import type { AssistantMessage } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { toFields, toFieldsList } from '../../wire-values.ts';
import { type OpenAiResponsesResponse, readResponsesCalls } from './read-responses-calls.ts';
import { readResponsesText } from './read-responses-text.ts';
import { responsesFormat } from './render-responses-tools.ts';

/**
 * What a model said through Responses, to be appended to the conversation. Its items are kept as `native`,
 * encrypted thoughts included, because models want them back. Never throws.
 */
export function readResponsesMessage(
  response: OpenAiResponsesResponse,
  codec: ToolCodec,
  searchTool?: string,
): AssistantMessage {
  const { output } = toFields(response);
  const { provider } = responsesFormat.rules;
  return {
    role: 'assistant',
    text: readResponsesText(output),
    calls: readResponsesCalls(response, codec, searchTool),
    ...(toFieldsList(output).length > 0 && { native: { provider, content: output } }),
  };
}
