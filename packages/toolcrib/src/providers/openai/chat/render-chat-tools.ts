import type { JsonObject } from '../../../core/json.ts';
import type { ToolDescription } from '../../../core/tool.ts';
import type { PlannedTool } from '../../plan/plan-tools.ts';
import { providerRules } from '../../plan/provider-rules.ts';
import type { RenderOptions } from '../../plan/render-options.ts';
import {
  createRenderer,
  renderPlan,
  type ToolRenderer,
  type ToolRendering,
  type WireFormat,
} from '../../plan/render-plan.ts';
import { toDescriptionField } from '../../to-description-field.ts';

/** A tool of a Chat Completions request. */
export interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
    readonly strict?: true;
  };
}

export const chatFormat: WireFormat<OpenAiChatTool> = { rules: providerRules.openaiChat, toWireTool };

/**
 * The tools of a request to OpenAI's Chat Completions, for `tools: rendering.tools`. The same tools give the same bytes,
 * whatever their order.
 *
 * @throws ConfigError `E_INVALID_OPTION` or `E_TOOL_ALREADY_REGISTERED`; a tool that OpenAI would refuse is left
 * out and reported instead.
 */
export function renderChatTools(
  tools: readonly ToolDescription[],
  options: RenderOptions = {},
): ToolRendering<OpenAiChatTool> {
  return renderPlan(chatFormat, { tools, options });
}

/** Renders as {@link renderChatTools} does, and gives the same rendering again while the tools are the same. */
export function createChatToolRenderer(options: RenderOptions = {}): ToolRenderer<OpenAiChatTool> {
  return createRenderer(chatFormat, options);
}

function toWireTool({ tool, wireName, schema, strict }: PlannedTool): OpenAiChatTool {
  return Object.freeze({
    type: 'function',
    function: Object.freeze({
      name: wireName,
      ...toDescriptionField(tool),
      parameters: schema,
      ...(strict.status === 'strict' && { strict: true }),
    }),
  });
}
