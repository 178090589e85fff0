import { AsyncLocalStorage } from 'node:async_hooks';
import { type Tool, type ToolContext, wrapTool } from 'toolcrib';
import type { CallFacts, UnhandledKind } from './thread-messages.ts';

/** An error that no code caught, and the call whose code it comes from, if that is known. */
export interface UnhandledError {
  readonly kind: UnhandledKind;
  readonly error: unknown;
  readonly call: CallFacts | undefined;
}

/** Knows of which call the running code is, also in timers and events that the call has left behind. */
export class CallTracker {
  readonly #calls = new AsyncLocalStorage<CallFacts>();

  /** The call that the running code belongs to. */
  current(): CallFacts | undefined {
    return this.#calls.getStore();
  }

  run<Result>(call: CallFacts, work: () => Result): Result {
    return this.#calls.run(call, work);
  }

  /** A tool whose functions run in the context of their calls. */
  track(tool: Tool): Tool {
    const toolName = tool.name;
    const within = <Result>(ctx: ToolContext, work: () => Result) => {
      const { invocationId, caller, turnId } = ctx;
      return this.run({ toolName, invocationId, caller, turnId }, work);
    };
    return wrapTool(tool, ({ handler, verify, revert }) => ({
      handler: (args, ctx) => within(ctx, () => handler(args, ctx)),
      verify: verify && ((args, ctx) => within(ctx, () => verify(args, ctx))),
      revert: revert && ((args, result, ctx) => within(ctx, () => revert(args, result, ctx))),
    }));
  }
}

/**
 * Tells of every error of this thread that no code caught, which would end it otherwise, until the answer is called.
 * The listener runs in the context of the code that failed, and must not throw.
 */
export function watchUnhandled(listener: (error: unknown, kind: UnhandledKind) => void): () => void {
  const onRejection = (error: unknown) => listener(error, 'rejection');
  const onException = (error: unknown) => listener(error, 'exception');
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
