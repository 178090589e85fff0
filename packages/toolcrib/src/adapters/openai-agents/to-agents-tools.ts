import type { Tool } from '../../index.ts';
import type { Runtime } from '../../runtime/index.ts';
import { isObjectText } from '../is-json-text.ts';
import { toIdempotencyKey } from '../to-idempotency-key.ts';
import { openToolDesk, type ToolDesk } from '../tool-desk.ts';
import type {
  AgentsGuardrailBehavior,
  AgentsOptions,
  AgentsParameters,
  AgentsTool,
  AgentsToolCall,
} from './agents-tool.ts';
import { isApproved } from './is-approved.ts';
import { toAgentsOutput } from './to-agents-output.ts';

/**
 * The tools of a runtime as function tools of the OpenAI Agents SDK. Every call that the SDK runs goes
 * through the call path, with its arguments as the model wrote them; what the model is told is the runtime's
 * rendering.
 *
 * A name that no tool of the agent has ends before the call path, without a record, and ends the run, unless it has
 * `toolNotFoundBehavior: 'return_error_to_model'`.
 *
 * Arguments that are no JSON object, such as those of a call that was cut off, are never run. By itself, the SDK asks a person
 * about them before it tells the model. Two settings keep people out of it: give the SDK's `tool` as an option, for the
 * tools that the policy never asks about, and `toolExecution: { preApprovalInputGuardrails: true }` to the runner, for
 * the others, whose calls then end as `invalid_args`. The model reads why if the SDK does not hide what tools are given
 * (`OPENAI_AGENTS_DONT_LOG_TOOL_DATA=0`); by default it puts "Error details are redacted." in the place of any
 * explanation. An empty text is such a call too: the SDK does not take it for no arguments.
 *
 * Where a tool has the SDK's `tool`, the SDK itself tells the model of arguments that are no JSON at all. Such a call has no
 * record, and `onRecord` is not told.
 *
 * Where the policy asks, the run is interrupted, and a call counts as approved once `state.approve()` has
 * named it: the SDK keeps that with the run, also when the state is serialised, and binds it to the call's
 * id, name and arguments. Who holds a serialised state can write approvals into it: keep it where only the
 * host can. An `alwaysApprove` approves no single call; those calls wait at the runtime's gate, as any other
 * call does that nobody was asked about.
 *
 * An approval is good for one run of its call, as far as the runtime's ledger remembers. A state has no id of
 * its own, so a second call with the ids and arguments of one that took effect, be it the same state once
 * more or a provider that uses its ids again, waits at the runtime's gate. So does a call whose tool has
 * another definition by then, if these tools were asked about it.
 *
 * The calls of one step run at once; in their order if the runner has `maxFunctionToolConcurrency: 1`.
 * Images and documents reach models of the Responses API only: use `maxMediaBytes: 0` with others.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * import { Agent, Runner, tool } from '@openai/agents';
 *
 * const agent = new Agent({ name: 'clerk', tools: await toAgentsTools(runtime, { tool }) });
 * const runner = new Runner({ toolExecution: { preApprovalInputGuardrails: true } });
 * const { finalOutput } = await runner.run(agent, 'Is it raining in Oslo?');
 * ```
 */
export async function toAgentsTools(runtime: Runtime, options: AgentsOptions = {}): Promise<AgentsTool[]> {
  const desk = await openToolDesk(runtime, { name: 'OpenAI Agents SDK', options: ['tool'] }, options);
  return desk.tools.map((tool) => ({
    ...toAgentsTool(desk, tool),
    ...(options.tool && !desk.mayAsk(tool) && neverAsk(options.tool, tool)),
  }));
}

function toAgentsTool(desk: ToolDesk, { name, description, inputSchema }: Tool): AgentsTool {
  return {
    type: 'function',
    name,
    description,
    // The SDK hands it on as it stands; its type knows fewer schemas than JSON Schema has.
    parameters: structuredClone(inputSchema) as unknown as AgentsParameters,
    strict: false,
    needsApproval: (_runContext, input, callId) =>
      desk.needsApproval({ tool: name, args: input, providerCallId: callId }),
    inputGuardrails: [
      { type: 'tool_input', name: 'toolcrib', run: ({ toolCall }) => refuse(desk, name, toolCall) },
    ],
    invoke: async (runContext, input, { toolCall, signal } = {}) => {
      const { callId, id = '' } = Object(toolCall) as Partial<NonNullable<typeof toolCall>>;
      const isRunnable = isApproved(runContext, { toolName: name, callId });
      const { parts } = await desk.call({
        tool: name,
        args: input,
        providerCallId: callId,
        signal,
        ...(isRunnable && {
          decision: { isApproved: true },
          idempotencyKey: await toIdempotencyKey('openai-agents', [name, callId ?? '', id, input]),
          // All of it comes from the provider, which may say the same in another run.
          isKeyShared: true,
        }),
      });
      return toAgentsOutput(parts);
    },
    isEnabled: async () => true,
  };
}

/**
 * Tells the model what is wrong with arguments that are no JSON object, before the SDK asks a person about them. What can be
 * read is left to the call.
 */
async function refuse(
  desk: ToolDesk,
  tool: string,
  { callId, arguments: text }: AgentsToolCall,
): Promise<{ behavior: AgentsGuardrailBehavior }> {
  if (isObjectText(text)) return { behavior: { type: 'allow' } };
  // An empty text may be what is left of arguments that the SDK hides, and must not run as none.
  const args = text.trim() === '' ? null : text;
  const { parts } = await desk.call({ tool, args, providerCallId: callId });
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { behavior: { type: 'rejectContent', message: texts.join('\n\n') } };
}

/** The SDK knows functions of its own that never ask, and no others. */
function neverAsk(
  makeTool: NonNullable<AgentsOptions['tool']>,
  { name, description }: Tool,
): Pick<AgentsTool, 'needsApproval'> {
  const { needsApproval } = makeTool({
    name,
    description,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    strict: false,
    needsApproval: false,
    execute: () => '',
  });
  return { needsApproval };
}
