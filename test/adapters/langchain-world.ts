import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { type Loopback, type Reply, type SeenRequest, startLoopback } from '../providers/loopback.ts';
import { type ChatCall, type ChatStep, streamChat, toCompletion } from '../providers/openai-chat-server.ts';

type AgentOptions = Pick<
  Parameters<typeof createAgent>[0],
  'tools' | 'middleware' | 'checkpointer' | 'version'
> & { readonly api?: 'chat' | 'responses' };
type AgentInput = Parameters<ReturnType<typeof createAgent>['invoke']>[0];

/** A model on loopback whose messages have ids of their own: LangGraph replaces a message by one with its id. */
export function startModel(...steps: readonly ChatStep[]): Promise<Loopback> {
  return startLoopback((request, index) => {
    const step = steps[index];
    if (step === undefined) throw new Error(`There is no step ${index}.`);
    return reply(request, step, `chatcmpl-${index}`);
  });
}

/** A model that makes calls, and is done in the step after them. */
export function playCalls(...calls: readonly ChatCall[]): Promise<Loopback> {
  return startModel({ calls }, { text: 'Done.' });
}

function reply({ body }: SeenRequest, step: ChatStep, id: string): Reply {
  if (body.stream !== true) return { json: Object.assign(Object(toCompletion(step)), { id }) };
  const events = [...streamChat(step)].map(({ data }) => ({
    data: typeof data === 'string' ? data : { ...Object(data), id },
  }));
  return { events };
}

export function createModel(
  { url }: Loopback,
  options: { readonly useResponsesApi?: boolean } = {},
): ChatOpenAI {
  const configuration = { baseURL: `${url}/v1` };
  return new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration, ...options });
}

/** An agent with a thread that it can be resumed on. */
export function createTestAgent(server: Loopback, { api, ...options }: AgentOptions) {
  const model = createModel(server, { useResponsesApi: api === 'responses' });
  return createAgent({ model, checkpointer: new MemorySaver(), ...options });
}

export type TestAgent = ReturnType<typeof createTestAgent>;

/** What a run came to. */
export interface AgentOutcome {
  readonly messages: readonly { readonly type: string; readonly content: unknown }[];
  /** What the run was interrupted with. */
  readonly interrupts: readonly { readonly id: string; readonly value: unknown }[];
}

interface RunOptions {
  readonly signal?: AbortSignal;
}

/** Both ways of an agent to run, to the same end. */
export const ways = {
  invoke: async (agent: TestAgent, input: unknown, options: RunOptions = {}): Promise<AgentOutcome> =>
    toOutcome(await agent.invoke(input as AgentInput, { ...options, configurable: { thread_id: 't' } })),
  stream: async (agent: TestAgent, input: unknown, options: RunOptions = {}): Promise<AgentOutcome> => {
    const stream = await agent.stream(input as AgentInput, {
      ...options,
      configurable: { thread_id: 't' },
      streamMode: ['messages', 'values'],
    });
    const last: Record<string, unknown> = {};
    for await (const [mode, chunk] of stream) if (mode === 'values') Object.assign(last, chunk);
    return toOutcome(last);
  },
};

function toOutcome(state: object): AgentOutcome {
  const { messages, __interrupt__: interrupts = [] } = state as {
    messages: AgentOutcome['messages'];
    __interrupt__?: AgentOutcome['interrupts'];
  };
  return { messages, interrupts };
}

export const go = { messages: [{ role: 'user', content: 'Go.' }] };
