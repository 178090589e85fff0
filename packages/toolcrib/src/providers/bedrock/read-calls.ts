import type { ModelCall } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { toModelCalls, type WireCall } from '../to-model-calls.ts';
import { toFields } from '../wire-values.ts';
import type { BedrockResponse } from './bedrock-types.ts';
import { isCall, readOutput } from './read-output.ts';

/**
 * The calls that a model on Bedrock proposes, for `runtime.callAll()`. Never throws: whatever came makes a call,
 * and the call path says what is wrong with it. When the model was cut off, the call that it was writing is marked.
 */
export function readCalls(response: BedrockResponse, codec: ToolCodec): readonly ModelCall[] {
  const { blocks, isCut } = readOutput(response);
  const calls = blocks.flatMap((block, at): WireCall[] => {
    if (!isCall(block)) return [];
    const { toolUseId: id, name, input = {} } = toFields(block.toolUse);
    return [{ id, name, args: input, isTruncated: isCut && at === blocks.length - 1 }];
  });
  return toModelCalls(calls, codec);
}
