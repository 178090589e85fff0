import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

const RESULT = 'The Aare is at 17.3 degrees.';

/** The control: whoever fails it would pass other cases for the wrong reason. */
export const saneCall: TortureCase = {
  id: 0,
  title: 'sane call',
  rule: 'A sane call is answered with the result, and not as an error.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ handler: () => RESULT })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ isError, toModel, offeredNames }) => {
        if (isError) return fail('error');
        return toModel.includes(RESULT) && offeredNames.includes('look_up_city')
          ? pass('answered')
          : fail('lost');
      }),
  }),
};
