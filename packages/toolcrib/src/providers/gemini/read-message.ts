import { copyJson } from '../../core/json.ts';
import type { AssistantMessage } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { GeminiResponse } from './gemini-types.ts';
import { readCalls } from './read-calls.ts';
import { readCandidate, readText } from './read-candidate.ts';

/**
 * What Gemini said, to be appended to the conversation. Its parts are kept as `native`, thoughts and their
 * signatures included, because Gemini wants them back. Never throws; an answer that was blocked is empty.
 */
export function readMessage(response: GeminiResponse, codec: ToolCodec): AssistantMessage {
  const { parts } = readCandidate(response);
  const content = copyJson(parts);
  return {
    role: 'assistant',
    text: readText(parts),
    calls: readCalls(response, codec),
    ...(parts.length > 0 && content.ok && { native: { provider: 'gemini', content: content.value } }),
  };
}
