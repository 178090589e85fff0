import { copyJson, isJsonObject, type JsonObject } from '../../core/json.ts';
import { fromBase64, toBase64 } from '../../runtime/base64.ts';
import type { AssistantMessage } from '../../runtime/model/model-message.ts';
import { areSameCalls } from '../are-same-calls.ts';
import { forceArgumentsObject } from '../arguments-object.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { textOf, toFields, toFieldsList, type WireFields } from '../wire-values.ts';
import type { BedrockContentBlock, BedrockJson, BedrockReasoning } from './bedrock-types.ts';
import { isCall, readText } from './read-output.ts';

/** Blocks that Bedrock takes back as what a model said. */
const kinds = ['text', 'toolUse', 'toolResult', 'citationsContent', 'reasoningContent'] as const;

/** Blocks as plain data, so that a conversation can be stored. What Bedrock would not take back is left out. */
export function keepBlocks(blocks: readonly WireFields[]): readonly JsonObject[] {
  return blocks.flatMap((block) => {
    const kind = kinds.find((name) => block[name] !== undefined && block[name] !== null);
    const kept = kind === undefined ? undefined : copyJson({ [kind]: keepBlock(block, kind) });
    return kept?.ok === true && isJsonObject(kept.value) ? [kept.value] : [];
  });
}

function keepBlock(block: WireFields, kind: (typeof kinds)[number]): unknown {
  const value = block[kind];
  if (kind === 'toolUse' && isCall(block)) {
    // The id of a call is told from the message.
    const { name, input = {} } = toFields(value);
    return { name: textOf(name), input: forceArgumentsObject(input) };
  }
  const { redactedContent } = toFields(value);
  if (kind !== 'reasoningContent' || !(redactedContent instanceof Uint8Array)) return value;
  return { redactedContent: toBase64(redactedContent) };
}

/** The blocks of a message; undefined if there are none, or if they no longer say what the message says. */
export function replayBlocks(message: AssistantMessage, codec: ToolCodec): BedrockContentBlock[] | undefined {
  const { native, text, calls } = message;
  if (native?.provider !== 'bedrock') return undefined;
  // Half a character, or what is no JSON at all, would end the conversation.
  const content = copyJson(native.content);
  const blocks = content.ok ? toFieldsList(content.value) : [];
  const said = blocks.filter(isCall).map(({ toolUse }) => toFields(toolUse));
  const isSame = areSameCalls(
    said.map(({ name, input }) => ({ name, args: input })),
    calls,
    codec,
  );
  if (!isSame || readText(blocks) !== text) return undefined;
  const unsaid = [...calls];
  const replayed = blocks.flatMap((block): BedrockContentBlock[] => {
    const call = isCall(block) ? unsaid.shift() : undefined;
    if (call !== undefined) {
      // The SDK only reads it.
      const input = forceArgumentsObject(toFields(block.toolUse).input) as BedrockJson;
      return [{ toolUse: { toolUseId: call.providerCallId, name: codec.toWireName(call.tool), input } }];
    }
    if (block.reasoningContent !== undefined) return replayReasoning(toFields(block.reasoningContent));
    // What came from Bedrock goes back to Bedrock.
    return isAccepted(block, blocks) ? [block as unknown as BedrockContentBlock] : [];
  });
  // Thoughts are refused if nothing follows them.
  return replayed.slice(0, replayed.findLastIndex((block) => !('reasoningContent' in block)) + 1);
}

/** Whether Bedrock takes a block back as what a model said: nothing blank, and results of its own tools only. */
function isAccepted(block: WireFields, blocks: readonly WireFields[]): boolean {
  const { text, toolResult } = block;
  if ('text' in block) return typeof text === 'string' && text.trim() !== '';
  if (toolResult === undefined) return kinds.some((kind) => kind in block);
  const { toolUseId } = toFields(toolResult);
  return blocks.some(
    (other) =>
      typeof toolUseId === 'string' && !isCall(other) && toFields(other.toolUse).toolUseId === toolUseId,
  );
}

/** Thoughts that nobody has signed are not taken back. */
function replayReasoning({ reasoningText, redactedContent }: WireFields): BedrockReasoning[] {
  const { text, signature } = toFields(reasoningText);
  if (typeof text === 'string' && typeof signature === 'string') {
    return [{ reasoningContent: { reasoningText: { text, signature } } }];
  }
  if (typeof redactedContent !== 'string') return [];
  try {
    return [{ reasoningContent: { redactedContent: fromBase64(redactedContent) } }];
  } catch {
    // Somebody has changed it since; no model would take it back.
    return [];
  }
}
