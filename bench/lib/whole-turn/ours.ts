import { defineTool } from 'toolcrib';
import type { ModelExecutor, ModelStep } from 'toolcrib/runtime';
import { createTurnRunner } from 'toolcrib/turns';
import { PROMPT, type TurnMaker, type TurnScript } from './turn-script.ts';

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
/** Long enough never to be reached; that there is one is what costs. */
const TURN_TIMEOUT_MS = 60_000;

/** All that a turn has by default, with a deadline for the turn and somebody who follows it. */
export const createTurn: TurnMaker = (script) => {
  const answers = toSteps(script);
  let asked = 0;
  const executor: ModelExecutor = {
    provider: 'scripted',
    run: async () => {
      const next = answers[asked];
      if (next === undefined) throw new Error('The model was asked too often.');
      asked += 1;
      return next;
    },
  };
  const runner = createTurnRunner({
    executor,
    tools: script.definitions.map(({ name, description, zod, handler }) =>
      defineTool({ name, description, inputSchema: zod, effect: 'read', handler }),
    ),
    limits: { maxIterations: script.maxSteps, timeoutMs: TURN_TIMEOUT_MS },
  });
  const seen = { events: 0 };
  const options = {
    onEvent: () => {
      seen.events += 1;
    },
  };
  return async () => {
    asked = 0;
    const { text } = await runner.run(PROMPT, options);
    return text;
  };
};

function toSteps({ steps, answer }: TurnScript): ModelStep[] {
  return [
    ...steps.map(
      (calls): ModelStep => ({
        message: {
          role: 'assistant',
          text: '',
          calls: calls.map(({ id, tool, json }) => ({ providerCallId: id, tool, args: json })),
        },
        stop: 'calls',
        usage,
      }),
    ),
    { message: { role: 'assistant', text: answer, calls: [] }, stop: 'end', usage },
  ];
}
