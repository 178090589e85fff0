import type { AssistantMessage } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { textOf, toFields, toFieldsList } from '../../wire-values.ts';
import { firstChoice, type OpenAiChatResponse, readChatCalls } from './read-chat-calls.ts';

/** What a model said through Chat Completions, to be appended to the conversation. Never throws. */
export function readChatMessage(response: OpenAiChatResponse, codec: ToolCodec): AssistantMessage {
  const { content } = toFields(firstChoice(response).message);
  return { role: 'assistant', text: readText(content), calls: readChatCalls(response, codec) };
}

/** Text, or a list of parts as some gateways send it. */
function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  return toFieldsList(content)
    .map(({ text }) => textOf(text))
    .join('');
}
