import { ToolcribError } from '../packages/toolcrib/src/core/errors.ts';

/** The error of ours that an action throws; any other outcome fails the test. */
export function errorOf(action: () => unknown): ToolcribError {
  try {
    action();
  } catch (error) {
    if (error instanceof ToolcribError) return error;
    throw error;
  }
  throw new Error('Expected an error.');
}

/** The error of ours that a promise rejects with; any other outcome fails the test. */
export async function rejectionOf(promise: Promise<unknown>): Promise<ToolcribError> {
  const error = await promise.then(
    () => new Error('Expected a rejection.'),
    (reason: unknown) => reason,
  );
  if (error instanceof ToolcribError) return error;
  throw error;
}
