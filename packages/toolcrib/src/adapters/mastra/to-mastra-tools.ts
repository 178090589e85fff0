import type { Tool } from '../../index.ts';
import type { Runtime } from '../../runtime/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { passThroughSchema } from '../pass-through-schema.ts';
import { sortedJson } from '../sorted-json.ts';
import { toIdempotencyKey } from '../to-idempotency-key.ts';
import { toModelOutput } from '../to-model-output.ts';
import { openToolDesk, type ToolDesk } from '../tool-desk.ts';
import { toToolOutput } from '../tool-output.ts';
import { ApprovalTicket } from './approval-ticket.ts';
import { InputTexts } from './input-texts.ts';
import type { MastraTool } from './mastra-tool.ts';

/** How Mastra tells its own tools, whichever copy of it made them. It gives others no id of the run. */
const BRAND = Symbol.for('mastra.core.tool.Tool');

/**
 * The tools of a runtime as tools of a Mastra agent. Every call that Mastra runs goes through the call path;
 * what the model is told of it is the runtime's rendering, and what Mastra keeps is plain JSON.
 *
 * Arguments are checked by the call path only. Text that is no JSON, which Mastra would repair or take for no
 * arguments at all, ends there as `invalid_args`, if the provider's package hands it on. Mastra tells a tool nothing of a
 * limit or a filter that ended an answer: a call that was cut off before its first argument is one without arguments.
 * Calls of unknown tools are answered by Mastra, without a record. Mastra takes the properties `resumeData`, `suspendedToolCallId`,
 * `suspendedToolRunId` and `_background` out of all arguments: a tool that has one of these does not get it.
 *
 * Where the policy asks, Mastra is told that the call needs approval, and suspends the run, for which it needs
 * a storage. `approveToolCall` runs the call, also in another process, with `approver` as whoever approved;
 * `declineToolCall` is answered by Mastra, without a record. Mastra's own `requireToolApproval` has no say in tools that
 * the policy may ask about. It holds for tools that the policy never asks about, and who approved is not in the record.
 *
 * An approval counts for the arguments that Mastra asked about, and is recognised where Mastra hands these on to the
 * run as they are, as agents do. Anywhere else, such as in a background task, and for code that runs a tool by itself,
 * the call waits at the runtime's gate. It is good for one run of its call: whoever approves once more, at the same
 * time for example, gets the outcome of the first time; and so does a model that repeats a call in the same run with
 * the same id and arguments.
 *
 * Providers that cannot take media in results, such as those of OpenAI's Chat Completions, get them as text in
 * base64: use `maxMediaBytes: 0` there.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const tools = await toMastraTools(runtime);
 * const agent = new Agent({ id: 'helper', name: 'Helper', instructions: 'Help.', model, tools });
 * ```
 */
export async function toMastraTools(
  runtime: Runtime,
  options?: AdapterOptions,
): Promise<Record<string, MastraTool>> {
  const desk = await openToolDesk(runtime, { name: 'Mastra' }, options);
  return Object.fromEntries(desk.tools.map((tool) => [tool.name, toMastraTool(desk, tool)]));
}

function toMastraTool(desk: ToolDesk, source: Tool): MastraTool {
  const { name, title, description, inputSchema } = source;
  const texts = new InputTexts();
  const tool: MastraTool = {
    id: name,
    ...(title !== undefined && { title }),
    description,
    // Mastra hands the JSON Schema of a Standard Schema on; of a plain one it drops what it cannot say.
    inputSchema: passThroughSchema(inputSchema),
    strict: false,
    ...(desk.mayAsk(source) && {
      requireApproval: async (input) => {
        const isNeeded = await desk.needsApproval({ tool: name, args: ApprovalTicket.argumentsOf(input) });
        if (isNeeded) ApprovalTicket.give(input);
        return isNeeded;
      },
    }),
    execute: async (input, options) => {
      const { abortSignal, runId, agent, toolCallId = agent?.toolCallId } = options ?? {};
      const { args, isApproved } = ApprovalTicket.take(input);
      const key = isApproved ? await keyOf([runId, toolCallId, name, sortedJson(args)]) : undefined;
      const answered = await desk.call({
        tool: name,
        args: texts.takeUnreadable(toolCallId) ?? args,
        providerCallId: toolCallId,
        signal: abortSignal,
        // Without a key, the approval could be used again.
        decision: key === undefined ? undefined : { isApproved },
        idempotencyKey: key,
      });
      return toToolOutput(answered);
    },
    toModelOutput: (output) =>
      toModelOutput(output, ({ mimeType, base64 }) => ({
        type: 'media',
        mediaType: mimeType,
        data: base64,
      })),
    onInputStart: ({ toolCallId }) => texts.start(toolCallId),
    onInputDelta: ({ toolCallId, inputTextDelta }) => texts.append(toolCallId, inputTextDelta),
  };
  return Object.assign(tool, { [BRAND]: true });
}

async function keyOf(parts: readonly (string | undefined)[]): Promise<string | undefined> {
  const known = parts.filter((part) => part !== undefined && part !== '') as string[];
  return known.length === parts.length ? toIdempotencyKey('mastra', known) : undefined;
}
