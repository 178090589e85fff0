import type { AssistantMessage, ModelCall } from '../../runtime/model/model-message.ts';
import { areSameCalls } from '../are-same-calls.ts';
import { forceArgumentsObject } from '../arguments-object.ts';
import { providerRules } from '../plan/provider-rules.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { replayArguments } from '../replay-arguments.ts';
import { toFieldsList, type WireFields } from '../wire-values.ts';
import type { AnthropicBlock, AnthropicToolUse } from './anthropic-types.ts';
import { isToolUse, readText } from './read-calls.ts';
import { isBlank, toText } from './render-parts.ts';

const { provider } = providerRules.anthropic;

/** Blocks that are of the user's side only. */
const FOREIGN: readonly unknown[] = ['tool_result', 'image', 'document', 'search_result', 'tool_reference'];

/** What a model said, for it to read again: as it came if it came from here, else from its text and calls. */
export function renderAnswer(message: AssistantMessage, codec: ToolCodec): AnthropicBlock[] {
  const repeated = repeatBlocks(message, codec);
  if (repeated.length > 0) return repeated;
  const { text, calls } = message;
  return [...(isBlank(text) ? [] : [toText(text)]), ...calls.map((call) => toToolUse(call, codec))];
}

/** The blocks of this provider; none if there are none, or if they no longer say what the message says. */
function repeatBlocks({ text, calls, native }: AssistantMessage, codec: ToolCodec): AnthropicBlock[] {
  const blocks = native?.provider === provider ? toFieldsList(native.content) : [];
  const proposals = blocks.filter(isToolUse).map(({ name, input }) => ({ name, args: input }));
  if (readText(blocks) !== text || !areSameCalls(proposals, calls, codec)) return [];
  const unsaid = [...calls];
  const repeated = blocks.flatMap((block): AnthropicBlock[] => {
    const call = isToolUse(block) ? unsaid.shift() : undefined;
    if (call !== undefined) return [repeatToolUse(block, call, codec)];
    // What is no proposal is the provider's own, in whatever form.
    return isAccepted(block) ? [repair(block) as unknown as AnthropicBlock] : [];
  });
  // Thoughts are refused if nothing follows them.
  return repeated.slice(0, repeated.findLastIndex(({ type }) => !isThought(type)) + 1);
}

function isThought(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** Whether the API takes a block back. Thoughts without their signature, and blank texts, it refuses. */
function isAccepted({ type, text, signature, data }: WireFields): boolean {
  switch (type) {
    case 'text':
      return typeof text === 'string' && !isBlank(text);
    case 'thinking':
      return typeof signature === 'string' && signature !== '';
    case 'redacted_thinking':
      return typeof data === 'string' && data !== '';
    default:
      return typeof type === 'string' && !FOREIGN.includes(type);
  }
}

function repair(block: WireFields): WireFields {
  const { type, text, input } = block;
  if (type === 'text' && typeof text === 'string') return { ...block, ...toText(text) };
  return 'input' in block ? { ...block, input: forceArgumentsObject(input) } : block;
}

function repeatToolUse(block: WireFields, call: ModelCall, codec: ToolCodec): AnthropicToolUse {
  return {
    ...block,
    type: 'tool_use',
    id: call.providerCallId,
    name: codec.toWireName(call.tool),
    input: forceArgumentsObject(block.input),
  };
}

function toToolUse(call: ModelCall, codec: ToolCodec): AnthropicToolUse {
  return {
    type: 'tool_use',
    id: call.providerCallId,
    name: codec.toWireName(call.tool),
    input: replayArguments(call, codec),
  };
}
