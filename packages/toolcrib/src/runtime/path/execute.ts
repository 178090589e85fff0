import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { CallContext } from './call-context.ts';
import { ExecutionRace } from './execution-race.ts';
import type { AcceptedArguments } from './read-arguments.ts';
import { runWork } from './run-work.ts';

/** How a handler came to its end. */
export type HandlerEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

/** What became of a handler, or of the waiting for it. `late` is its own end, if that came soon after it was told to stop. */
export type Execution =
  | HandlerEnd
  | {
      readonly kind: 'timed_out' | 'aborted';
      readonly reason: unknown;
      readonly late: HandlerEnd | undefined;
    };

/** Runs the handler, for no longer than the deadline, and gives back its place when it has really ended. */
export function execute(
  parts: RuntimeParts,
  call: Call,
  { tool, accepted }: { readonly tool: Tool; readonly accepted: AcceptedArguments },
): Awaitable<Execution> {
  const context = new CallContext(parts, call);
  const { clock, bulkhead } = parts;
  const startedAt = clock.elapsed();
  const waitedMs = call.waitedMs;
  call.hasRun = true;
  let execution: Execution;
  try {
    const returned = runWork(parts, call, { tool, accepted, context });
    if (isThenable(returned)) {
      const race = new ExecutionRace(parts, { call, context });
      return race.run(Promise.resolve(returned)).then((outcome) => {
        call.ranMs = clock.elapsed() - startedAt - (call.waitedMs - waitedMs);
        return outcome;
      });
    }
    execution = { kind: 'returned', value: returned };
  } catch (error) {
    execution = { kind: 'threw', error };
  }
  context.end();
  bulkhead.leave(call.place);
  call.ranMs = clock.elapsed() - startedAt;
  return execution;
}

function isThenable(value: unknown): boolean {
  return (
    value instanceof Promise ||
    (typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function')
  );
}
