import { ToolcribError } from '../core/errors.ts';
import type { Middleware } from './middleware.ts';
import type { TurnPipelines } from './turn-runner-options.ts';

/** What a pipeline looks at in its context, besides what its middleware does. */
interface Signalled {
  readonly isSignalled: boolean;
  readonly signal: AbortSignal;
}

/** Which middleware failed. */
interface Place {
  readonly pipeline: keyof TurnPipelines;
  readonly position: number;
}

/**
 * Runs middleware as an onion, and keeps nothing from one run to the next. The first thing that goes wrong is what it
 * rejects with, even if middleware further out caught it: a check that was to stop the turn stops it.
 */
export class Pipeline<Context extends Signalled> {
  readonly #name: keyof TurnPipelines;
  readonly #middleware: readonly Middleware<Context>[];

  constructor(name: keyof TurnPipelines, middleware: readonly Middleware<Context>[]) {
    this.#name = name;
    this.#middleware = middleware;
  }

  get isEmpty(): boolean {
    return this.#middleware.length === 0;
  }

  async run(ctx: Context): Promise<void> {
    const run: PipelineRun = { failure: undefined };
    await this.#runFrom(0, ctx, run);
    if (run.failure !== undefined) throw run.failure;
  }

  async #runFrom(position: number, ctx: Context, run: PipelineRun): Promise<void> {
    const middleware = this.#middleware[position];
    if (middleware === undefined) return;
    const place = { pipeline: this.#name, position };
    let rest: Promise<void> | undefined;
    let hasEnded = false;
    const next = () => {
      const isRefused = rest !== undefined || hasEnded || ctx.signal.aborted;
      if (rest !== undefined) run.failure ??= threw(place, new Error('next() was called twice.'));
      const running = isRefused ? Promise.reject(tooLate()) : this.#runFrom(position + 1, ctx, run);
      // Middleware that does not wait for the rest must not bring the process down.
      running.catch(() => undefined);
      if (!isRefused) rest = running;
      return running;
    };
    try {
      await middleware(ctx, next);
    } catch (cause) {
      run.failure ??= threw(place, cause);
    }
    hasEnded = true;
    // Whoever did not wait is waited for.
    await rest?.catch(() => undefined);
    if (rest === undefined && !ctx.isSignalled) run.failure ??= endedSilently(place);
    if (run.failure !== undefined) throw run.failure;
  }
}

interface PipelineRun {
  failure: ToolcribError | undefined;
}

function tooLate(): Error {
  return new Error('next() cannot be called any more.');
}

function threw(place: Place, cause: unknown): ToolcribError {
  const message = `Middleware ${place.position} of the pipeline ${place.pipeline} threw.`;
  return new ToolcribError('E_MIDDLEWARE_FAILED', message, { context: { ...place }, cause });
}

function endedSilently(place: Place): ToolcribError {
  const message = `Middleware ${place.position} of the pipeline ${place.pipeline} ended without next(), ack() or nack().`;
  return new ToolcribError('E_PIPELINE_STOPPED', message, { context: { ...place } });
}
