import type { ModelCall } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { toModelCalls, type WireCall } from '../../to-model-calls.ts';
import { toFields, toFieldsList, type WireFields } from '../../wire-values.ts';

/** The part of a response that is read. Nothing of it is relied on. */
export interface OpenAiResponsesResponse {
  readonly output?: unknown;
  readonly status?: unknown;
}

/**
 * The calls of a response, for `runtime.callAll()`. Anything is read as far as it goes: a call without a name,
 * or with arguments that are no JSON, ends as a record. A call that is not complete, and the last call of a
 * response that is not, are marked as truncated and will not run.
 */
export function readResponsesCalls(
  response: OpenAiResponsesResponse,
  codec: ToolCodec,
): readonly ModelCall[] {
  const { output, status } = toFields(response);
  const calls = callItems(output).map(toWireCall);
  const last = status === 'incomplete' ? calls.length - 1 : -1;
  return toModelCalls(
    calls.map((call, at) => (at === last ? { ...call, isTruncated: true } : call)),
    codec,
  );
}

/** Those items of an output that are calls of tools of ours. */
export function callItems(output: unknown): readonly WireFields[] {
  return toFieldsList(output).filter(isCallItem);
}

export function isCallItem({ type }: WireFields): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

/** Whether an item lacks its end. */
export function isUnfinished(status: unknown): boolean {
  return status === 'incomplete' || status === 'in_progress';
}

/** A call item, whichever kind of call it is. */
export function toWireCall({ type, call_id, name, arguments: args, input, status }: WireFields): WireCall {
  const isTruncated = isUnfinished(status);
  return {
    id: call_id,
    name,
    args: (type === 'custom_tool_call' ? input : args) ?? '',
    ...(isTruncated && { isTruncated }),
  };
}
