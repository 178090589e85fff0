import type { Tool } from '../../index.ts';
import type { Runtime } from '../../runtime/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { toIdempotencyKey } from '../to-idempotency-key.ts';
import { toModelOutput } from '../to-model-output.ts';
import { openToolDesk, type ToolDesk } from '../tool-desk.ts';
import { toToolOutput } from '../tool-output.ts';
import type { AiSdkTool } from './ai-sdk-tool.ts';
import { findApproval } from './find-approval.ts';
import { toAiSdkSchema } from './to-ai-sdk-schema.ts';

/**
 * The tools of a runtime as a tool set of the AI SDK. Every call that the AI SDK runs goes through the call
 * path; what the model is told of it is the runtime's rendering.
 *
 * Arguments are checked by the call path only. Two things end before it, without a record, and the AI SDK
 * tells the model itself: calls of tools that are not in the set, and arguments that are no JSON.
 *
 * Where the policy asks, the AI SDK is told that the call needs approval, and the call is approved if the
 * conversation says that a person did so. That conversation often comes from a browser: what it says is as
 * true as whoever sent it. Set the AI SDK's `experimental_toolApprovalSecret`, so that only what was asked
 * about can be approved; or `approvals: 'runtime'`, where an approval must not be the sender's word. With
 * the AI SDK's own `toolApproval` settings it is those that decide whether it asks; a call that they let
 * through waits at the runtime's gate, as any other call does that nobody was asked about. So does a call
 * whose tool has another definition by then, if this process asked. An approval is good for one run of its
 * call: whoever sends the same conversation again gets the outcome of the first time.
 *
 * The calls of one step run at once; with `toolCallConcurrency: 1` in their order. Give the same set to
 * `convertToModelMessages`. Providers that cannot take media in results, such as those of OpenAI's Chat
 * Completions, get them as text in base64 from the AI SDK: use `maxMediaBytes: 0` there.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const tools = await toAiSdkTools(runtime);
 * const { text } = await generateText({ model, tools, prompt: 'Is it raining in Oslo?' });
 * ```
 */
export async function toAiSdkTools(
  runtime: Runtime,
  options?: AdapterOptions,
): Promise<Record<string, AiSdkTool>> {
  const desk = await openToolDesk(runtime, { name: 'AI SDK' }, options);
  return Object.fromEntries(desk.tools.map((tool) => [tool.name, toAiSdkTool(desk, tool)]));
}

function toAiSdkTool(desk: ToolDesk, tool: Tool): AiSdkTool {
  const { name, title, description, inputSchema } = tool;
  return {
    ...(title !== undefined && { title }),
    description,
    inputSchema: toAiSdkSchema(inputSchema),
    ...(desk.mayAsk(tool) && {
      needsApproval: (input, { toolCallId }) =>
        desk.needsApproval({ tool: name, args: input, providerCallId: toolCallId }),
    }),
    execute: async (input, { toolCallId, messages = [], abortSignal }) => {
      const approval = findApproval({ toolName: name, toolCallId, input, messages });
      const key = approval && (await toIdempotencyKey('ai-sdk', [approval.approvalId, toolCallId, name]));
      const answered = await desk.call({
        tool: name,
        args: input,
        providerCallId: toolCallId,
        signal: abortSignal,
        decision: approval?.decision,
        idempotencyKey: key,
      });
      return toToolOutput(answered);
    },
    toModelOutput: ({ output }) =>
      toModelOutput(output, ({ mimeType, base64 }) => ({
        type: 'file',
        mediaType: mimeType,
        data: { type: 'data', data: base64 },
      })),
  };
}
