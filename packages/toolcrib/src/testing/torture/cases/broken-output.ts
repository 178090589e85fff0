import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

const outputSchema = {
  type: 'object',
  properties: { degrees: { type: 'number' } },
  required: ['degrees'],
  additionalProperties: false,
};

export const brokenOutput: TortureCase = {
  id: 2,
  title: 'output breaks schema',
  rule: 'A result that breaks the output schema is answered as an error, never as if it were fine.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ outputSchema, handler: () => ({ degrees: 'rather warm' }) })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ isError }) => (isError ? pass('error') : fail('accepted'))),
  }),
};
