import type { Awaitable } from '../runtime/awaitable.ts';

/**
 * One layer around the rest of a pipeline. It does its work before `next()`, after it, or both; `next` gives a
 * promise that is settled when the rest of the pipeline is done, and is called once at most.
 *
 * It ends with `next()` called, or with the context signalled: `ctx.ack()` or `ctx.nack()`. Ending with neither
 * fails the turn with `E_PIPELINE_STOPPED`, and so does throwing, with `E_MIDDLEWARE_FAILED`. It serves all turns
 * of its runner at once: what belongs to one turn goes into `ctx.state`.
 */
export type Middleware<Context> = (ctx: Context, next: () => Promise<void>) => Awaitable<void>;
