import type { ModelUsage } from '../../core/model-usage.ts';
import type { ModelStep, StopReason } from '../../runtime/model/model-executor.ts';
import { forceArgumentsObject } from '../arguments-object.ts';
import { providerRules } from '../plan/provider-rules.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { countOf, toFields, toFieldsList, type WireFields } from '../wire-values.ts';
import type { AnswerBlock } from './message-stream.ts';
import { CUT_OFF, isToolUse, readBlocks, readText } from './read-calls.ts';

const { provider } = providerRules.anthropic;

/** An answer of the Messages API, whole or as far as it came. */
interface Answer {
  readonly blocks: readonly AnswerBlock[];
  readonly stopReason?: unknown;
  readonly stopDetails?: unknown;
  readonly usage?: unknown;
}

/** Stop reasons of the provider. */
const STOPS: Readonly<Record<string, StopReason>> = Object.freeze({
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
  pause_turn: 'paused',
});

/** A whole answer, from what the API sent. */
export function toAnswer(response: unknown): Answer {
  const { content, stop_reason: stopReason, stop_details: stopDetails, usage } = toFields(response);
  const blocks = toFieldsList(content).map((block) => ({ block, isComplete: true }));
  return { blocks, stopReason, stopDetails, usage };
}

/** What a model did, from its answer. */
export function toStep(answer: Answer, codec: ToolCodec): ModelStep {
  const { blocks } = answer;
  const stop = toStop(answer.stopReason);
  const isCut = CUT_OFF.includes(answer.stopReason);
  const last = blocks.at(-1)?.block;
  const incomplete = new Set(blocks.filter(({ isComplete }) => !isComplete).map(({ block }) => block));
  const calls = readBlocks(
    blocks.map(({ block }) => block),
    codec,
    (block) => incomplete.has(block) || (isCut && block === last),
  );
  const native = toNative(blocks, isCut);
  const { explanation } = toFields(answer.stopDetails);
  const hasCalls = calls.length > 0;
  return {
    message: { role: 'assistant', text: textOf(blocks), calls, ...native },
    // Where the two disagree, what there is counts: nothing to call must not look like something.
    stop: hasCalls && stop === 'end' ? 'calls' : !hasCalls && stop === 'calls' ? 'other' : stop,
    ...(stop === 'refusal' && typeof explanation === 'string' && { refusal: explanation }),
    usage: toUsage(answer.usage),
  };
}

/** What is left of an answer that the caller did not want any more: text, thoughts, and nothing to be run. */
export function toAbortedStep({ blocks, usage }: Answer): ModelStep {
  const native = toNative(
    blocks.filter(({ block }) => !isToolUse(block)),
    true,
  );
  return {
    message: { role: 'assistant', text: textOf(blocks), calls: [], ...native },
    stop: 'aborted',
    usage: toUsage(usage),
  };
}

function toStop(reason: unknown): StopReason {
  return typeof reason === 'string' && Object.hasOwn(STOPS, reason) ? (STOPS[reason] ?? 'other') : 'other';
}

function textOf(blocks: readonly AnswerBlock[]): string {
  return readText(blocks.map(({ block }) => block));
}

/**
 * What this provider will want to read again. Of what has not come whole only texts and calls are kept; and,
 * if the model was interrupted, no use of the provider's own tools that has no result.
 */
function toNative(blocks: readonly AnswerBlock[], wasInterrupted: boolean) {
  const answered = new Set(blocks.map(({ block }) => block.tool_use_id));
  const content = blocks
    .filter(({ block, isComplete }) => {
      if (block.type === 'text' || isToolUse(block)) return true;
      return isComplete && !(wasInterrupted && isServerUse(block) && !answered.has(block.id));
    })
    // Blocks hold arguments as objects, whatever the model wrote.
    .map(({ block }) => ('input' in block ? { ...block, input: forceArgumentsObject(block.input) } : block));
  return content.length > 0 && { native: { provider, content } };
}

function isServerUse({ type }: WireFields): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

function toUsage(usage: unknown): ModelUsage {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } =
    toFields(usage);
  const cachedInputTokens = countOf(cache_read_input_tokens);
  return {
    inputTokens: countOf(input_tokens) + cachedInputTokens + countOf(cache_creation_input_tokens),
    cachedInputTokens,
    outputTokens: countOf(output_tokens),
  };
}
