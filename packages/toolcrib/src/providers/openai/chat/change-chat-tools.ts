import type { ToolDescription } from '../../../core/tool.ts';
import { growPlan, type ToolChange } from '../../plan/grow-plan.ts';
import type { ToolRendering } from '../../plan/render-plan.ts';
import { chatFormat, type OpenAiChatTool } from './render-chat-tools.ts';

/** Which of the listed tools a model may call, for `tool_choice`. */
export type OpenAiChatToolChoice =
  | 'none'
  | {
      readonly type: 'allowed_tools';
      readonly allowed_tools: {
        readonly mode: 'auto';
        readonly tools: { readonly [key: string]: unknown }[];
      };
    };

/** What changes with the tools of a conversation. */
export interface OpenAiChatToolChange extends ToolChange<OpenAiChatTool> {
  /** There when tools that are gone are still listed: for `tool_choice`, until the next change. */
  readonly toolChoice?: OpenAiChatToolChoice;
}

/**
 * Changes the tools of a conversation so that as much as possible of what the provider has cached stays good:
 * tools that are gone stay in the list and are ruled out by `toolChoice`, new ones are appended. Only a tool
 * that has changed is replaced where it is. The API puts tools before the conversation, so anything added
 * still costs the cached conversation; Responses can do better.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two tools have the same name.
 */
export function changeChatTools(
  previous: ToolRendering<OpenAiChatTool>,
  tools: readonly ToolDescription[],
): OpenAiChatToolChange {
  const change = growPlan(chatFormat, previous, { tools, keepRemoved: true });
  const { rendering, kept } = change;
  return { ...change, ...(kept.length > 0 && { toolChoice: allowOthers(rendering, kept) }) };
}

function allowOthers({ plan }: ToolRendering<OpenAiChatTool>, kept: readonly string[]): OpenAiChatToolChoice {
  const tools = plan.tools
    .filter(({ tool }) => !kept.includes(tool.name))
    .map(({ wireName }) => ({ type: 'function', function: { name: wireName } }));
  // An empty list of allowed tools is no legal choice.
  if (tools.length === 0) return 'none';
  return { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools } };
}
