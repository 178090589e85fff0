import type { ToolDescription } from '../../core/tool.ts';
import type { PlannedTool } from '../plan/plan-tools.ts';
import { providerRules } from '../plan/provider-rules.ts';
import type { RenderOptions } from '../plan/render-options.ts';
import {
  createRenderer,
  renderPlan,
  type ToolRenderer,
  type ToolRendering,
  type WireFormat,
} from '../plan/render-plan.ts';
import { toDescriptionField } from '../to-description-field.ts';
import type { AnthropicInputSchema, AnthropicTool } from './anthropic-types.ts';

export const anthropicFormat: WireFormat<AnthropicTool> = {
  rules: providerRules.anthropic,
  toWireTool,
};

/**
 * The tools of a request to Anthropic's Messages API, for `tools: rendering.tools`. The same tools give the same
 * bytes, whatever their order.
 *
 * @throws ConfigError `E_INVALID_OPTION` or `E_TOOL_ALREADY_REGISTERED`; a tool that Anthropic would refuse is
 * left out and reported instead.
 *
 * @example
 * ```ts
 * const { tools, codec } = renderTools(registry.describe());
 * const message = await client.messages.create({ model, max_tokens: 1024, messages, tools });
 * const records = await runtime.callAll(readCalls(message, codec));
 * ```
 */
export function renderTools(
  tools: readonly ToolDescription[],
  options: RenderOptions = {},
): ToolRendering<AnthropicTool> {
  return renderPlan(anthropicFormat, { tools, options });
}

/** Renders as {@link renderTools} does, and gives the same rendering again while the tools are the same. */
export function createToolRenderer(options: RenderOptions = {}): ToolRenderer<AnthropicTool> {
  return createRenderer(anthropicFormat, options);
}

function toWireTool({ tool, wireName, schema, strict }: PlannedTool): AnthropicTool {
  return Object.freeze({
    name: wireName,
    ...toDescriptionField(tool),
    // The dialect gives an object schema or refuses the tool; JSON has no more precise type.
    input_schema: schema as unknown as AnthropicInputSchema,
    ...(strict.status === 'strict' && { strict: true as const }),
  });
}
