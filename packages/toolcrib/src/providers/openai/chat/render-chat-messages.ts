import type { AssistantMessage, ModelMessage, UserMessage } from '../../../runtime/model/model-message.ts';
import { withLegalCallIds } from '../../call-ids.ts';
import { completeHistory } from '../../complete-history.ts';
import type { MediaReader } from '../../media-reader.ts';
import { type MessageOptions, readMediaReader } from '../../message-options.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { toArgumentsText } from '../to-arguments-text.ts';
import type { OpenAiChatMessage } from './chat-message.ts';
import { renderChatResults } from './render-chat-results.ts';
import { toChatPart } from './to-chat-part.ts';

/**
 * A conversation as Chat Completions takes it, whoever the model was that it was held with: every call has its
 * result right after it, names and ids are legal, and arguments are JSON text.
 */
export async function renderChatMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  options: MessageOptions = {},
): Promise<OpenAiChatMessage[]> {
  const readMedia = readMediaReader(options);
  const rendered = await Promise.all(
    withLegalCallIds(completeHistory(messages)).map(async (message): Promise<OpenAiChatMessage[]> => {
      switch (message.role) {
        case 'user':
          return [await renderUser(message, readMedia)];
        case 'assistant':
          return renderAssistant(message, codec);
        case 'tool':
          return renderChatResults(message, codec, { readMedia });
      }
    }),
  );
  return rendered.flat();
}

async function renderUser({ content }: UserMessage, readMedia: MediaReader): Promise<OpenAiChatMessage> {
  if (typeof content === 'string') return { role: 'user', content: content.toWellFormed() };
  const parts = await Promise.all(content.map((part) => toChatPart(part, readMedia)));
  return { role: 'user', content: parts.length > 0 ? parts : '' };
}

function renderAssistant({ text, calls }: AssistantMessage, codec: ToolCodec): OpenAiChatMessage[] {
  const content = text.toWellFormed();
  if (calls.length > 0) {
    const tool_calls = calls.map((call) => ({
      id: call.providerCallId,
      type: 'function' as const,
      function: {
        name: codec.toWireName(codec.toToolName(call.tool)),
        arguments: toArgumentsText(call, codec),
      },
    }));
    return [{ role: 'assistant', content: content === '' ? null : content, tool_calls }];
  }
  // Said nothing: an answer that was aborted at once, for example.
  return content === '' ? [] : [{ role: 'assistant', content }];
}
