import { ToolcribError } from '../core/errors.ts';
import { addUsage, NO_USAGE } from '../runtime/model/add-usage.ts';
import type { ModelStep, StopReason } from '../runtime/model/model-executor.ts';
import type { AssistantMessage, ModelCall } from '../runtime/model/model-message.ts';

const stops: readonly unknown[] = [
  ...(['end', 'calls', 'length', 'refusal', 'paused', 'aborted', 'other'] satisfies StopReason[]),
];

/**
 * What an executor gave, which may be a stranger's, as a step that can be relied on. Calls are copied, and have an id.
 *
 * @throws ToolcribError `E_MODEL_FAILED` for what is no step.
 */
export function readStep(step: unknown): ModelStep {
  const { message, stop, refusal, usage } = Object(step) as Partial<ModelStep>;
  const { role, text, calls, native } = Object(message) as Partial<AssistantMessage>;
  if (role !== 'assistant' || typeof text !== 'string' || !Array.isArray(calls)) throw noStep();
  const read = { role, text, calls: readCalls(calls) };
  return {
    message: native === undefined ? read : { ...read, native },
    stop: stops.includes(stop) ? (stop as StopReason) : 'other',
    refusal: typeof refusal === 'string' ? refusal : undefined,
    usage: addUsage(NO_USAGE, usage),
  };
}

function readCalls(calls: readonly unknown[]): ModelCall[] {
  const read: ModelCall[] = [];
  // By index: one that is missing in between is no call either.
  for (let index = 0; index < calls.length; index++) read.push(readCall(calls[index], index));
  return read;
}

function readCall(call: unknown, index: number): ModelCall {
  if (typeof call !== 'object' || call === null) throw noStep();
  const { tool, args, providerCallId, isTruncated } = call as Partial<ModelCall>;
  return {
    tool: typeof tool === 'string' ? tool : '',
    args,
    providerCallId: typeof providerCallId === 'string' ? providerCallId : `call-${index}`,
    ...(isTruncated === true && { isTruncated }),
  };
}

function noStep(): ToolcribError {
  return new ToolcribError('E_MODEL_FAILED', 'The executor gave something that is no step of a model.');
}
