import { ConfigError, ToolcribError } from '../core/errors.ts';

/**
 * The one error that an executor rejects with, for whatever an SDK threw: a status that its retries did not
 * change, a connection that was lost, an answer that nobody can read. What was thrown is the cause and nothing
 * else of it is shown, because SDKs put bodies and headers into their messages.
 */
export function toModelFailure(error: unknown, provider: string): ToolcribError {
  // Mistakes of the programmer, such as two tools of one name, are no failure of the provider.
  if (error instanceof ConfigError) return error;
  const status = statusOf(error);
  const suffix = status === undefined ? '' : ` with status ${status}`;
  return new ToolcribError(
    'E_MODEL_FAILED',
    `The request to the model provider "${provider}" failed${suffix}.`,
    {
      context: { provider, ...(status !== undefined && { status }) },
      cause: error,
    },
  );
}

/** Whether a request was aborted by whoever made it. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** The HTTP status of an error, where SDKs keep it. */
function statusOf(error: unknown): number | undefined {
  const { status, $metadata } = Object(error) as {
    status?: unknown;
    $metadata?: { httpStatusCode?: unknown } | null;
  };
  const found = status ?? $metadata?.httpStatusCode;
  return Number.isInteger(found) ? (found as number) : undefined;
}
