import type { ModelUsage } from '../../../core/model-usage.ts';
import type { ModelStep, StopReason } from '../../../runtime/model/model-executor.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { countOf, textOf, toFields } from '../../wire-values.ts';
import { firstChoice } from './read-chat-calls.ts';
import { readChatMessage } from './read-chat-message.ts';

/** What the model did, from a completion in whatever state it is. */
export function toChatStep(completion: unknown, codec: ToolCodec): ModelStep {
  const { message, finish_reason } = firstChoice(completion);
  const said = textOf(toFields(message).refusal);
  const read = readChatMessage(toFields(completion), codec);
  return {
    message: read,
    stop: said === '' ? toStop(finish_reason, read.calls.length > 0) : 'refusal',
    ...(said !== '' && { refusal: said }),
    usage: readUsage(toFields(completion).usage),
  };
}

function toStop(finishReason: unknown, hasCalls: boolean): StopReason {
  if (finishReason === 'length') return 'length';
  if (finishReason === 'content_filter') return 'refusal';
  // Some gateways say `stop` all the same.
  if (hasCalls) return 'calls';
  return finishReason === 'stop' ? 'end' : 'other';
}

function readUsage(usage: unknown): ModelUsage {
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = toFields(usage);
  return {
    inputTokens: countOf(prompt_tokens),
    cachedInputTokens: countOf(toFields(prompt_tokens_details).cached_tokens),
    outputTokens: countOf(completion_tokens),
  };
}
