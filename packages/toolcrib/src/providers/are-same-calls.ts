import { isEqualJson } from '../core/is-equal-json.ts';
import type { JsonObject } from '../core/json.ts';
import type { ModelCall } from '../runtime/model/model-message.ts';
import { forceArgumentsObject, toArgumentsObject } from './arguments-object.ts';
import type { ToolCodec } from './plan/tool-codec.ts';
import type { WireCall } from './to-model-calls.ts';
import { textOf } from './wire-values.ts';

/** Calls as a provider keeps them, in their order. */
type KeptCall = Pick<WireCall, 'name' | 'args'>;

/**
 * Whether what a provider once said still has the calls of a message, one for one. Hosts change messages: they
 * reorder calls, leave some out, or take a secret out of arguments, and what they took out must not come back.
 * Ids play no part, because each call gets that of the message.
 */
export function areSameCalls(
  kept: readonly KeptCall[],
  calls: readonly ModelCall[],
  codec: ToolCodec,
): boolean {
  return (
    kept.length === calls.length &&
    calls.every((call, at) => {
      const { name, args } = kept[at] ?? { name: undefined, args: undefined };
      return isSameTool(textOf(name), call.tool, codec) && isSameArguments(args, call, codec);
    })
  );
}

/** The codec may not know the name any more that a tool had on the wire. */
function isSameTool(name: string, tool: string, codec: ToolCodec): boolean {
  return codec.toToolName(name) === tool || codec.toWireName(tool) === name;
}

function isSameArguments(args: unknown, call: ModelCall, codec: ToolCodec): boolean {
  if (args === call.args) return true;
  const object = toArgumentsObject(call.args);
  // What was cut off, or is no object, was never decoded.
  const wasDecoded = object !== undefined && call.isTruncated !== true;
  const meant = wasDecoded ? codec.decodeArguments(call.tool, args) : args;
  const expected: JsonObject = object ?? forceArgumentsObject(call.args);
  return isEqualJson(forceArgumentsObject(meant), expected);
}
