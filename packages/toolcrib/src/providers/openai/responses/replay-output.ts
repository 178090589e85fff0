import type { AssistantMessage } from '../../../runtime/model/model-message.ts';
import { areSameCalls } from '../../are-same-calls.ts';
import type { ToolCodec } from '../../plan/tool-codec.ts';
import { textOf, toFieldsList, type WireFields } from '../../wire-values.ts';
import { callItems, isCallItem, isUnfinished, toWireCall } from './read-responses-calls.ts';
import { readResponsesText } from './read-responses-text.ts';
import { type CallContext, isLegalId, renderResponsesCall } from './render-responses-call.ts';
import { responsesFormat } from './render-responses-tools.ts';
import type {
  OpenAiResponsesAnswer,
  OpenAiResponsesAnswerPart,
  OpenAiResponsesItem,
  OpenAiResponsesPhase,
  OpenAiResponsesReasoning,
} from './responses-item.ts';

/** Items that are of the user's side only, or that stand for something stored. */
const ofUser: readonly string[] = [
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
  'mcp_approval_response',
  'item_reference',
];

/**
 * The items that a message of ours came from, legal to be sent again: with the thoughts between calls, which
 * a model otherwise has to think again. Undefined for a message of another provider, and for one whose text
 * or calls somebody has changed since.
 */
export function replayOutput(
  { native, text, calls }: AssistantMessage,
  codec: ToolCodec,
  loading?: CallContext['loading'],
): OpenAiResponsesItem[] | undefined {
  if (native?.provider !== responsesFormat.rules.provider) return undefined;
  const output = toFieldsList(native.content);
  // A search names no tool, and the tool that it was a call of may be called otherwise now.
  const said = callItems(output).map((item, at) => toWireCall(item, codec.toWireName(calls[at]?.tool ?? '')));
  if (readResponsesText(output) !== text || !areSameCalls(said, calls, codec)) return undefined;

  const items: OpenAiResponsesItem[] = [];
  const pending = [...calls];
  // Undefined if some are lost. They are refused if nothing follows them.
  let thoughts: OpenAiResponsesReasoning[] | undefined = [];
  for (const [at, item] of output.entries()) {
    if (item.type === 'reasoning') {
      const before: OpenAiResponsesReasoning[] | undefined =
        output[at - 1]?.type === 'reasoning' ? thoughts : [];
      const reasoning = replayReasoning(item);
      thoughts = before && reasoning && [...before, reasoning];
      continue;
    }
    // An item with the id that it had is refused without the thoughts that it came from.
    const { id: _, ...unknown } = item;
    const known = thoughts === undefined ? unknown : item;
    const call = isCallItem(item) ? pending.shift() : undefined;
    const replayed =
      call === undefined ? replayOther(known) : [renderResponsesCall(call, codec, { item: known, loading })];
    if (replayed.length === 0) continue;
    items.push(...(thoughts ?? []), ...replayed);
    thoughts &&= [];
  }
  return items;
}

/** Nothing is stored, so thoughts can be sent only if they are all there. */
function replayReasoning(item: WireFields): OpenAiResponsesReasoning | undefined {
  const { id, summary, encrypted_content, status } = item;
  if (!isLegalId(id) || typeof encrypted_content !== 'string' || isUnfinished(status)) return undefined;
  const texts = toFieldsList(summary).map(({ text }) => textOf(text).toWellFormed());
  return {
    type: 'reasoning',
    id,
    summary: texts.map((text) => ({ type: 'summary_text', text })),
    encrypted_content,
  };
}

function replayOther(item: WireFields): OpenAiResponsesItem[] {
  const { type, id } = item;
  if (type === 'message') return replayMessage(item);
  // Of what the API's own tools did nothing is taken back without an id.
  if (typeof type !== 'string' || typeof id !== 'string' || ofUser.includes(type)) return [];
  // An item that the API has put out, such as a compaction, and takes back as it is.
  return [item as unknown as OpenAiResponsesItem];
}

function replayMessage({ id, content, phase }: WireFields): OpenAiResponsesAnswer[] {
  const parts = toFieldsList(content).flatMap(replayPart);
  if (parts.length === 0) return [];
  const label = isPhase(phase) ? { phase } : {};
  if (isLegalId(id)) {
    return [{ type: 'message', id, role: 'assistant', status: 'completed', content: parts, ...label }];
  }
  const said = parts.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join('');
  return [{ type: 'message', role: 'assistant', content: said, ...label }];
}

function replayPart({ type, text, refusal }: WireFields): OpenAiResponsesAnswerPart[] {
  if (type === 'output_text' && typeof text === 'string' && text !== '') {
    return [{ type, text: text.toWellFormed(), annotations: [] }];
  }
  if (type === 'refusal' && typeof refusal === 'string' && refusal !== '') {
    return [{ type, refusal: refusal.toWellFormed() }];
  }
  return [];
}

function isPhase(phase: unknown): phase is OpenAiResponsesPhase {
  return phase === 'commentary' || phase === 'final_answer';
}
