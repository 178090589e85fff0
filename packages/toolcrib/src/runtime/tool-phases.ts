import { checkResult } from '../core/check-result.ts';
import type { CheckOutcome } from '../core/issue.ts';
import type { JsonObject } from '../core/json.ts';
import { type Tool, toolInternals } from '../core/tool.ts';
import type { ToolContext } from '../core/tool-context.ts';
import { handlerOf, type ToolWork } from '../core/tool-work.ts';
import type { Awaitable } from './awaitable.ts';

/*
 * The single steps of a tool. Whatever a schema or a handler throws comes through: it is the tool's fault.
 */

export function checkArguments(tool: Tool, args: JsonObject): Awaitable<CheckOutcome<unknown>> {
  return toolInternals.inputOf(tool).check(args);
}

export function runHandler(tool: Tool, accepted: unknown, ctx: ToolContext): unknown {
  // The schema of the tool has accepted it.
  return handlerOf(toolInternals.workOf(tool))(accepted as never, ctx);
}

export function checkToolResult(tool: Tool, value: unknown): Awaitable<CheckOutcome<unknown>> {
  return checkResult(value, toolInternals.outputOf(tool));
}

/** How a tool finds out what became of a call; undefined if it cannot. */
export function verifierOf(tool: Tool): Extras['verify'] {
  return extrasOf(tool).verify;
}

/** How a tool takes the effect of a call back; undefined if it cannot. */
export function reverterOf(tool: Tool): Extras['revert'] {
  return extrasOf(tool).revert;
}

type Extras = Omit<Exclude<ToolWork, (...args: never) => unknown>, 'handler'>;

const NO_EXTRAS: Extras = Object.freeze({});

function extrasOf(tool: Tool): Extras {
  const work = toolInternals.workOf(tool);
  return typeof work === 'function' ? NO_EXTRAS : work;
}
