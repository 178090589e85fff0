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

/** The streaming format of OpenAI's Responses. */
export const responsesFormat: WireFormat = {
  path: '/v1/responses',
  readRequest: (body) => {
    const { instructions, tools, input } = requestSchema.parse(body);
    return { system: instructions, tools: tools.map(({ name }) => name), messages: input.map(toMessage) };
  },
  toEvents,
  toError: (message) => ({ error: { type: 'invalid_request_error', message, param: null, code: null } }),
};

const texts = z.union([z.string(), z.array(z.object({ text: z.string() }))]);
const requestSchema = z.object({
  stream: z.literal(true),
  instructions: z.string().default(''),
  tools: z.array(z.object({ type: z.literal('function'), name: z.string() })).default([]),
  input: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('message'), role: z.enum(['user', 'assistant']), content: texts }),
      z.object({ type: z.literal('function_call'), name: z.string(), arguments: z.string() }),
      z.object({ type: z.literal('function_call_output'), output: texts }),
    ]),
  ),
});

type WireItem = z.infer<typeof requestSchema>['input'][number];

function toMessage(item: WireItem): SentMessage {
  switch (item.type) {
    case 'message':
      return item.role === 'user'
        ? { role: 'user', text: joinTexts(item.content) }
        : { role: 'assistant', text: joinTexts(item.content), calls: [] };
    case 'function_call':
      return { role: 'assistant', text: '', calls: [{ name: item.name, input: item.arguments }] };
    case 'function_call_output':
      return { role: 'tool', text: joinTexts(item.output) };
  }
}

function joinTexts(content: z.infer<typeof texts>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

/** An item of the output, and the events between its beginning and its end. */
interface OutputItem {
  readonly begun: object;
  readonly deltas: readonly StreamEvent[];
  readonly done: object;
}

function toEvents(answer: ScriptedAnswer, { serial, inputTokens }: AnswerHead): StreamEvent[] {
  const response = { id: `resp_${serial}`, object: 'response', model: 'scripted', error: null };
  const items = toItems(answer, serial);
  const outputTokens = countTokens(JSON.stringify(answer));
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
  const events = [
    event({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }),
    ...items.flatMap(({ begun, deltas, done }, output_index) => [
      event({ type: 'response.output_item.added', output_index, item: begun }),
      ...deltas.map((delta) => ({ ...delta, output_index })),
      event({ type: 'response.output_item.done', output_index, item: done }),
    ]),
    event({
      type: 'response.completed',
      response: { ...response, status: 'completed', output: items.map(({ done }) => done), usage },
    }),
  ];
  return events.map((each, sequence_number) => ({ ...each, sequence_number }));
}

function toItems({ text, calls = [] }: ScriptedAnswer, serial: number): OutputItem[] {
  const said = text === '' ? [] : [toMessageItem(text, `msg_${serial}`)];
  return [...said, ...calls.map((call, index) => toCallItem(call, `${serial}_${index}`))];
}

function toMessageItem(text: string, id: string): OutputItem {
  const item = { id, type: 'message', role: 'assistant' };
  const place = { item_id: id, content_index: 0 };
  return {
    begun: { ...item, status: 'in_progress', content: [] },
    deltas: toPieces(text).map((delta) => event({ type: 'response.output_text.delta', ...place, delta })),
    done: { ...item, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
  };
}

function toCallItem({ name, input }: { name: string; input: string }, id: string): OutputItem {
  const item = { id: `fc_${id}`, type: 'function_call', call_id: `call_${id}`, name };
  return {
    begun: { ...item, status: 'in_progress', arguments: '' },
    deltas: toPieces(input).map((delta) =>
      event({ type: 'response.function_call_arguments.delta', item_id: item.id, delta }),
    ),
    done: { ...item, status: 'completed', arguments: input },
  };
}

function event<Event extends StreamEvent>(fields: Event): Event {
  return fields;
}
