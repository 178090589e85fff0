import { Agent, type Model, type ModelResponse, Runner, tool, Usage } from '@openai/agents';
import { assistantMessage, functionCall } from '@openai/agents-core/testing';
import { PROMPT, type TurnMaker } from './turn-script.ts';

export const createTurn: TurnMaker = ({ definitions, steps, answer, maxSteps }) => {
  const outputs: ModelResponse['output'][] = [
    ...steps.map((calls) =>
      calls.map(({ id, tool: name, json }) => functionCall(name, json, { callId: id })),
    ),
    [assistantMessage(answer)],
  ];
  let asked = 0;
  const model: Model = {
    getResponse: async () => {
      const output = outputs[asked];
      if (output === undefined) throw new Error('The model was asked too often.');
      asked += 1;
      return { output, usage: new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 }) };
    },
    getStreamedResponse: () => {
      throw new Error('Not scripted.');
    },
  };
  const agent = new Agent({
    name: 'agent',
    model,
    tools: definitions.map(({ name, description, zod, handler }) =>
      tool({ name, description, parameters: zod, execute: async (args) => handler(args) }),
    ),
  });
  // Tracing is the one thing that would use the network.
  const runner = new Runner({ tracingDisabled: true });
  return async () => {
    asked = 0;
    const { finalOutput } = await runner.run(agent, PROMPT, { maxTurns: maxSteps });
    return finalOutput ?? '';
  };
};
