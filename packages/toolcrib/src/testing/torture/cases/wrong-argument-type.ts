import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityTool } from './city-tool.ts';

const inputSchema = {
  type: 'object',
  properties: { days: { type: 'integer' } },
  required: ['days'],
  additionalProperties: false,
};

export const wrongArgumentType: TortureCase = {
  id: 3,
  title: 'raw schema, bad type',
  rule: 'Arguments that break a raw JSON Schema are answered as an error, and the handler does not run.',
  createTrial: ({ patienceMs }) => {
    let hasRun = false;
    const handler = () => {
      hasRun = true;
      return 'Five days of rain.';
    };
    return {
      scenario: {
        tools: [cityTool({ inputSchema, handler })],
        call: { tool: 'look_up_city', args: { days: 'five' } },
        patienceMs,
      },
      judge: (observation) => {
        if (hasRun) return fail('accepted');
        return judgeAnswer(observation, ({ isError }) => (isError ? pass('rejected') : fail('no error')));
      },
    };
  },
};
