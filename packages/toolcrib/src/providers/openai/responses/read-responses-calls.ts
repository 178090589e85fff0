import type { ModelCall } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { toModelCalls, type WireCall } from '../../to-model-calls.ts';
import { toFields, toFieldsList, type WireFields } from '../../wire-values.ts';

/** The part of a response that is read. Nothing of it is relied on. */
export interface OpenAiResponsesResponse {
  readonly output?: unknown;
  readonly status?: unknown;
}

/** What a search is a call of, unless somebody says so: items of that kind name no tool. */
export const TOOL_SEARCH = 'tool_search';

/**
 * The calls of a response, for `runtime.callAll()`. Anything is read as far as it goes: a call without a name,
 * or with arguments that are no JSON, ends as a record. A call that is not complete, and the last call of a
 * response that is not, are marked as truncated and will not run. A `tool_search_call` that the API leaves to its
 * client is a call of the search tool.
 */
export function readResponsesCalls(
  response: OpenAiResponsesResponse,
  codec: ToolCodec,
  searchTool: string = TOOL_SEARCH,
): readonly ModelCall[] {
  const { output, status } = toFields(response);
  const searchName = codec.toWireName(searchTool);
  const calls = callItems(output).map((item) => toWireCall(item, searchName));
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

export function isCallItem(item: WireFields): boolean {
  return item.type === 'function_call' || item.type === 'custom_tool_call' || isSearchItem(item);
}

/** Whether an item is a search that is ours to make. Those of the API itself have no id of a call. */
export function isSearchItem({ type, execution, call_id }: WireFields): boolean {
  if (type !== 'tool_search_call') return false;
  return execution === 'client' || (execution === undefined && typeof call_id === 'string');
}

/** Whether an item lacks its end. */
export function isUnfinished(status: unknown): boolean {
  return status === 'incomplete' || status === 'in_progress';
}

/** A call item, whichever kind of call it is. A namespace is the API's own affair: names are unique without it. */
export function toWireCall(item: WireFields, searchName: string): WireCall {
  const { type, call_id, name, arguments: args, input, status } = item;
  const isTruncated = isUnfinished(status);
  return {
    id: call_id,
    name: isSearchItem(item) ? searchName : name,
    args: (type === 'custom_tool_call' ? input : args) ?? '',
    ...(isTruncated && { isTruncated }),
  };
}
