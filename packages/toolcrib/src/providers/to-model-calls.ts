import type { ModelCall } from '../runtime/model/model-message.ts';
import { AnswerIds } from './answer-ids.ts';
import type { ToolCodec } from './plan/tool-codec.ts';
import { textOf } from './wire-values.ts';

/** A call as it came over the wire. Nothing of it can be relied on. */
export interface WireCall {
  readonly id: unknown;
  readonly name: unknown;
  /** JSON text, or what it says. */
  readonly args: unknown;
  readonly isTruncated?: boolean | undefined;
}

/**
 * The calls that a model proposes, under our names and with our arguments. Whatever it sent makes a call, so
 * that each gets its record. An id that is missing, or there twice, is replaced: results are matched by it.
 */
export function toModelCalls(calls: readonly WireCall[], codec: ToolCodec): readonly ModelCall[] {
  const ids = new AnswerIds(calls.map(({ id }) => id));
  return calls.map(({ id, name, args, isTruncated }) => {
    const tool = codec.toToolName(textOf(name));
    return {
      tool,
      args: isTruncated === true ? args : codec.decodeArguments(tool, args),
      providerCallId: ids.next(id),
      ...(isTruncated === true && { isTruncated }),
    };
  });
}

/** Whether an id looks like one that was made here because the provider gave none. */
export function isOwnCallId(providerCallId: string): boolean {
  return /^call_\d+$/.test(providerCallId);
}
