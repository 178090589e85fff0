import type {
  AssistantMessage,
  ModelCall,
  ModelMessage,
  RenderedResult,
} from '../runtime/model/model-message.ts';

const NO_RESULT = 'This call was never finished; whether it took effect is not known.';

/**
 * A conversation that every provider accepts: each call has exactly one result, right after it, in the order
 * of the calls. A call without one gets a result that says so, and a result without its call becomes text of
 * the user's side, so that a turn that was cut off, or a tool that is gone, does not end the conversation.
 */
export function completeHistory(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const complete: ModelMessage[] = [];
  let open: AssistantMessage | undefined;
  const close = (results: readonly RenderedResult[]) => {
    const { answered, others } = matchResults(open?.calls ?? [], results);
    if (answered.length > 0) complete.push({ role: 'tool', results: answered });
    complete.push(...others.map(toUserMessage));
    open = undefined;
  };
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as ModelMessage;
    if (message.role === 'tool') {
      close(message.results.concat(takeResults(messages, at + 1)));
      while (messages[at + 1]?.role === 'tool') at++;
      continue;
    }
    close([]);
    complete.push(message);
    if (message.role === 'assistant') open = message;
  }
  close([]);
  return complete;
}

/** The results of the tool messages that follow one another from here. */
function takeResults(messages: readonly ModelMessage[], from: number): RenderedResult[] {
  const results: RenderedResult[] = [];
  for (let at = from; ; at++) {
    const message = messages[at];
    if (message?.role !== 'tool') return results;
    results.push(...message.results);
  }
}

/** The first result of an id is that of its first call: a provider may have given one id to two calls. */
function matchResults(calls: readonly ModelCall[], results: readonly RenderedResult[]) {
  const queues = new Map<string, RenderedResult[]>();
  // The last one of a list is the next one to be taken.
  for (const result of results.toReversed()) {
    const queue = queues.get(result.providerCallId) ?? [];
    queues.set(result.providerCallId, queue);
    queue.push(result);
  }
  const answered = calls.map(
    ({ providerCallId, tool }) => queues.get(providerCallId)?.pop() ?? withoutResult(providerCallId, tool),
  );
  const used = new Set(answered);
  return { answered, others: results.filter((result) => !used.has(result)) };
}

function withoutResult(providerCallId: string, tool: string): RenderedResult {
  const rendering = { isError: true, parts: [{ type: 'text', text: NO_RESULT }] } as const;
  return { providerCallId, tool, rendering };
}

function toUserMessage({ rendering }: RenderedResult): ModelMessage {
  return { role: 'user', content: rendering.parts };
}
