import {
  createToolRegistry,
  jsonSchema,
  type Tool,
  type ToolDescription,
} from '../../packages/toolcrib/src/index.ts';
import {
  type CallRecord,
  type ModelEvent,
  type ModelExecutor,
  type ModelMessage,
  type ModelStep,
  toToolMessage,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { startRuntime, tool } from '../runtime.ts';

const text = { type: 'string' };

/** The tool that finds others. */
export const searchTool = tool('search_tools', (args) => `Found: ${(args as { query: string }).query}.`, {
  description: 'Finds tools by what they do.',
  inputSchema: jsonSchema({ type: 'object', properties: { query: text }, required: ['query'] }),
  trusted: true,
  effect: 'read',
});

/** A tool that says what it was called with. */
export function echoTool(name: string, properties: Record<string, object> = { order: text }): Tool {
  return tool(name, (args) => `${name}: ${JSON.stringify(args)}`, {
    description: `Does ${name}.`,
    inputSchema: jsonSchema({ type: 'object', properties }),
    trusted: true,
    effect: 'read',
  });
}

/** A conversation in which the model looks for its tools. */
export interface SearchConversation {
  readonly messages: readonly ModelMessage[];
  readonly steps: readonly ModelStep[];
  readonly records: readonly CallRecord[];
  readonly events: readonly ModelEvent[];
}

/** What a model can look for, and what is there from the start. */
interface SearchInput {
  readonly shown?: readonly Tool[];
  readonly findable: readonly Tool[];
  readonly messages?: readonly ModelMessage[];
  /** Whether a tool that was found is still there, asked before every request. */
  readonly isThere?: (name: string, requests: number) => boolean;
}

/**
 * Asks, searches and calls in turns until the model has nothing to call any more, as a turn runner does that shows
 * few tools: a search finds what has the query in its name.
 */
export async function converseWithSearch(
  executor: ModelExecutor,
  { shown = [searchTool], findable, messages: given, isThere = () => true }: SearchInput,
): Promise<SearchConversation> {
  const { runtime } = startRuntime([], { resolver: createToolRegistry([...shown, ...findable]) });
  const tools = shown.map((one) => one.describe());
  const messages: ModelMessage[] = [...(given ?? [{ role: 'user', content: 'Go.' } as const])];
  const found: ToolDescription[] = [];
  const steps: ModelStep[] = [];
  const records: CallRecord[] = [];
  const events: ModelEvent[] = [];
  for (;;) {
    const toolSearch = {
      tool: searchTool.name,
      found: found.filter(({ name }) => isThere(name, steps.length)),
    };
    const step = await executor.run({ messages, tools, toolSearch, onEvent: (event) => events.push(event) });
    steps.push(step);
    messages.push(step.message);
    if (step.message.calls.length === 0) return { messages, steps, records, events };
    const ended = await runtime.callAll(step.message.calls);
    records.push(...ended);
    const { results } = toToolMessage(runtime, ended);
    messages.push({
      role: 'tool',
      results: results.map((result, at) => {
        const call = step.message.calls[at];
        if (call?.tool !== searchTool.name || result.rendering.isError) return result;
        const hits = findTools(findable, call.args);
        found.push(...hits.filter((hit) => !found.includes(hit)));
        return { ...result, found: hits.map(({ name }) => name) };
      }),
    });
  }
}

function findTools(findable: readonly Tool[], args: unknown): ToolDescription[] {
  const { query } = (typeof args === 'string' ? JSON.parse(args) : args) as { query: string };
  return findable.filter(({ name }) => name.includes(query)).map((one) => one.describe());
}

/**
 * The same without a runtime, for tools under any name: the first calls find all of them, and every call is
 * fine.
 */
export async function findByHand(
  executor: ModelExecutor,
  found: readonly ToolDescription[],
): Promise<Pick<SearchConversation, 'messages' | 'steps'>> {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }];
  const steps: ModelStep[] = [];
  const tools = [searchTool.describe()];
  for (;;) {
    const toolSearch = { tool: searchTool.name, found: steps.length === 0 ? [] : found };
    const step = await executor.run({ messages, tools, toolSearch });
    steps.push(step);
    messages.push(step.message);
    if (step.message.calls.length === 0) return { messages, steps };
    const names = found.map(({ name }) => name);
    const rendering = { isError: false, parts: [{ type: 'text', text: 'Fine.' }] } as const;
    const results = step.message.calls.map(({ tool: name, providerCallId }) => ({
      providerCallId,
      tool: name,
      rendering,
      ...(name === searchTool.name && { found: names }),
    }));
    messages.push({ role: 'tool', results });
  }
}
