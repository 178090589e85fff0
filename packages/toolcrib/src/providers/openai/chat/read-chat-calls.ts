import type { ModelCall } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { toModelCalls, type WireCall } from '../../to-model-calls.ts';
import { isFields, toFields, toFieldsList, type WireFields } from '../../wire-values.ts';

/** The part of a chat completion that is read. Nothing of it is relied on. */
export interface OpenAiChatResponse {
  readonly choices?: unknown;
}

/** Why a model did not come to the end of what it was writing. */
const cutReasons: readonly unknown[] = ['length', 'content_filter'];

/**
 * The calls of a chat completion, for `runtime.callAll()`. Anything is read as far as it goes: a call without
 * a name, or with arguments that are no JSON, ends as a record. The last call of an answer that ran into a
 * limit or a filter is marked as truncated and will not run.
 */
export function readChatCalls(response: OpenAiChatResponse, codec: ToolCodec): readonly ModelCall[] {
  const { message, finish_reason } = firstChoice(response);
  const { tool_calls, function_call } = toFields(message);
  const calls: WireCall[] = toFieldsList(tool_calls).map(toWireCall);
  // The form that tools had before they were called tools; some gateways still use it.
  if (calls.length === 0 && isFields(function_call)) {
    calls.push(toWireCall({ function: function_call }));
  }
  const last = cutReasons.includes(finish_reason) ? calls.length - 1 : -1;
  return toModelCalls(
    calls.map((call, at) => (at === last ? { ...call, isTruncated: true } : call)),
    codec,
  );
}

/** The answer; others come only if somebody asked for several. */
export function firstChoice(response: unknown): WireFields {
  return toFields(toFieldsList(toFields(response).choices)[0]);
}

function toWireCall({ id, function: called, custom }: WireFields): WireCall {
  const { name, arguments: args } = toFields(called);
  if (called !== undefined || custom === undefined) return { id, name, args: args ?? '' };
  const { name: customName, input } = toFields(custom);
  return { id, name: customName, args: input ?? '' };
}
