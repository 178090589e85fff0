import type { ModelUsage } from '../../../core/model-usage.ts';
import type { ModelStep, StopReason } from '../../../runtime/model/model-executor.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { countOf, toFields } from '../../wire-values.ts';
import { readResponsesMessage } from './read-responses-message.ts';
import { readResponsesRefusal } from './read-responses-text.ts';

/** What the model did, from a response in whatever state it is. Throws if that is none. */
export function toResponsesStep(response: unknown, codec: ToolCodec, searchTool?: string): ModelStep {
  const { output, status, error, incomplete_details, usage } = toFields(response);
  if (status === 'failed' || status === 'cancelled') {
    throw new Error('The response has failed.', { cause: error });
  }
  const message = readResponsesMessage(toFields(response), codec, searchTool);
  const hasCalls = message.calls.length > 0;
  const refusal = readResponsesRefusal(output);
  const stop =
    status === 'incomplete'
      ? toIncompleteStop(toFields(incomplete_details).reason, hasCalls)
      : toStop(status, hasCalls);
  return {
    message,
    stop: refusal === '' ? stop : 'refusal',
    ...(refusal !== '' && { refusal }),
    usage: readUsage(usage),
  };
}

function toStop(status: unknown, hasCalls: boolean): StopReason {
  if (hasCalls) return 'calls';
  return status === 'completed' ? 'end' : 'other';
}

function toIncompleteStop(reason: unknown, hasCalls: boolean): StopReason {
  if (reason === 'max_output_tokens') return 'length';
  if (reason === 'content_filter') return 'refusal';
  return hasCalls ? 'calls' : 'other';
}

function readUsage(usage: unknown): ModelUsage {
  const { input_tokens, output_tokens, input_tokens_details } = toFields(usage);
  return {
    inputTokens: countOf(input_tokens),
    cachedInputTokens: countOf(toFields(input_tokens_details).cached_tokens),
    outputTokens: countOf(output_tokens),
  };
}
