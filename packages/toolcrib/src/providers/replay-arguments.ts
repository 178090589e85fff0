import type { JsonObject } from '../core/json.ts';
import type { ModelCall } from '../runtime/model/model-message.ts';
import { quoteArguments, toArgumentsObject } from './arguments-object.ts';
import type { ToolCodec } from './plan/tool-codec.ts';

/** The arguments of a call that is told again, for providers that take nothing but an object. */
export function replayArguments({ tool, args, isTruncated }: ModelCall, codec: ToolCodec): JsonObject {
  const object = toArgumentsObject(args);
  if (object === undefined) return quoteArguments(args);
  // What was cut off was never decoded.
  return isTruncated === true ? object : codec.encodeArguments(tool, object);
}
