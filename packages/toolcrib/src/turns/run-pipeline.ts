import { ToolcribError } from '../core/errors.ts';
import type { AckSignal } from './ack-signal.ts';
import type { Pipeline } from './pipeline.ts';
import { failed, type TurnOutcome } from './turn-outcome.ts';
import type { TurnState } from './turn-state.ts';

/** What a pipeline is run with. */
interface PipelineSubject<Context> {
  readonly ctx: Context;
  readonly ending: AckSignal;
}

/** Runs a pipeline. Gives how the turn ends if it ends there; undefined if it goes on or was acknowledged. */
export async function runPipeline<
  Context extends { readonly isSignalled: boolean; readonly signal: AbortSignal },
>(
  turn: TurnState,
  pipeline: Pipeline<Context>,
  { ctx, ending }: PipelineSubject<Context>,
): Promise<TurnOutcome | undefined> {
  const { interruption } = turn;
  try {
    const waited = await interruption.wait(pipeline.run(ctx));
    if ('interrupted' in waited) return waited.interrupted;
  } catch (error) {
    // Whoever rejected first has said why.
    if (interruption.outcome === undefined && ending.state?.kind !== 'nack') return failed(toError(error));
  }
  if (interruption.outcome !== undefined) return interruption.outcome;
  return ending.state?.kind === 'nack' ? failed(ending.state.error) : undefined;
}

function toError(error: unknown): ToolcribError {
  if (error instanceof ToolcribError) return error;
  return new ToolcribError('E_MIDDLEWARE_FAILED', 'Middleware failed.', { cause: error });
}
