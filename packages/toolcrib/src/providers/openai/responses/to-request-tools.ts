import type { JsonObject } from '../../../core/json.ts';
import type { ToolRendering } from '../../plan/render-plan.ts';
import type { ToolLoading } from '../../plan-loading.ts';
import { type OpenAiResponsesTool, responsesFormat } from './render-responses-tools.ts';

/** The tool that finds others, as the API knows it: without a name, and executed by its client. */
export interface OpenAiResponsesToolSearch {
  readonly type: 'tool_search';
  readonly execution: 'client';
  readonly description?: string;
  readonly parameters: JsonObject;
}

/**
 * The `tools` of a request. If it loads tools, the search tool is told as what it is, and what searches found
 * is told in their results and not here; so this list stays the same however many searches there are.
 */
export function toRequestTools(
  { plan, tools }: ToolRendering<OpenAiResponsesTool>,
  loading: ToolLoading<OpenAiResponsesTool> | undefined,
): (OpenAiResponsesTool | OpenAiResponsesToolSearch)[] {
  const nameOf = (at: number) => plan.tools[at]?.tool.name ?? '';
  const listed =
    loading === undefined
      ? tools
      : tools
          .map((tool, at) => (nameOf(at) === loading.searchTool ? toSearch(tool) : tool))
          .filter((_, at) => !loading.loaded.has(nameOf(at)));
  const { maxTools } = responsesFormat.rules;
  return listed.length > maxTools ? listed.slice(0, maxTools) : listed;
}

function toSearch({ description, parameters }: OpenAiResponsesTool): OpenAiResponsesToolSearch {
  return {
    type: 'tool_search',
    execution: 'client',
    ...(description !== undefined && { description }),
    parameters,
  };
}
