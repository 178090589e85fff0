import { type Loopback, type Reply, type SeenRequest, type SentEvent, startLoopback } from './loopback.ts';

/** A call as a model of OpenAI's Chat Completions proposes it; the arguments are any text. */
export interface ChatCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** What the model says in one step. */
export interface ChatStep {
  readonly text?: string;
  readonly calls?: readonly ChatCall[];
  readonly refusal?: string;
  readonly finishReason?: string;
  readonly cachedTokens?: number;
}

/**
 * A server that speaks OpenAI's Chat Completions, streaming if it is asked to, and plays one step a request.
 * It fails a request for which there is no step.
 */
export function startChatServer(
  steps: readonly (ChatStep | ((request: SeenRequest) => ChatStep | Reply))[],
): Promise<Loopback> {
  return startLoopback((request, index) => {
    const next = steps[index];
    if (next === undefined) throw new Error(`There is no step ${index}.`);
    const step = typeof next === 'function' ? next(request) : next;
    if ('json' in step || 'events' in step) return step;
    return request.body?.stream === true ? { events: streamChat(step) } : { json: toCompletion(step) };
  });
}

export function toCompletion(step: ChatStep): unknown {
  const { text = null, refusal = null, calls = [] } = step;
  const tool_calls = calls.map((call, index) => ({
    id: call.id ?? `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const message = {
    role: 'assistant',
    content: text,
    refusal,
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReasonOf(step) };
  return { ...envelope('chat.completion'), choices: [choice], usage: usageOf(step) };
}

/** The chunks of a step: texts and arguments in pieces of a few characters, as a provider sends them. */
export function* streamChat(step: ChatStep): Generator<SentEvent> {
  const chunk = (delta: unknown, finish_reason: string | null = null): SentEvent => ({
    data: {
      ...envelope('chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    },
  });
  yield chunk({ role: 'assistant', content: '', refusal: null });
  for (const content of pieces(step.text ?? '')) yield chunk({ content });
  for (const refusal of pieces(step.refusal ?? '')) yield chunk({ refusal });
  for (const [index, call] of (step.calls ?? []).entries()) {
    const id = call.id ?? `call_${index}`;
    const head = { index, id, type: 'function', function: { name: call.name, arguments: '' } };
    yield chunk({ tool_calls: [head] });
    for (const part of pieces(call.arguments)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  yield chunk({}, finishReasonOf(step));
  yield { data: { ...envelope('chat.completion.chunk'), choices: [], usage: usageOf(step) } };
  yield { data: '[DONE]' };
}

function usageOf({ cachedTokens }: ChatStep) {
  const prompt_tokens_details = { cached_tokens: cachedTokens };
  return {
    ...{ prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    ...(cachedTokens !== undefined && { prompt_tokens_details }),
  };
}

function envelope(object: string) {
  return { id: 'chatcmpl-1', object, created: 1_700_000_000, model: 'scripted' };
}

function finishReasonOf({ finishReason, calls = [] }: ChatStep): string {
  return finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
}
