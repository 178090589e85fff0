import { defineTool } from '../core/define-tool.ts';
import { ConfigError } from '../core/errors.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolContext } from '../core/tool-context.ts';
import { ToolError } from '../core/tool-error.ts';
import type { ToolEffect } from '../core/tool-options.ts';
import { addUsage, NO_USAGE, subtractUsage } from '../runtime/model/add-usage.ts';
import type { TurnEvent, TurnListener } from './turn-event.ts';
import type { TurnResult } from './turn-result.ts';
import type { TurnRunner } from './turn-runner.ts';

/** How a tool hands a task over to another runner. */
export interface DelegateToolOptions {
  readonly name: string;
  readonly title?: string | undefined;
  /** What the other runner can do, for the model that hands over. */
  readonly description: string;
  readonly runner: TurnRunner;
  /** What the tools of the other runner can do to the world. @default 'write' */
  readonly effect?: ToolEffect | undefined;
  /** How long the task may take, in milliseconds. @default 1_800_000, half an hour */
  readonly timeoutMs?: number | undefined;
  /** How deep tasks may be handed over and over, this one included, from 1. @default 4 */
  readonly maxDepth?: number | undefined;
  /** Follows the delegated turns. What it throws is reported to the runtime's `onFault`. */
  readonly onEvent?: TurnListener | undefined;
  /** Gets the result of every delegated turn; the caller's model gets its text only. What it throws fails the call. */
  readonly onResult?: ((result: TurnResult, ctx: ToolContext) => void) | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof DelegateToolOptions>([
  'name',
  'title',
  'description',
  'runner',
  'effect',
  'timeoutMs',
  'maxDepth',
  'onEvent',
  'onResult',
]);

/**
 * A tool that hands a task over to another runner, which has its own model, tools and limits, and gives back what that
 * answers. The turn there knows the task and nothing else of the conversation; it has the same caller, ends with the
 * call, and what it costs counts for the turn that handed over. Its answer is untrusted, as the text of any model.
 * Runners that share a runtime have their gates in one place, and their places: a tool that hands over to a runner with
 * the same tool holds one while it waits for another.
 *
 * @throws ConfigError as `defineTool()` does, and `E_INVALID_OPTION` for a depth that is none.
 */
export function delegateTool(options: DelegateToolOptions): Tool {
  requireKnownOptions(options, optionNames);
  const { name, title, description, runner, onEvent, onResult } = options;
  const { effect = 'write', timeoutMs = 1_800_000, maxDepth = 4 } = options;
  if (!(Number.isInteger(maxDepth) && maxDepth >= 1)) {
    throw new ConfigError('E_INVALID_OPTION', 'The option maxDepth must be a whole number from 1.', {
      context: { option: 'maxDepth' },
    });
  }
  return defineTool({
    name,
    title,
    description,
    effect,
    timeoutMs,
    inputSchema: {
      type: 'object',
      properties: {
        task: {
          type: 'string',
          minLength: 1,
          maxLength: 100_000,
          description:
            'Everything that is needed to do the task; nothing else of this conversation is known there.',
        },
      },
      required: ['task'],
      additionalProperties: false,
    },
    handler: async ({ task }, ctx) => {
      if (depthOf(ctx.turnId) >= maxDepth) {
        throw new ToolError(
          `Tasks cannot be handed over more than ${maxDepth} times in a row. Do it yourself.`,
        );
      }
      const { caller, signal, turnId: parentTurnId } = ctx;
      let reported: ModelUsage = NO_USAGE;
      const follow = (event: TurnEvent) => {
        tellProgress(ctx, event);
        // At once, so that it is known of a task that is cut off.
        if (event.type === 'step-end') {
          ctx.reportUsage(event.usage);
          reported = addUsage(reported, event.usage);
        }
        return onEvent?.(event);
      };
      const result = await runner.run(task, { caller, signal, parentTurnId, onEvent: follow });
      ctx.reportUsage(subtractUsage(result.usage, reported));
      onResult?.(result, ctx);
      return answerOf(result);
    },
  });
}

/** The id of a delegated turn begins with that of the turn that handed over. */
function depthOf(turnId: string | undefined): number {
  return turnId === undefined ? 0 : turnId.split('.').length - 1;
}

function tellProgress(ctx: ToolContext, event: TurnEvent): void {
  if (event.type === 'tool-call-start') ctx.reportProgress({ message: `calls ${event.toolName}` });
  else if (event.type === 'step-start')
    ctx.reportProgress({ message: `asks its model (${event.iteration})` });
}

function answerOf({ status, text, limit, error, turnId }: TurnResult): string {
  switch (status) {
    case 'done':
      return text;
    case 'stopped':
      return `${text}\n[The task was stopped before it was done: ${limit}.]`.trim();
    case 'refused':
      throw new ToolError('The model that the task was handed to refuses to do it.');
    case 'aborted':
      throw new ToolError('The task was aborted.');
    case 'failed':
      throw new ToolError(`The task failed (${error?.code}, reference ${turnId}).`, { cause: error });
  }
}
