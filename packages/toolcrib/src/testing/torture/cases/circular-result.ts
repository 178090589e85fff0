import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

export const circularResult: TortureCase = {
  id: 8,
  title: 'circular result',
  rule: 'A result that contains itself is answered as an error or in readable text, and the run goes on.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ handler: createCircle })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ isError, toModel }) => {
        if (toModel.includes('[object Object]')) return fail('[object Object]');
        if (toModel.trim() === '') return fail('empty');
        return pass(isError ? 'error' : 'safe');
      }),
  }),
};

function createCircle(): unknown {
  const city: Record<string, unknown> = { name: 'Bern' };
  city.twin = city;
  return city;
}
