import type { ToolDescription } from '../../core/tool.ts';
import { growPlan, type ToolChange } from '../plan/grow-plan.ts';
import type { ToolRendering } from '../plan/render-plan.ts';
import type { BedrockTool } from './bedrock-types.ts';
import { bedrockFormat } from './render-tools.ts';

/**
 * Changes the tools of a conversation so that what the provider has cached of it stays good: caches hold a
 * request from its start, so tools that were there before stay where they were, and new ones follow.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two tools have the same name.
 */
export function changeTools(
  previous: ToolRendering<BedrockTool>,
  tools: readonly ToolDescription[],
): ToolChange<BedrockTool> {
  return growPlan(bedrockFormat, previous, { tools, keepRemoved: true });
}
