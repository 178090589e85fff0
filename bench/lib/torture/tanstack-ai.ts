import { type AnyTextAdapter, chat, EventType, type StreamChunk, toolDefinition } from '@tanstack/ai';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';
import { toZod } from './to-zod.ts';

type SchemaOption = NonNullable<Parameters<typeof toolDefinition>[0]['inputSchema']>;
type ChatOptions = Parameters<AnyTextAdapter['chatStream']>[0];

export const subject: TortureSubject = {
  name: 'TanStack',
  run: (scenario) =>
    play(scenario, async (script) => {
      const chunks = chat({
        adapter: createAdapter(script),
        messages: [{ role: 'user', content: 'Go.' }],
        tools: scenario.tools.map(toTool),
      });
      for await (const chunk of chunks) {
        if (chunk.type === EventType.RUN_ERROR) throw new Error(chunk.message);
      }
    }),
};

function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool) {
  return toolDefinition({
    name,
    description,
    inputSchema: inputSchema as SchemaOption,
    ...(outputSchema && { outputSchema: toZod(outputSchema) }),
  }).server(async (args: unknown) => handler(args));
}

/** Adapters are classes of other packages; this is the part of one that a chat uses. */
function createAdapter(script: Script): AnyTextAdapter {
  const adapter = {
    kind: 'text',
    name: 'scripted',
    model: 'scripted',
    async *chatStream(options: ChatOptions) {
      yield* respond(script, options);
    },
    structuredOutput: () => Promise.reject(new Error('Not scripted.')),
  };
  return adapter as unknown as AnyTextAdapter;
}

function respond(script: Script, { tools = [], messages }: ChatOptions): StreamChunk[] {
  const base = { timestamp: 0, model: 'scripted', runId: 'run_1', threadId: 'thread_1' };
  const result = messages.find(({ role }) => role === 'tool');
  const chunks: unknown[] = [{ ...base, type: EventType.RUN_STARTED }];
  if (result === undefined) {
    const { name, args } = script.offer(tools.map((each) => each.name));
    const call = { ...base, toolCallId: 'call_1' };
    chunks.push(
      { ...call, type: EventType.TOOL_CALL_START, toolCallName: name, toolName: name, index: 0 },
      { ...call, type: EventType.TOOL_CALL_ARGS, delta: JSON.stringify(args) },
      { ...call, type: EventType.TOOL_CALL_END },
      { ...base, type: EventType.RUN_FINISHED, finishReason: 'tool_calls' },
    );
  } else {
    script.tell(saysError(result.content), result.content);
    chunks.push(
      { ...base, type: EventType.TEXT_MESSAGE_START, messageId: 'msg_1', role: 'assistant' },
      { ...base, type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'msg_1', delta: 'Done.' },
      { ...base, type: EventType.TEXT_MESSAGE_END, messageId: 'msg_1' },
      { ...base, type: EventType.RUN_FINISHED, finishReason: 'stop' },
    );
  }
  // Events of the protocol that the library speaks.
  return chunks as StreamChunk[];
}

/** The model is told in JSON: an object with the property `error`. */
function saysError(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('{"error":');
}
