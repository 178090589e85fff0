import type { ToolDescription } from '../../core/tool.ts';
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
import type { BedrockJson, BedrockTool } from './bedrock-types.ts';

/**
 * The tools of a request to Bedrock's Converse API, for `toolConfig: { tools: rendering.tools }`. The same tools
 * give the same bytes, whatever their order.
 *
 * Bedrock refuses an empty list: leave `toolConfig` out then. It also refuses a conversation that has calls and a
 * request that has no tools, so keep at least one until the conversation ends.
 *
 * @throws ConfigError `E_INVALID_OPTION` or `E_TOOL_ALREADY_REGISTERED`; a tool that Bedrock would refuse is
 * left out and reported instead.
 */
export function renderTools(
  tools: readonly ToolDescription[],
  options: RenderOptions = {},
): ToolRendering<BedrockTool> {
  return renderPlan(bedrockFormat, { tools, options });
}

/** Renders as {@link renderTools} does, and gives the same rendering again while the tools are the same. */
export function createToolRenderer(options: RenderOptions = {}): ToolRenderer<BedrockTool> {
  return createRenderer(bedrockFormat, options);
}

export const bedrockFormat: WireFormat<BedrockTool> = {
  rules: providerRules.bedrock,
  toWireTool: ({ wireName, tool, schema, strict }) =>
    Object.freeze({
      toolSpec: Object.freeze({
        name: wireName,
        ...toDescriptionField(tool),
        // The SDK only reads it, whatever its types say.
        inputSchema: Object.freeze({ json: schema as BedrockJson }),
        ...(strict.status === 'strict' && { strict: true as const }),
      }),
    }),
};
