import type { Tool } from '../../index.ts';
import type { Runtime } from '../../runtime/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { type FrameworkCall, openToolDesk, type PersonDecision, type ToolDesk } from '../tool-desk.ts';
import { askPerson } from './ask-person.ts';
import type { LangChainToolFactory, LangGraphInterrupt, ToolMessageClass } from './langchain-parts.ts';
import { type LangChainCall, readLangChainCall } from './read-langchain-call.ts';
import { toLangChainSchema } from './to-langchain-schema.ts';
import { toContent, toToolMessageFields } from './to-tool-message-fields.ts';

/** What is taken of LangChain, and how the tools of a runtime become its tools. */
export interface LangChainOptions<LangChainTool> extends AdapterOptions {
  /** `tool` of `langchain` or `@langchain/core/tools`. */
  readonly tool: LangChainToolFactory<LangChainTool>;
  /** `ToolMessage` of `langchain` or `@langchain/core/messages`. */
  readonly ToolMessage: ToolMessageClass;
  /**
   * `interrupt` of `@langchain/langgraph`, where a graph with a checkpointer runs the tools.
   * @default none: calls that the policy asks about wait at the gate of the runtime
   */
  readonly interrupt?: LangGraphInterrupt | undefined;
}

/**
 * The tools of a runtime as tools of LangChain, for `createAgent`, `ToolNode` and `bindTools`. Every call that
 * LangChain runs goes through the call path; its `ToolMessage` has the runtime's rendering as content, the
 * status `error` if the call did not end well, and the record without its content as artifact.
 *
 * Arguments are checked by the call path only, as the model wrote them. LangChain completes calls whose text
 * was cut off while it was streamed; they are not run, and neither is the last call of an answer that a limit or a
 * filter ended. An agent that streams answers of Chat Completions, with `streamMode: 'messages'`, is not told what ended
 * them: a call without a single argument may then be one that was cut off. Calls of unknown tools are answered by
 * LangChain, without a record. Arguments that are no JSON end the run of an agent unheard, unless it has the middleware
 * of {@link toLangChainMiddleware}.
 *
 * Where the policy asks, `interrupt` is called with LangChain's request for human review, before anything is
 * run. Resume with `{ decisions: [{ type: 'approve' | 'reject', toolCallId, approver, message }] }`, all but the
 * type optional. A graph hands one answer to all the calls that wait, so where a turn has several calls, or a
 * graph runs in another one, only those count that are named by their `toolCallId`; the rest is asked about
 * again. Edits are no answer. LangChain's own middleware for human review does not say whom it asked, so that
 * a call that it let through is asked about all the same. A call whose tool has another definition than when
 * this process asked waits at the runtime's gate.
 *
 * A graph with a checkpointer runs a call again when it died in the middle, or when another call of the same
 * task interrupts it. The thread, the task and the id of the call are its idempotency key: it is run once.
 *
 * Images are content blocks, which OpenAI's Chat Completions do not take: use `maxMediaBytes: 0` there.
 * `createAgent` takes calls of tools whose names begin with `extract-` for its own.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const tools = await toLangChainTools(runtime, { tool, ToolMessage, interrupt });
 * const agent = createAgent({ model, tools, checkpointer });
 * ```
 */
export async function toLangChainTools<LangChainTool>(
  runtime: Runtime,
  options: LangChainOptions<LangChainTool>,
): Promise<LangChainTool[]> {
  const desk = await openToolDesk(
    runtime,
    { name: 'LangChain', options: ['tool', 'ToolMessage', 'interrupt'] },
    options,
  );
  return desk.tools.map((tool) => toLangChainTool(desk, tool, options));
}

function toLangChainTool<LangChainTool>(
  desk: ToolDesk,
  tool: Tool,
  options: LangChainOptions<LangChainTool>,
): LangChainTool {
  const { name, description, inputSchema } = tool;
  const { ToolMessage } = options;
  const interrupt = desk.mayAsk(tool) ? options.interrupt : undefined;
  const run = async (input: unknown, config: unknown): Promise<unknown> => {
    const call = readLangChainCall(input, config);
    const request = toFrameworkCall(name, call);
    const decision = interrupt && (await decide({ desk, call, request, interrupt }));
    const answered = await desk.call({ ...request, decision });
    return call.id === undefined
      ? toContent(answered.parts)
      : new ToolMessage(toToolMessageFields(answered, call.id));
  };
  return options.tool(run, { name, description, schema: toLangChainSchema(inputSchema) });
}

function toFrameworkCall(tool: string, call: LangChainCall): FrameworkCall {
  const { args, id, signal, idempotencyKey, isTruncated } = call;
  return { tool, args, providerCallId: id, signal, idempotencyKey, isTruncated };
}

/** A call that is about to be run, and how to ask about it. */
interface Question {
  readonly desk: ToolDesk;
  readonly call: LangChainCall;
  readonly request: FrameworkCall;
  readonly interrupt: LangGraphInterrupt;
}

async function decide({ desk, call, request, interrupt }: Question): Promise<PersonDecision | undefined> {
  if (call.answers === 'none') return undefined;
  const reason = await desk.reasonToAsk(request);
  return reason === undefined ? undefined : askPerson(interrupt, { ...call, tool: request.tool, reason });
}
