import { type AnyTextAdapter, chat, EventType, maxIterations, toolDefinition } from '@tanstack/ai';
import { PROMPT, type ScriptedCall, type TurnMaker, type TurnScript } from './turn-script.ts';

type SchemaOption = NonNullable<Parameters<typeof toolDefinition>[0]['inputSchema']>;

export const createTurn: TurnMaker = (script) => {
  const answers = toAnswers(script);
  let asked = 0;
  const adapter = {
    kind: 'text',
    name: 'scripted',
    model: 'scripted',
    async *chatStream() {
      const chunks = answers[asked];
      if (chunks === undefined) throw new Error('The model was asked too often.');
      asked += 1;
      yield* chunks;
    },
    structuredOutput: () => Promise.reject(new Error('Not scripted.')),
  };
  const tools = script.definitions.map(({ name, description, zod, handler }) =>
    toolDefinition({ name, description, inputSchema: zod as SchemaOption }).server(async (args: unknown) =>
      handler(args),
    ),
  );
  return async () => {
    asked = 0;
    const chunks = chat({
      // Adapters are classes of other packages; this is the part of one that a chat uses.
      adapter: adapter as unknown as AnyTextAdapter,
      messages: [{ role: 'user', content: PROMPT }],
      tools,
      agentLoopStrategy: maxIterations(script.maxSteps),
    });
    let text = '';
    for await (const chunk of chunks) {
      if (chunk.type === EventType.RUN_ERROR) throw new Error(chunk.message);
      if (chunk.type === EventType.TEXT_MESSAGE_CONTENT) text += chunk.delta;
    }
    return text;
  };
};

const base = { timestamp: 0, model: 'scripted', runId: 'run_1', threadId: 'thread_1' };

/** Events of the protocol that the library speaks, for each time that the model is asked. */
function toAnswers({ steps, answer }: TurnScript) {
  const start = { ...base, type: EventType.RUN_STARTED };
  const message = { ...base, messageId: 'msg_1' };
  return [
    ...steps.map((calls) => [
      start,
      ...calls.flatMap(toCallChunks),
      { ...base, type: EventType.RUN_FINISHED, finishReason: 'tool_calls' },
    ]),
    [
      start,
      { ...message, type: EventType.TEXT_MESSAGE_START, role: 'assistant' },
      { ...message, type: EventType.TEXT_MESSAGE_CONTENT, delta: answer },
      { ...message, type: EventType.TEXT_MESSAGE_END },
      { ...base, type: EventType.RUN_FINISHED, finishReason: 'stop' },
    ],
  ];
}

function toCallChunks({ id, tool, json }: ScriptedCall, index: number) {
  const call = { ...base, toolCallId: id };
  return [
    { ...call, type: EventType.TOOL_CALL_START, toolCallName: tool, toolName: tool, index },
    { ...call, type: EventType.TOOL_CALL_ARGS, delta: json },
    { ...call, type: EventType.TOOL_CALL_END },
  ];
}
