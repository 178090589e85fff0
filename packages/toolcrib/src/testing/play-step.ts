import type { ModelUsage } from '../core/model-usage.ts';
import type { ModelRequest, ModelStep, StopReason } from '../runtime/model/model-executor.ts';
import { checkStep, type ScriptedStep } from './scripted-step.ts';

/** An answer of a scripted model while it is given. */
export interface Answer {
  readonly request: ModelRequest;
  /** What was said so far. */
  text: string;
  /** What a step costs that does not say so. */
  readonly usage: ModelUsage;
  nextCallId(): string;
}

/** Does what a step says: streams its text and the starts of its calls, then fails or gives the whole of it. */
export async function playStep(step: ScriptedStep, answer: Answer): Promise<ModelStep> {
  checkStep(step, 'step, given by a function,');
  const { request, nextCallId } = answer;
  const { signal, onEvent } = request;
  const { text = '', chunks, refusal } = step;
  if (chunks === undefined && onEvent === undefined) answer.text = text;
  else {
    for await (const piece of chunks ?? toWords(text)) {
      if (signal?.aborted) return toAbortedStep(answer);
      answer.text += piece;
      onEvent?.({ type: 'text', text: piece });
    }
  }
  if (signal?.aborted) return toAbortedStep(answer);
  if ('error' in step) throw step.error;

  const calls = (step.calls ?? []).map((call) => ({
    ...call,
    providerCallId: call.providerCallId ?? nextCallId(),
  }));
  for (const { providerCallId, tool } of calls) onEvent?.({ type: 'call-start', providerCallId, tool });
  const made: StopReason = calls.length > 0 ? 'calls' : refusal === undefined ? 'end' : 'refusal';
  return {
    message: { role: 'assistant', text: answer.text, calls },
    stop: step.stop ?? made,
    ...(refusal !== undefined && { refusal }),
    usage: { ...answer.usage, ...step.usage },
  };
}

/** What is left of an answer that is not wanted any more. It costs nothing. */
export function toAbortedStep({ text }: Answer): ModelStep {
  return {
    message: { role: 'assistant', text, calls: [] },
    stop: 'aborted',
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  };
}

/** Words with the space before them, so that together they are the text. */
function toWords(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
