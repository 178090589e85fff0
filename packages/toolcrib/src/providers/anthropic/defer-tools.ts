import type { ToolRendering } from '../plan/render-plan.ts';
import type { ToolLoading } from '../plan-loading.ts';
import type { AnthropicTool } from './anthropic-types.ts';

/**
 * The tools of a request whose messages refer to some of them. Those are deferred: the provider leaves them out
 * of what it caches and shows them where they are referred to, so one more of them changes nothing that was
 * sent.
 */
export function deferTools(
  { plan, tools }: ToolRendering<AnthropicTool>,
  loading: ToolLoading<AnthropicTool> | undefined,
): AnthropicTool[] {
  if (loading === undefined || loading.loaded.size === 0) return tools;
  return tools.map((tool, at) => {
    const isLoaded = loading.loaded.has(plan.tools[at]?.tool.name ?? '');
    return isLoaded ? { ...tool, defer_loading: true } : tool;
  });
}
