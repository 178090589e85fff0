import { z } from 'zod';
import {
  type AnswerHead,
  countTokens,
  type ScriptedAnswer,
  type SentMessage,
  type StreamEvent,
  toPieces,
  type WireFormat,
} from './wire-format.ts';

/** The streaming format of Anthropic's Messages API. */
export const messagesFormat: WireFormat = {
  path: '/v1/messages',
  readRequest: (body) => {
    const { system, tools, messages } = requestSchema.parse(body);
    return { system, tools: tools.map(({ name }) => name), messages: messages.flatMap(toMessages) };
  },
  toEvents,
  toError: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

/** A `fetch` that speaks the streaming format of the Messages API and answers one by one. */
export function scriptedFetch(answers: readonly ScriptedAnswer[]): typeof fetch {
  let serial = 0;
  return async () => {
    const answer = answers[serial++];
    if (answer === undefined)
      return Response.json(messagesFormat.toError('The script is over.'), { status: 400 });
    const body = toEvents(answer, { serial, inputTokens: 100 })
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const toolUse = z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() });
const toolResult = z.object({ type: z.literal('tool_result'), content: z.array(textBlock) });
const requestSchema = z.object({
  stream: z.literal(true),
  system: z.string().default(''),
  tools: z.array(z.object({ name: z.string() })).default([]),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      content: z.array(z.discriminatedUnion('type', [textBlock, toolUse, toolResult])),
    }),
  ),
});

type WireMessage = z.infer<typeof requestSchema>['messages'][number];

function toMessages({ role, content }: WireMessage): SentMessage[] {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (role === 'assistant') {
    const calls = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, input: JSON.stringify(block.input) }] : [],
    );
    return [{ role, text, calls }];
  }
  const results = content.flatMap((block): SentMessage[] =>
    block.type === 'tool_result' ? [{ role: 'tool', text: joinTexts(block.content) }] : [],
  );
  return text === '' ? results : [...results, { role, text }];
}

function joinTexts(blocks: readonly { readonly text: string }[]): string {
  return blocks.map(({ text }) => text).join('\n');
}

function toEvents({ text, calls = [] }: ScriptedAnswer, { serial, inputTokens }: AnswerHead): StreamEvent[] {
  const message = { id: `msg_${serial}`, type: 'message', role: 'assistant', model: 'scripted', content: [] };
  const spoken = calls.map(({ input }) => input).join('') + text;
  const blocks = [
    {
      start: { type: 'text', text: '' },
      deltas: toPieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
    },
    ...calls.map(({ name, input }, index) => ({
      start: { type: 'tool_use', id: `toolu_${serial}_${index}`, name, input: {} },
      deltas: toPieces(input).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
  return [
    event({
      type: 'message_start',
      message: { ...message, usage: { input_tokens: inputTokens, output_tokens: 1 } },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: countTokens(spoken) },
    }),
    event({ type: 'message_stop' }),
  ];
}

function event<Event extends StreamEvent>(fields: Event): Event {
  return fields;
}
