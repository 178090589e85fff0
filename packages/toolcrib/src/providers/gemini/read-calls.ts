import type { ModelCall } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { toModelCalls, type WireCall } from '../to-model-calls.ts';
import type { GeminiResponse } from './gemini-types.ts';
import { isBlank, isCall, readCall, readCandidate } from './read-candidate.ts';

/**
 * The calls that Gemini proposes, for `runtime.callAll()`. Never throws: whatever came makes a call, and the
 * call path says what is wrong with it. When the model was cut off, the call that it was writing is marked.
 */
export function readCalls(response: GeminiResponse, codec: ToolCodec): readonly ModelCall[] {
  const { parts, isCut } = readCandidate(response);
  const last = parts.findLastIndex((part) => !isBlank(part));
  const calls = parts.flatMap((part, at): WireCall[] => {
    if (!isCall(part)) return [];
    const { id, name, args, willContinue } = readCall(part);
    // No arguments at all are often left out.
    return [{ id, name, args: args ?? {}, isTruncated: willContinue === true || (isCut && at === last) }];
  });
  return toModelCalls(calls, codec);
}
