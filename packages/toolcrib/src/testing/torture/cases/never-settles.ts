import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

export const neverSettles: TortureCase = {
  id: 1,
  title: 'tool never settles',
  rule: 'A call whose handler never settles is answered as an error before the patience is over.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ handler: () => new Promise<never>(() => undefined) })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ isError }) => (isError ? pass('time-out') : fail('no error'))),
  }),
};
