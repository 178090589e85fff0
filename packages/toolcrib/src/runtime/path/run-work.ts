import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import type { Call } from '../call.ts';
import { loadResult } from '../ledger/stored-result.ts';
import type { RuntimeParts } from '../parts.ts';
import { reverterOf, runHandler } from '../tool-phases.ts';
import type { AcceptedArguments } from './read-arguments.ts';

/** What is run, and with what. */
interface Work {
  readonly tool: Tool;
  readonly accepted: AcceptedArguments;
  readonly context: ToolContext;
}

/** Does what the call is for: runs the handler, or takes an earlier call back. Throws what the tool throws. */
export function runWork(parts: RuntimeParts, call: Call, work: Work): unknown {
  return call.span === undefined ? run(call, work) : runInSpan(parts, call, work);
}

/** Whatever telemetry does, the tool is run once, and what it gave is what counts. */
function runInSpan(parts: RuntimeParts, call: Call, work: Work): unknown {
  let outcome: { readonly value: unknown } | { readonly error: unknown } | undefined;
  try {
    call.span?.run(() => {
      outcome ??= attempt(call, work);
    });
  } catch (error) {
    parts.onFault(error);
  }
  outcome ??= attempt(call, work);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function attempt(call: Call, work: Work): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: run(call, work) };
  } catch (error) {
    return { error };
  }
}

function run(call: Call, { tool, accepted, context }: Work): unknown {
  return call.reverts === undefined
    ? runHandler(tool, accepted.value, context)
    : revert(call, { tool, accepted, context });
}

/** What the tool says to it is not shown. */
async function revert(call: Call, { tool, accepted, context }: Work): Promise<string> {
  // The schemas of the tool have accepted both.
  await reverterOf(tool)?.(accepted.value as never, resultOf(call) as never, context);
  return 'The effect of the call was taken back.';
}

/** The result of the call that is taken back, as its handler gave it. Media and artifacts are not kept. */
function resultOf({ reverts }: Call): unknown {
  const stored = reverts?.outcome?.result;
  const result = stored ? loadResult(stored) : undefined;
  switch (result?.kind) {
    case 'text':
      return result.text;
    case 'json':
      return result.value;
    case 'bytes':
      return result.bytes;
    default:
      return undefined;
  }
}
