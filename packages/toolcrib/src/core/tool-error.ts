import { ToolcribError } from './errors.ts';

/**
 * Thrown by a handler to tell the model what went wrong, in the author's own words. Its message reaches
 * the model; that of any other error does not.
 *
 * @example
 * ```ts
 * throw new ToolError('There is no order with this number. Ask the customer for it again.');
 * ```
 */
export class ToolError extends ToolcribError {
  /** The `cause` is for the log only. */
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('E_TOOL_FAILED', message, options);
  }

  override get name(): string {
    return 'ToolError';
  }
}
