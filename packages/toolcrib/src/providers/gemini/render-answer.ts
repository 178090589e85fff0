import { copyJson } from '../../core/json.ts';
import type { AssistantMessage, ModelCall } from '../../runtime/model/model-message.ts';
import { areSameCalls } from '../are-same-calls.ts';
import { forceArgumentsObject } from '../arguments-object.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { replayArguments } from '../replay-arguments.ts';
import { toFieldsList, type WireFields } from '../wire-values.ts';
import type { GeminiFunctionCall, GeminiMessageOptions, GeminiPart } from './gemini-types.ts';
import { isBlank, isCall, readCall, readText } from './read-candidate.ts';

/** What Gemini documents for calls that none of its models has made, and that nobody has signed. */
const UNSIGNED = 'skip_thought_signature_validator';

/** What a model said, told again: in Gemini's own parts if they are known, and rebuilt otherwise. */
export function renderAnswer(
  message: AssistantMessage,
  codec: ToolCodec,
  { family }: GeminiMessageOptions,
): GeminiPart[] {
  const parts = replayNative(message, codec, family) ?? rebuild(message, codec);
  if (family === 'gemini-2') return parts;
  const first = parts.findIndex(({ functionCall }) => functionCall !== undefined);
  return parts.map((part, at) =>
    at === first && part.thoughtSignature === undefined ? { ...part, thoughtSignature: UNSIGNED } : part,
  );
}

/** Gemini's own parts; undefined if there are none, or if they no longer say what the message says. */
function replayNative(
  { native, text, calls }: AssistantMessage,
  codec: ToolCodec,
  family: GeminiMessageOptions['family'],
): GeminiPart[] | undefined {
  if (native?.provider !== 'gemini') return undefined;
  // Half a character, or what is no JSON at all, would end the conversation.
  const content = copyJson(native.content);
  const parts = content.ok ? toFieldsList(content.value).filter(isReplayed) : [];
  const said = parts.filter(isCall).map(readCall);
  const isSame = areSameCalls(
    said.map(({ name, args }) => ({ name, args: args ?? {} })),
    calls,
    codec,
  );
  if (parts.length === 0 || !isSame || readText(parts) !== text) return undefined;
  const unsaid = [...calls];
  return parts.map((part) => {
    const call = isCall(part) ? unsaid.shift() : undefined;
    // What came from Gemini goes back to Gemini; only a call has fields that it may refuse.
    if (call === undefined) return part as GeminiPart;
    return { ...part, functionCall: replayCall(part, call, { codec, withId: family !== 'gemini-2' }) };
  });
}

/** Parts that say something, or are signed; a result is never a model's. */
function isReplayed(part: WireFields): boolean {
  return !('functionResponse' in part) && (!isBlank(part) || 'thoughtSignature' in part);
}

function replayCall(
  part: WireFields,
  call: ModelCall,
  { codec, withId }: { readonly codec: ToolCodec; readonly withId: boolean },
): GeminiFunctionCall {
  const { id, args } = readCall(part);
  return {
    ...(withId && id === call.providerCallId && { id }),
    name: codec.toWireName(call.tool),
    // As the model sent them, so that a prompt cache finds the same bytes.
    args: forceArgumentsObject(args ?? {}),
  };
}

/** Without ids: some of Gemini's endpoints know none, and others want those of Gemini. */
function rebuild({ text, calls }: AssistantMessage, codec: ToolCodec): GeminiPart[] {
  const parts: GeminiPart[] = text.trim() === '' ? [] : [{ text: text.toWellFormed() }];
  for (const call of calls) {
    parts.push({ functionCall: { name: codec.toWireName(call.tool), args: replayArguments(call, codec) } });
  }
  return parts;
}
