import { type Loopback, type Reply, type SeenRequest, type SentEvent, startLoopback } from './loopback.ts';

/** A call as a model of Anthropic's Messages API proposes it; the arguments are any text. */
export interface MessagesCall {
  readonly id?: string;
  readonly name: string;
  readonly input: string;
}

/** What the model says in one step: thoughts, then text, then calls, then blocks of any kind. */
export interface MessagesStep {
  readonly thinking?: { readonly thinking: string; readonly signature: string };
  readonly text?: string;
  readonly calls?: readonly MessagesCall[];
  /** Blocks that come whole. */
  readonly blocks?: readonly object[];
  readonly stopReason?: string;
  readonly stopDetails?: object;
  readonly usage?: object;
}

/** A step, or what makes a step or a whole reply of a request. */
export type MessagesScript = readonly (MessagesStep | ((request: SeenRequest) => MessagesStep | Reply))[];

/**
 * A server that speaks Anthropic's Messages API, streaming if it is asked to, and plays one step a request. It
 * fails a request for which there is no step.
 */
export function startMessagesServer(script: MessagesScript): Promise<Loopback> {
  return startLoopback((request, index) => {
    const next = script[index];
    if (next === undefined) throw new Error(`There is no step ${index}.`);
    const step = typeof next === 'function' ? next(request) : next;
    if ('json' in step || 'events' in step) return step;
    return request.body?.stream === true ? { events: streamMessage(step) } : { json: toMessage(step) };
  });
}

/** The answer as one message. Arguments that are no JSON stay text. */
function toMessage(step: MessagesStep): object {
  return {
    ...envelope,
    content: toBlocks(step).map((block) =>
      'input' in block && typeof block.input === 'string'
        ? { ...block, input: readInput(block.input) }
        : block,
    ),
    stop_reason: stopReasonOf(step),
    stop_sequence: null,
    stop_details: step.stopDetails ?? null,
    usage: { ...usage, output_tokens: 7, ...step.usage },
  };
}

/** The events of a step: texts, thoughts and arguments in pieces of a few characters, as the provider sends them. */
export function* streamMessage(step: MessagesStep): Generator<SentEvent> {
  yield event({ type: 'message_start', message: { ...envelope, content: [], stop_reason: null, usage } });
  yield event({ type: 'ping' });
  for (const [index, block] of toBlocks(step).entries()) yield* streamBlock(block, index);
  const delta = {
    stop_reason: stopReasonOf(step),
    stop_sequence: null,
    stop_details: step.stopDetails ?? null,
  };
  yield event({ type: 'message_delta', delta, usage: { output_tokens: 7, ...step.usage } });
  yield event({ type: 'message_stop' });
}

/** An event as the provider sends it, with its type as its name. */
export function event<Data extends { readonly type: string }>(data: Data): SentEvent {
  return { event: data.type, data };
}

export function* streamBlock(block: Block, index: number): Generator<SentEvent> {
  const delta = (fields: object) => event({ type: 'content_block_delta', index, delta: fields });
  yield event({ type: 'content_block_start', index, content_block: emptied(block) });
  if (block.type === 'text' && block.text !== undefined) {
    for (const text of pieces(block.text)) yield delta({ type: 'text_delta', text });
  }
  if (block.type === 'thinking' && block.thinking !== undefined) {
    for (const thinking of pieces(block.thinking)) yield delta({ type: 'thinking_delta', thinking });
    yield delta({ type: 'signature_delta', signature: block.signature });
  }
  if (block.type === 'tool_use' && typeof block.input === 'string') {
    yield delta({ type: 'input_json_delta', partial_json: '' });
    for (const partial_json of pieces(block.input)) yield delta({ type: 'input_json_delta', partial_json });
  }
  yield event({ type: 'content_block_stop', index });
}

/** A block; its texts and arguments are sent in pieces. */
export interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly citations?: null;
  readonly thinking?: string;
  readonly signature?: string;
  readonly input?: unknown;
}

const usage = {
  input_tokens: 11,
  cache_creation_input_tokens: 2,
  cache_read_input_tokens: 3,
  output_tokens: 1,
};

const envelope = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted' };

function toBlocks({ thinking, text, calls = [], blocks = [] }: MessagesStep): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', ...thinking }]),
    ...(text === undefined ? [] : [{ type: 'text', text, citations: null }]),
    ...calls.map(({ id, name, input }, index) => ({
      type: 'tool_use',
      id: id ?? `toolu_${index}`,
      name,
      input,
      caller: { type: 'direct' },
    })),
    ...(blocks as Block[]),
  ];
}

/** A block at its start. */
function emptied(block: Block): object {
  return {
    ...block,
    ...(block.type === 'text' && { text: '' }),
    ...(block.type === 'thinking' && { thinking: '', signature: '' }),
    ...(block.type === 'tool_use' && { input: {} }),
  };
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A scripted model may write anything.
    return text;
  }
}

function stopReasonOf({ stopReason, calls = [] }: MessagesStep): string {
  return stopReason ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
}
