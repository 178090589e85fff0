import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ModelCall } from '../../runtime/model/model-message.ts';
import { isBlank } from '../../runtime/path/parse-json.ts';
import { quoteArguments, toArgumentsObject } from '../arguments-object.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';

/**
 * The arguments of a call that is told again, as the JSON text that OpenAI wants. What was no JSON object is
 * quoted inside of one, so that the model still sees what it wrote.
 */
export function toArgumentsText({ tool, args: given, isTruncated }: ModelCall, codec: ToolCodec): string {
  const args = typeof given === 'string' && isBlank(given) ? '{}' : given;
  const object = typeof args === 'string' ? parseObject(args) : toArgumentsObject(args);
  if (object === undefined) return JSON.stringify(quoteArguments(args));
  // What was cut off was never decoded.
  const encoded = isTruncated === true ? object : codec.encodeArguments(codec.toToolName(tool), object);
  // The model's own text where it stands for itself: a prompt cache wants the same bytes.
  return encoded === object && typeof args === 'string' ? args.toWellFormed() : JSON.stringify(encoded);
}

/** Reads as leniently as the API, which only has to take the text; to be strict is up to the call path. */
function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // It is quoted instead.
    return undefined;
  }
}
