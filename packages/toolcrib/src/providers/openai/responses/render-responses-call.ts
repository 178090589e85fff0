import type { ModelCall } from '../../../runtime/model/model-message.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import type { ToolLoading } from '../../plan-loading.ts';
import { replayArguments } from '../../replay-arguments.ts';
import { textOf, type WireFields } from '../../wire-values.ts';
import { toArgumentsText } from '../to-arguments-text.ts';
import type { OpenAiResponsesTool } from './render-responses-tools.ts';
import type { OpenAiResponsesCall, OpenAiResponsesToolSearchCall } from './responses-item.ts';

/** How calls are told again. */
export interface CallContext {
  /** The item that the API put out, if the call comes from one. */
  readonly item?: WireFields | undefined;
  /** Undefined if the request loads no tools: what was a search is told as a call of a function then. */
  readonly loading?: ToolLoading<OpenAiResponsesTool> | undefined;
}

/**
 * A call as it is told again. It has the id of its item, if that is an item of the same kind: the API looks at
 * how ids begin.
 */
export function renderResponsesCall(
  call: ModelCall,
  codec: ToolCodec,
  { item = {}, loading }: CallContext = {},
): OpenAiResponsesCall | OpenAiResponsesToolSearchCall {
  const { providerCallId: call_id } = call;
  const { type, id } = item;
  if (loading?.searches.has(call_id)) {
    return {
      type: 'tool_search_call',
      call_id,
      execution: 'client',
      status: 'completed',
      arguments: replayArguments(call, codec),
      ...(type === 'tool_search_call' && isLegalId(id) && { id }),
    };
  }
  const tool = codec.toToolName(call.tool);
  const name = codec.toWireName(tool);
  const namespace = findNamespace(item, loading?.loaded.has(tool) ? name : undefined);
  return {
    type: 'function_call',
    call_id,
    name,
    ...(namespace !== undefined && { namespace }),
    arguments: toArgumentsText(call, codec),
    ...(type === 'function_call' && isLegalId(id) && { id }),
  };
}

/**
 * The namespace of a function: its own for one that a search of this request loaded, without which the API
 * refuses the call; none for one that was loaded once and is not now. Any other is one of the API's own tools
 * and stays as it came.
 */
function findNamespace({ name, namespace }: WireFields, own: string | undefined): string | undefined {
  const given = textOf(namespace);
  if (own !== undefined) return given || own;
  return given === '' || given === name ? undefined : given;
}

/** Whether the API takes the id of an item back. It may be left out of most. */
export function isLegalId(id: unknown): id is string {
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id);
}
