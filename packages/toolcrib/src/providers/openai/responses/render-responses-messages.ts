import type { AssistantMessage, ModelMessage, UserMessage } from '../../../runtime/model/model-message.ts';
import { withLegalCallIds } from '../../call-ids.ts';
import { completeHistory } from '../../complete-history.ts';
import { createMediaReader, type MediaReader } from '../../media-reader.ts';
import type { MessageOptions } from '../../message-options.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { renderResponsesResults } from './render-responses-results.ts';
import { renderResponsesCall, replayOutput } from './replay-output.ts';
import type { OpenAiResponsesItem } from './responses-item.ts';
import { toResponsesPart } from './to-responses-part.ts';

/**
 * A conversation as the input of a Responses request, whoever the model was that it was held with: every call
 * has its result after it, names and ids are legal, and arguments are JSON text. What this API itself put out
 * is sent again with its thoughts.
 */
export async function renderResponsesMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  { readMedia = createMediaReader() }: MessageOptions = {},
): Promise<OpenAiResponsesItem[]> {
  const rendered = await Promise.all(
    withLegalCallIds(completeHistory(messages)).map(async (message): Promise<OpenAiResponsesItem[]> => {
      switch (message.role) {
        case 'user':
          return [await renderUser(message, readMedia)];
        case 'assistant':
          return replayOutput(message, codec) ?? renderAssistant(message, codec);
        case 'tool':
          return renderResponsesResults(message, codec, { readMedia });
      }
    }),
  );
  return rendered.flat();
}

async function renderUser({ content }: UserMessage, readMedia: MediaReader): Promise<OpenAiResponsesItem> {
  if (typeof content === 'string') return { type: 'message', role: 'user', content: content.toWellFormed() };
  const parts = await Promise.all(content.map((part) => toResponsesPart(part, readMedia)));
  return { type: 'message', role: 'user', content: parts.length > 0 ? parts : '' };
}

function renderAssistant({ text, calls }: AssistantMessage, codec: ToolCodec): OpenAiResponsesItem[] {
  const said: OpenAiResponsesItem = { type: 'message', role: 'assistant', content: text.toWellFormed() };
  const items = calls.map((call) => renderResponsesCall(call, codec));
  return text === '' ? items : [said, ...items];
}
