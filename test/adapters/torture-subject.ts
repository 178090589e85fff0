import { defineTool } from '../../packages/toolcrib/src/core/define-tool.ts';
import type { InputSchema, OutputSchema } from '../../packages/toolcrib/src/core/schema/tool-schema.ts';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { createRuntime, type Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { createFakeClock } from '../../packages/toolcrib/src/testing/fake-clock.ts';
import type {
  TortureObservation,
  TortureScenario,
  TortureSubject,
  TortureTool,
} from '../../packages/toolcrib/src/testing/torture/torture-subject.ts';
import type { SeenRequest } from '../providers/loopback.ts';
import { startChatServer } from '../providers/openai-chat-server.ts';

/** What a framework is given: our runtime, and a model on loopback that speaks OpenAI's Chat Completions. */
export interface AdapterWorld {
  readonly runtime: Runtime;
  /** To be passed to the adapter: the driver reads from the records whether a call failed. */
  readonly onRecord: (record: CallRecord) => void;
  /** With `/v1` at its end. */
  readonly baseURL: string;
}

/** A framework with our adapter as a subject. `run` lets an agent answer one prompt, to its end. */
export function adapterSubject(name: string, run: (world: AdapterWorld) => Promise<unknown>): TortureSubject {
  return {
    name,
    run: async (scenario) => {
      let runtime: Runtime;
      const clock = createFakeClock();
      try {
        runtime = createRuntime({ resolver: createToolRegistry(scenario.tools.map(toTool)), clock });
      } catch (error) {
        return { kind: 'refused', message: String(error) };
      }
      // Only the call path's own clock moves, and only once there is a call that could wait for it.
      runtime.subscribe(({ type }) =>
        type === 'tool-call-start' ? clock.advance(scenario.patienceMs) : undefined,
      );
      return observe(scenario, runtime, run);
    },
  };
}

async function observe(
  { call }: TortureScenario,
  runtime: Runtime,
  run: (world: AdapterWorld) => Promise<unknown>,
): Promise<TortureObservation> {
  const records: CallRecord[] = [];
  const server = await startChatServer([
    { calls: [{ id: 'call_1', name: call.tool, arguments: JSON.stringify(call.args) }] },
    { text: 'Done.' },
  ]);
  try {
    const onRecord = (record: CallRecord) => void records.push(record);
    await run({ runtime, onRecord, baseURL: `${server.url}/v1` });
  } catch (error) {
    return { kind: 'crashed', message: String(error) };
  } finally {
    await server.close();
  }
  const [first, second] = server.requests;
  if (second === undefined) return { kind: 'crashed', message: 'The model was not told.' };
  const toModel = toolTexts(second);
  const problem = records[0]?.problem;
  return {
    kind: 'answered',
    // Not every framework has a flag for errors; all of them have to pass on what is wrong, as text or as JSON.
    isError: problem !== undefined && toModel.replaceAll('\\"', '"').includes(problem.message),
    toModel,
    offeredNames: first?.body.tools.map((tool: { function: { name: string } }) => tool.function.name) ?? [],
  };
}

/** Everything that a request says of calls. */
function toolTexts({ body }: SeenRequest): string {
  const messages: { role: string; content: unknown }[] = body.messages;
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

/** A tool of the suite as one of ours. */
export function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool): Tool {
  return defineTool({
    name,
    description,
    // Plain JSON Schemas, for which the suite has no closer type.
    inputSchema: inputSchema as InputSchema,
    ...(outputSchema && { outputSchema: outputSchema as OutputSchema }),
    // It may give anything, which is what some of the tests are about.
    handler: (args: unknown) => handler(args) as string,
  });
}
