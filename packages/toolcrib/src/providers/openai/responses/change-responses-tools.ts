import { requireKnownOptions } from '../../../core/require-known-options.ts';
import type { ToolDescription } from '../../../core/tool.ts';
import { growPlan, type ToolChange } from '../../plan/grow-plan.ts';
import type { ToolPlan } from '../../plan/plan-tools.ts';
import { adjustRendering, type ToolRendering } from '../../plan/render-plan.ts';
import { type OpenAiResponsesTool, responsesFormat } from './render-responses-tools.ts';
import type { OpenAiResponsesAdditionalTools } from './responses-item.ts';

/** How a change of tools is told. */
export interface OpenAiResponsesToolChangeOptions {
  /**
   * `native` tells them in an item of the input, behind the conversation so far, which stays cached. `append`
   * puts them at the end of `tools`, for models and gateways that know no such item. A conversation has one
   * form throughout.
   * @default 'native'
   */
  readonly form?: 'native' | 'append' | undefined;
}

/** Which of the known tools a model may call, for `tool_choice`. */
export type OpenAiResponsesToolChoice =
  | 'none'
  | {
      readonly type: 'allowed_tools';
      readonly mode: 'auto';
      readonly tools: { readonly [key: string]: unknown }[];
    };

/** What changes with the tools of a conversation. */
export interface OpenAiResponsesToolChange extends ToolChange<OpenAiResponsesTool> {
  /** For the input, once, before whatever comes next; they stay there in later requests. */
  readonly items: OpenAiResponsesAdditionalTools[];
  /** There when tools that are gone are still known: for `tool_choice`, until the next change. */
  readonly toolChoice?: OpenAiResponsesToolChoice;
  /**
   * Whether all tools that were told before are still told the same way. If not, `tools` has every tool again,
   * and items of earlier changes must not be sent any more.
   */
  readonly isPrefixKept: boolean;
}

const optionNames: ReadonlySet<string> = new Set<keyof OpenAiResponsesToolChangeOptions>(['form']);

/**
 * Changes the tools of a conversation so that what the provider has cached of it stays good: tools that are
 * gone stay known and are ruled out by `toolChoice`, new ones come with `items`. Only a tool that has changed
 * is replaced where it is, and that costs the cache.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two tools have the same name.
 */
export function changeResponsesTools(
  previous: ToolRendering<OpenAiResponsesTool>,
  tools: readonly ToolDescription[],
  options: OpenAiResponsesToolChangeOptions = {},
): OpenAiResponsesToolChange {
  requireKnownOptions(options, optionNames);
  const { form = 'native' } = options;
  const change = growPlan(responsesFormat, previous, { tools, keepRemoved: true });
  const { kept } = change;
  const { isPrefixKept, news } = compareWire(previous.plan, change.rendering);
  const isNative = form === 'native' && isPrefixKept;
  const rendering = isNative
    ? adjustRendering(change.rendering, { tools: previous.tools })
    : change.rendering;
  return {
    ...change,
    rendering,
    items: isNative && news.length > 0 ? [{ type: 'additional_tools', role: 'developer', tools: news }] : [],
    ...(kept.length > 0 && { toolChoice: allowOthers(rendering, kept) }),
    isPrefixKept,
  };
}

/** Whether everything that was told still holds, in the list or in an item, and what was never told. */
function compareWire(before: ToolPlan, { plan, tools }: ToolRendering<OpenAiResponsesTool>) {
  const told = new Map(
    before.tools.map((planned) => [planned.tool.name, JSON.stringify(responsesFormat.toWireTool(planned))]),
  );
  const now = new Map(plan.tools.map(({ tool }, at) => [tool.name, JSON.stringify(tools[at])]));
  return {
    isPrefixKept: [...told].every(([name, text]) => now.get(name) === text),
    news: tools.filter((_, at) => !told.has(plan.tools[at]?.tool.name ?? '')),
  };
}

function allowOthers(
  { plan }: ToolRendering<OpenAiResponsesTool>,
  kept: readonly string[],
): OpenAiResponsesToolChoice {
  const tools = plan.tools
    .filter(({ tool }) => !kept.includes(tool.name))
    .map(({ wireName }) => ({ type: 'function', name: wireName }));
  // An empty list of allowed tools is no legal choice.
  return tools.length === 0 ? 'none' : { type: 'allowed_tools', mode: 'auto', tools };
}
