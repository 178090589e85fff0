import type { ModelUsage } from '../../core/model-usage.ts';
import type { ModelStep } from '../../runtime/model/model-executor.ts';

const noUsage: ModelUsage = Object.freeze({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });

/** What is left of an answer that the caller did not want any more: its text, and nothing to be run. */
export function toAbortedStep(text: string): ModelStep {
  return { message: { role: 'assistant', text, calls: [] }, stop: 'aborted', usage: noUsage };
}
