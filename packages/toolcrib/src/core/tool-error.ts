import { ToolcribError } from './errors.ts';
import { requireKnownOptions } from './require-known-options.ts';

/** How a {@link ToolError} is made. */
export interface ToolErrorOptions {
  /** What was caught; never shown to a model. */
  readonly cause?: unknown;
  /**
   * Whether the handler had changed nothing yet, so that the model is told that it can make the call again. Without it, the
   * model of a tool that writes is told to find out first whether the call took effect.
   * @default false
   */
  readonly changedNothing?: boolean;
}

const optionNames: ReadonlySet<string> = new Set<keyof ToolErrorOptions>(['cause', 'changedNothing']);

/**
 * Thrown by a handler to tell the model what went wrong, in the author's own words. Its message reaches
 * the model, outside of any envelope; that of any other error does not. What strangers wrote, such as the body of a
 * response, does not belong into it.
 *
 * @example
 * ```ts
 * throw new ToolError('There is no order with this number. Ask the customer for it again.', { changedNothing: true });
 * ```
 */
export class ToolError extends ToolcribError {
  /** Whether the handler says that it had changed nothing yet, so that the call may be made again. */
  readonly changedNothing: boolean;

  /** The `cause` is for the host only. */
  constructor(message: string, options: ToolErrorOptions = {}) {
    requireKnownOptions(options, optionNames);
    super('E_TOOL_FAILED', message, options);
    this.changedNothing = options.changedNothing ?? false;
  }

  override get name(): string {
    return 'ToolError';
  }
}
