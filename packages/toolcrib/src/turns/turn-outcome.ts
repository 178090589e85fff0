import type { ToolcribError } from '../core/errors.ts';
import type { TurnLimit } from './turn-result.ts';

/** How a turn ends, as it is found out on the way. */
export type TurnOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'refused'; readonly refusal: string | undefined }
  | { readonly status: 'stopped'; readonly limit: TurnLimit }
  | { readonly status: 'aborted' }
  | { readonly status: 'failed'; readonly error: ToolcribError };

export const DONE: TurnOutcome = Object.freeze({ status: 'done' });
export const ABORTED: TurnOutcome = Object.freeze({ status: 'aborted' });

export function stopped(limit: TurnLimit): TurnOutcome {
  return { status: 'stopped', limit };
}

export function failed(error: ToolcribError): TurnOutcome {
  return { status: 'failed', error };
}
