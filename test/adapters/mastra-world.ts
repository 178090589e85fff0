import { createOpenAI } from '@ai-sdk/openai';
import { Agent, type ToolsInput } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import type { Loopback } from '../providers/loopback.ts';

type ModelOption = ConstructorParameters<typeof Agent>[0]['model'];

/** How an agent of a test differs from others. */
interface TestAgentOptions {
  readonly api?: 'chat' | 'responses';
  /** Where suspended runs are; two agents with the same one stand for two processes. */
  readonly storage?: InMemoryStore;
}

/** An agent that can be suspended and resumed, and prints nothing. */
export function createTestAgent(
  { url }: Loopback,
  tools: ToolsInput,
  { api = 'chat', storage = new InMemoryStore() }: TestAgentOptions = {},
): Agent {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
  // One of the AI SDK's, whose type differs from the option's where something may be undefined.
  const model = openai[api]('scripted') as ModelOption;
  const helper = new Agent({
    id: 'helper',
    name: 'Helper',
    instructions: 'Help.',
    model,
    tools,
    maxRetries: 0,
  });
  const mastra = new Mastra({ agents: { helper }, storage, logger: false });
  return mastra.getAgent('helper');
}

/** What a run came to. */
export interface AgentOutcome {
  readonly runId: string;
  readonly finishReason: string | undefined;
  readonly text: string;
  readonly toolResults: readonly unknown[];
  /** The call that the run waits for an approval of. */
  readonly suspendPayload: unknown;
}

interface RunOptions {
  readonly abortSignal?: AbortSignal;
  /** Whether Mastra is to ask about every call. */
  readonly requireToolApproval?: boolean;
}

/** An answer to a request for approval. */
interface Answer {
  readonly runId: string;
  readonly toolCallId: string;
  readonly isApproved: boolean;
}

type Output = Awaited<ReturnType<Agent['generate']>>;
type Stream = Awaited<ReturnType<Agent['stream']>>;

/** Both ways of an agent to run, to the same end. */
export const ways = {
  generate: {
    run: async (agent: Agent, options: RunOptions = {}): Promise<AgentOutcome> =>
      toOutcome(await agent.generate('Go.', { maxSteps: 5, ...options })),
    answer: async (agent: Agent, { isApproved, ...call }: Answer): Promise<AgentOutcome> =>
      toOutcome(
        isApproved ? await agent.approveToolCallGenerate(call) : await agent.declineToolCallGenerate(call),
      ),
  },
  stream: {
    run: async (agent: Agent, options: RunOptions = {}): Promise<AgentOutcome> =>
      drain(await agent.stream('Go.', { maxSteps: 5, ...options })),
    answer: async (agent: Agent, { isApproved, ...call }: Answer): Promise<AgentOutcome> =>
      drain(isApproved ? await agent.approveToolCall(call) : await agent.declineToolCall(call)),
  },
};

async function drain(stream: Pick<Stream, 'fullStream' | 'getFullOutput' | 'runId'>): Promise<AgentOutcome> {
  for await (const _chunk of stream.fullStream);
  return { ...toOutcome(await stream.getFullOutput()), runId: stream.runId };
}

function toOutcome(output: Output): AgentOutcome {
  const { runId = '', finishReason, text, toolResults, suspendPayload } = output;
  return { runId, finishReason, text, toolResults, suspendPayload };
}
