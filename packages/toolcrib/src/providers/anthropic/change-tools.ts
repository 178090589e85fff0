import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { ToolDescription } from '../../core/tool.ts';
import { growPlan, type ToolChange } from '../plan/grow-plan.ts';
import { adjustRendering, type ToolRendering } from '../plan/render-plan.ts';
import type { AnthropicTool } from './anthropic-types.ts';
import { anthropicFormat } from './render-tools.ts';

/** From here on a tool is there, as defined, whatever was known under its name. */
interface AnthropicToolAddition {
  readonly type: 'tool_addition';
  readonly tool: { readonly type: 'tool_definition'; readonly definition: AnthropicTool };
}

/** From here on a tool is gone. */
interface AnthropicToolRemoval {
  readonly type: 'tool_removal';
  readonly tool: { readonly type: 'tool_reference'; readonly name: string };
}

/** A message in the middle of a conversation that changes its tools. */
export interface AnthropicToolChangeMessage {
  readonly role: 'system';
  readonly content: (AnthropicToolAddition | AnthropicToolRemoval)[];
}

/** What changes with the tools of a conversation. */
export interface AnthropicToolChange extends ToolChange<AnthropicTool> {
  /**
   * To be appended to the conversation and kept there: after a message of the user, and before the next answer.
   * Undefined if there is nothing to tell.
   */
  readonly message?: AnthropicToolChangeMessage;
  /** What the `betas` of every request need that has the message. */
  readonly betas: readonly string[];
}

/** How a change of tools is told. */
export interface AnthropicToolChangeOptions {
  /**
   * `native` leaves the list of tools as it is and appends a message; models and platforms have to support it.
   * `append` works everywhere: new tools go to the end of the list, and tools that are gone stay on it.
   * @default 'native'
   */
  readonly form?: 'native' | 'append' | undefined;
}

/** By value, which includes changes by reference. */
const INLINE_BETA = 'inline-tools-2026-09-15';
/** By reference only, on more platforms. */
const REFERENCE_BETA = 'mid-conversation-tool-changes-2026-07-01';

const optionNames: ReadonlySet<string> = new Set<keyof AnthropicToolChangeOptions>(['form']);

/**
 * Changes the tools of a conversation so that what the provider has cached of it stays good: the cache holds a
 * request from its start, and tools come first. Give the `rendering` of one change to the next.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two tools have the same name.
 */
export function changeTools(
  previous: ToolRendering<AnthropicTool>,
  tools: readonly ToolDescription[],
  options: AnthropicToolChangeOptions = {},
): AnthropicToolChange {
  requireKnownOptions(options, optionNames);
  const { form = 'native' } = options;
  if (form === 'native') return tellChange(previous, tools);
  return { ...growPlan(anthropicFormat, previous, { tools, keepRemoved: true }), betas: [] };
}

function tellChange(
  previous: ToolRendering<AnthropicTool>,
  tools: readonly ToolDescription[],
): AnthropicToolChange {
  // What was removed is still in the request, and in its budgets.
  const change = growPlan(anthropicFormat, previous, { tools, keepRemoved: true });
  const { rendering: current, added, removed, changed } = change;
  const isNew = new Set([...added, ...changed]);
  const additions = current.tools.filter((_, at) => isNew.has(current.plan.tools[at]?.tool.name ?? ''));
  const content = [
    ...removed.map((name) => toRemoval(previous.codec.toWireName(name))),
    ...additions.map(toAddition),
  ];
  return {
    ...change,
    rendering: adjustRendering(current, { tools: previous.tools }),
    kept: [],
    isPrefixKept: true,
    ...(content.length > 0 && { message: { role: 'system', content } }),
    betas: content.length === 0 ? [] : [additions.length > 0 ? INLINE_BETA : REFERENCE_BETA],
  };
}

function toRemoval(name: string): AnthropicToolRemoval {
  return { type: 'tool_removal', tool: { type: 'tool_reference', name } };
}

/** A definition takes the place of one with the same name. */
function toAddition(definition: AnthropicTool): AnthropicToolAddition {
  return { type: 'tool_addition', tool: { type: 'tool_definition', definition } };
}
