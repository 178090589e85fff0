import type { AssistantMessage } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { AnthropicResponse } from './read-calls.ts';
import { toAnswer, toStep } from './to-step.ts';

/**
 * What a model of Anthropic said, to be appended to the conversation. Its blocks are kept as `native`, signed
 * thoughts included, because models want them back. Never throws.
 */
export function readMessage(response: AnthropicResponse, codec: ToolCodec): AssistantMessage {
  return toStep(toAnswer(response), codec).message;
}
