import type { ModelMessage, UserMessage } from '../../runtime/model/model-message.ts';
import { completeHistory } from '../complete-history.ts';
import type { MediaReader } from '../media-reader.ts';
import { readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { NO_BEGINNING, NO_TEXT } from '../stand-ins.ts';
import { userParts } from '../user-parts.ts';
import type { GeminiContent, GeminiFunctionCall, GeminiMessageOptions, GeminiPart } from './gemini-types.ts';
import { renderAnswer } from './render-answer.ts';
import { messageNames, renderResponses } from './render-results.ts';
import { toBlob } from './to-blob.ts';

/**
 * A conversation as Gemini takes it, for `contents`. It may have come from another provider, be cut off, or have
 * calls of tools that are gone. What is appended to the conversation later changes nothing before it.
 */
export async function renderMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  options: GeminiMessageOptions = {},
): Promise<GeminiContent[]> {
  const readMedia = readMediaReader(options, messageNames);
  const contents: GeminiContent[] = [];
  let calls: readonly GeminiFunctionCall[] = [];
  for (const message of completeHistory(messages)) {
    switch (message.role) {
      case 'user':
        append(contents, { role: 'user', parts: await renderUserTurn(message, readMedia) });
        break;
      case 'assistant': {
        const parts = renderAnswer(message, codec, options);
        if (contents.length === 0) append(contents, { role: 'user', parts: [{ text: NO_BEGINNING }] });
        calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
        append(contents, { role: 'model', parts });
        break;
      }
      case 'tool': {
        // A complete conversation has the results in the order of the calls, one each.
        const parts = await renderResponses(message.results, calls, { ...options, readMedia });
        contents.push({ role: 'user', parts });
      }
    }
  }
  return contents;
}

async function renderUserTurn(message: UserMessage, readMedia: MediaReader): Promise<GeminiPart[]> {
  const parts: GeminiPart[] = [];
  for (const part of userParts(message)) {
    const shown = part.type === 'text' ? part.text : await toBlob(part.media, readMedia, 'message');
    if (typeof shown !== 'string') parts.push({ inlineData: shown });
    else if (shown.trim() !== '') parts.push({ text: shown.toWellFormed() });
  }
  return parts.length > 0 ? parts : [{ text: NO_TEXT }];
}

/**
 * Gemini wants a call right after a message of the user, so what one side says in a row becomes one message.
 * Results stay alone: their number has to be that of the calls.
 */
function append(contents: GeminiContent[], content: GeminiContent): void {
  if (content.parts.length === 0) return;
  const last = contents.at(-1);
  const hasResults = last?.parts.some(({ functionResponse }) => functionResponse !== undefined);
  if (last?.role === content.role && hasResults !== true) last.parts.push(...content.parts);
  else contents.push(content);
}
