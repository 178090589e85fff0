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

/** A tool of a Responses request. */
export interface OpenAiResponsesTool {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonObject;
  /** Always said: this API takes a tool that does not say it for strict. */
  readonly strict: boolean;
}

export const responsesFormat: WireFormat<OpenAiResponsesTool> = {
  rules: providerRules.openaiResponses,
  toWireTool,
};

/**
 * The tools of a request to OpenAI's Responses, for `tools: rendering.tools`. The same tools give the same bytes,
 * whatever their order.
 *
 * @throws ConfigError `E_INVALID_OPTION` or `E_TOOL_ALREADY_REGISTERED`; a tool that OpenAI would refuse is left
 * out and reported instead.
 */
export function renderResponsesTools(
  tools: readonly ToolDescription[],
  options: RenderOptions = {},
): ToolRendering<OpenAiResponsesTool> {
  return renderPlan(responsesFormat, { tools, options });
}

/** Renders as {@link renderResponsesTools} does, and gives the same rendering again while the tools are the same. */
export function createResponsesToolRenderer(options: RenderOptions = {}): ToolRenderer<OpenAiResponsesTool> {
  return createRenderer(responsesFormat, options);
}

function toWireTool({ tool, wireName, schema, strict }: PlannedTool): OpenAiResponsesTool {
  return Object.freeze({
    type: 'function',
    name: wireName,
    ...toDescriptionField(tool),
    parameters: schema,
    strict: strict.status === 'strict',
  });
}
