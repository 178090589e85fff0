import { type Fields, fieldsOf } from '../fields-of.ts';
import { isJsonText } from '../is-json-text.ts';
import { isCutOff } from './is-cut-off.ts';

/** A call that LangChain runs. */
export interface LangChainCall {
  /** The arguments as the model wrote them. */
  readonly args: unknown;
  /** Undefined for a tool that code calls by itself. */
  readonly id: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The same each time that a graph runs the call again. */
  readonly idempotencyKey: string | undefined;
  /**
   * Which answers of a person can be meant for it: any, as it is the only call that can wait for one; those that
   * name it; or none, as nothing tells it from another call.
   */
  readonly answers: 'any' | 'named' | 'none';
  /** Whether the arguments are LangChain's guess at a text that was cut off, or may lack their end. */
  readonly isTruncated: boolean;
}

/** The message that has a call. */
interface Turn {
  readonly calls: readonly Fields[];
  /** Whether the call lacks its end. */
  readonly isTruncated: boolean;
}

/** Reads what LangChain hands to a tool. Any of it may be missing, and some of it is what a model wrote. */
export function readLangChainCall(input: unknown, config: unknown): LangChainCall {
  const { toolCall, signal, state, configurable } = fieldsOf(config);
  const own = findOwnCall(input, toolCall);
  const id = typeof own?.id === 'string' ? own.id : undefined;
  const { thread_id: thread, checkpoint_ns: task } = fieldsOf(configurable);
  const turn = id === undefined ? undefined : findTurn(state, id);
  return {
    args: own === undefined ? input : own.args,
    id,
    signal: signal instanceof AbortSignal ? signal : undefined,
    idempotencyKey: keyOf([thread, task, id]),
    answers: whichAnswers(id, turn, task),
    isTruncated: turn?.isTruncated ?? false,
  };
}

function whichAnswers(
  id: string | undefined,
  turn: Turn | undefined,
  task: unknown,
): LangChainCall['answers'] {
  if (id === undefined) return 'none';
  if (turn === undefined) return 'named';
  if (turn.calls.filter((call) => call.id === id).length > 1) return 'none';
  // A graph hands an answer that names no task to every task that waits. One with a bar in its name is part
  // of a graph in a graph, which may have others beside it.
  const isOnly = turn.calls.length === 1 && typeof task === 'string' && !task.includes('|');
  return isOnly ? 'any' : 'named';
}

/**
 * The call as the model made it. LangChain unpacks arguments that look like a call once more, so that people
 * would be asked about others than those that are run. And a tool that calls another one often passes its own
 * call on.
 */
function findOwnCall(input: unknown, toolCall: unknown): Fields | undefined {
  const call = fieldsOf(toolCall);
  const { type, args: unpacked } = fieldsOf(call.args);
  const isOwn = call.args === input || (type === 'tool_call' && unpacked === input);
  return toolCall !== undefined && isOwn ? call : undefined;
}

function findTurn(state: unknown, id: string): Turn | undefined {
  const messages = Array.isArray(state) ? state : fieldsOf(state).messages;
  if (!Array.isArray(messages)) return undefined;
  for (const message of messages.map(fieldsOf).reverse()) {
    const calls = listOf(message.tool_calls);
    if (!calls.some((call) => call.id === id)) continue;
    return { calls, isTruncated: isLastOfCutOff(message, id) || wasCompleted(message, id) };
  }
  return undefined;
}

/** Of a message that was cut off, the last call is the one that the model was writing, unless that one can't be read. */
function isLastOfCutOff(message: Fields, id: string): boolean {
  const isLast =
    listOf(message.tool_calls).at(-1)?.id === id && listOf(message.invalid_tool_calls).length === 0;
  return isLast && isCutOff(message);
}

/** Whether LangChain made arguments of a streamed text that is none. An empty one stands for no arguments. */
function wasCompleted(message: Fields, id: string): boolean {
  return listOf(message.tool_call_chunks).some(
    (chunk) =>
      chunk.id === id &&
      typeof chunk.args === 'string' &&
      chunk.args.trim() !== '' &&
      !isJsonText(chunk.args),
  );
}

/** No key at all is better than one that is cut. */
function keyOf(parts: readonly unknown[]): string | undefined {
  if (!parts.every((part) => typeof part === 'string' && part !== '')) return undefined;
  const key = `langgraph ${JSON.stringify(parts)}`;
  return key.length <= 256 ? key : undefined;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
