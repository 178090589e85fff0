import type { ModelCall } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { toModelCalls } from '../to-model-calls.ts';
import { toFields, toFieldsList, type WireFields } from '../wire-values.ts';

/** Why a model stopped in the middle of something: what came last may lack its end. */
export const CUT_OFF: readonly unknown[] = ['max_tokens', 'model_context_window_exceeded', 'refusal'];

/** The part of an answer of the Messages API that is read. Nothing of it is relied on. */
export interface AnthropicResponse {
  readonly content?: unknown;
  readonly stop_reason?: unknown;
}

/**
 * The calls in an answer, for `runtime.callAll()`. Nothing of the answer is relied on: whatever claims to be a
 * call becomes one and gets its record, and a call that a limit of length may have cut off is never run.
 */
export function readCalls(response: AnthropicResponse, codec: ToolCodec): readonly ModelCall[] {
  const { content, stop_reason } = toFields(response);
  const blocks = toFieldsList(content);
  const isCut = CUT_OFF.includes(stop_reason);
  return readBlocks(blocks, codec, (block) => isCut && block === blocks.at(-1));
}

/** The calls among blocks, whose `input` is an object or JSON text. */
export function readBlocks(
  blocks: readonly WireFields[],
  codec: ToolCodec,
  isTruncated: (block: WireFields) => boolean,
): readonly ModelCall[] {
  return toModelCalls(
    blocks.filter(isToolUse).map((block) => {
      const { id, name, input } = block;
      return { id, name, args: input, isTruncated: isTruncated(block) };
    }),
    codec,
  );
}

export function isToolUse({ type }: WireFields): boolean {
  return type === 'tool_use';
}

/** What the texts among blocks say together. */
export function readText(blocks: readonly WireFields[]): string {
  return blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}
