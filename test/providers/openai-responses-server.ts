import { type Loopback, type Reply, type SeenRequest, type SentEvent, startLoopback } from './loopback.ts';

/** A call as a model of OpenAI's Responses proposes it; the arguments are any text. */
export interface ResponsesCall {
  readonly id?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: string;
}

/** A search for tools that the client has to make; the arguments are anything. */
export interface ResponsesSearch {
  readonly id: string;
  readonly arguments: unknown;
}

/** What the model does in one step: thinks, speaks, searches, calls, in this order. */
export interface ResponsesStep {
  /** Encrypted thoughts. */
  readonly thoughts?: string;
  readonly text?: string;
  readonly searches?: readonly ResponsesSearch[];
  readonly calls?: readonly ResponsesCall[];
  readonly refusal?: string;
  /** Why it did not come to its end; its last item then lacks its own. */
  readonly incompleteReason?: string;
  readonly cachedTokens?: number;
}

/**
 * A server that speaks OpenAI's Responses, streaming if it is asked to, and plays one step a request. It
 * fails a request for which there is no step.
 */
export function startResponsesServer(
  steps: readonly (ResponsesStep | ((request: SeenRequest) => ResponsesStep | Reply))[],
): Promise<Loopback> {
  return startLoopback((request, index) => {
    const next = steps[index];
    if (next === undefined) throw new Error(`There is no step ${index}.`);
    const step = typeof next === 'function' ? next(request) : next;
    if ('json' in step || 'events' in step) return step;
    return request.body?.stream === true
      ? { events: streamResponse(step, index) }
      : { json: toResponse(step, index) };
  });
}

/** A whole response. Items have other ids in every response. */
export function toResponse(step: ResponsesStep, index = 0): unknown {
  const { incompleteReason, cachedTokens = 0 } = step;
  const reason = incompleteReason === undefined ? null : { reason: incompleteReason };
  return {
    ...envelope(index),
    status: reason === null ? 'completed' : 'incomplete',
    incomplete_details: reason,
    output: toItems(step, index),
    usage: {
      input_tokens: 11,
      input_tokens_details: { cached_tokens: cachedTokens },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 18,
    },
  };
}

/** The events of a step: texts and arguments in pieces of a few characters, as the provider sends them. */
export function* streamResponse(step: ResponsesStep, index = 0): Generator<SentEvent> {
  let sequence_number = 0;
  const event = (type: string, fields: object): SentEvent => ({
    event: type,
    data: { type, sequence_number: sequence_number++, ...fields },
  });
  yield event('response.created', { response: { ...envelope(index), status: 'in_progress', output: [] } });
  for (const [output_index, item] of toItems(step, index).entries()) {
    const place = { output_index, item_id: item.id };
    yield event('response.output_item.added', { output_index, item: { ...item, ...begin(item) } });
    if (item.type === 'message')
      yield* streamMessage(step, (type, fields) => event(type, { ...place, ...fields }));
    if (item.type === 'function_call') {
      for (const delta of pieces(item.arguments)) {
        yield event('response.function_call_arguments.delta', { ...place, delta });
      }
      yield event('response.function_call_arguments.done', { ...place, arguments: item.arguments });
    }
    yield event('response.output_item.done', { output_index, item });
  }
  const last = step.incompleteReason === undefined ? 'response.completed' : 'response.incomplete';
  yield event(last, { response: toResponse(step, index) });
}

function* streamMessage(
  { text = '', refusal = '' }: ResponsesStep,
  event: (type: string, fields: object) => SentEvent,
): Generator<SentEvent> {
  yield event('response.content_part.added', { content_index: 0, part: { type: 'output_text', text: '' } });
  for (const delta of pieces(text)) yield event('response.output_text.delta', { content_index: 0, delta });
  for (const delta of pieces(refusal)) yield event('response.refusal.delta', { content_index: 0, delta });
}

type Item =
  | { readonly type: 'reasoning' | 'message' | 'tool_search_call'; readonly id: string }
  | { readonly type: 'function_call'; readonly id: string; readonly arguments: string };

function toItems(step: ResponsesStep, index: number): Item[] {
  const { thoughts, text, refusal, searches = [], calls = [], incompleteReason } = step;
  const items: Item[] = [];
  if (thoughts !== undefined) {
    const fields = { summary: [], encrypted_content: thoughts };
    items.push({ id: `rs_${index}`, type: 'reasoning', ...fields } as Item);
  }
  if (text !== undefined || refusal !== undefined) {
    const part =
      refusal === undefined ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal };
    const fields = { role: 'assistant', status: 'completed', content: [part] };
    items.push({ id: `msg_${index}`, type: 'message', ...fields } as Item);
  }
  for (const [at, { id, arguments: args }] of searches.entries()) {
    const fields = { call_id: id, execution: 'client', arguments: args, status: 'completed' };
    items.push({ id: `tsc_${index}_${at}`, type: 'tool_search_call', ...fields } as Item);
  }
  for (const [at, call] of calls.entries()) {
    const isCut = incompleteReason !== undefined && at === calls.length - 1;
    const { id = `call_${at}`, name, namespace, arguments: args } = call;
    const status = isCut ? 'incomplete' : 'completed';
    const fields = { call_id: id, name, ...(namespace && { namespace }), arguments: args, status };
    items.push({ id: `fc_${index}_${at}`, type: 'function_call', ...fields } as Item);
  }
  return items;
}

/** What an item does not have yet when it is first told of. */
function begin({ type }: Item): object {
  if (type === 'reasoning') return { encrypted_content: 'only a beginning' };
  // As it is recorded: a search begins under another id than it ends.
  if (type === 'tool_search_call') return { status: 'in_progress', arguments: {}, call_id: 'call_beginning' };
  return { status: 'in_progress', ...(type === 'message' ? { content: [] } : { arguments: '' }) };
}

function envelope(index: number) {
  const base = { id: `resp_${index}`, object: 'response', created_at: 1_700_000_000, model: 'scripted' };
  return { ...base, error: null, incomplete_details: null, instructions: null, metadata: {}, tools: [] };
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
}
