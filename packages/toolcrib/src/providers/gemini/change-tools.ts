import type { ToolDescription } from '../../core/tool.ts';
import { growPlan, type ToolChange } from '../plan/grow-plan.ts';
import type { ToolRendering } from '../plan/render-plan.ts';
import type { GeminiFunctionDeclaration } from './gemini-types.ts';
import { formatFor } from './render-tools.ts';

/**
 * Changes the tools of a conversation so that what the provider has cached of it stays good: Gemini caches a
 * request from its start, so tools that were there before stay where they were, and new ones follow.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two tools have the same name.
 */
export function changeTools(
  previous: ToolRendering<GeminiFunctionDeclaration>,
  tools: readonly ToolDescription[],
): ToolChange<GeminiFunctionDeclaration> {
  return growPlan(formatFor(previous.plan.rules), previous, { tools, keepRemoved: true });
}
