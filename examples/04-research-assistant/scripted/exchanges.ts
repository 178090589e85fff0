import type { ScriptedAnswer, ScriptedCall, SentRequest } from '../../lib/wire-format.ts';

/** A call that the scripted model has made since it was last spoken to, and what it was told of it. */
export interface Exchange {
  readonly call: ScriptedCall;
  readonly result: string;
}

/** One answer of a scripted model, made of what it has been told since it was spoken to. */
export type ScriptStep = (exchanges: readonly Exchange[]) => ScriptedAnswer;

/** What a person, or another model, said last. */
export function lastQuestion({ messages }: SentRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** The calls since then, in their order. */
export function readExchanges({ messages }: SentRequest): Exchange[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const results = since.filter(({ role }) => role === 'tool').map(({ text }) => text);
  return since
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []))
    .map((call, index) => ({ call, result: results[index] ?? '' }));
}

/** The answer of the step that comes next, by the number of calls that were made. */
export function playSteps(steps: readonly ScriptStep[], exchanges: readonly Exchange[]): ScriptedAnswer {
  let made = 0;
  for (const step of steps) {
    const answer = step(exchanges.slice(0, made));
    if (made === exchanges.length) return answer;
    made += answer.calls?.length ?? 0;
  }
  throw new Error('The script has no such step.');
}

/** A call as a model writes it. */
export function call(name: string, input: object): ScriptedCall {
  return { name, input: JSON.stringify(input) };
}

/** What a tool said, without the envelope. */
export function bodyOf(result: string): string {
  return /^<untrusted-tool-output[^\n]*>\n(.*?)\n<\/untrusted-tool-output/s.exec(result)?.[1] ?? result;
}

/** The result of the last call of a tool. */
export function resultOf(exchanges: readonly Exchange[], tool: string): string {
  return exchanges.findLast(({ call: { name } }) => name === tool)?.result ?? '';
}
