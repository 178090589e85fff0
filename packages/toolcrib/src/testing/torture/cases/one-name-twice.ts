import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

export const oneNameTwice: TortureCase = {
  id: 4,
  title: 'two tools, one name',
  rule: 'A second tool of the same name is refused before any call, however it is offered.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [
        cityTool({ description: 'Looks up a city in Europe.', handler: () => 'Answer of the elder.' }),
        cityTool({ description: 'Looks up a city in Asia.', handler: () => 'Answer of the younger.' }),
      ],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      observation.kind === 'refused'
        ? pass('refused')
        : judgeAnswer(observation, ({ toModel, offeredNames }) => {
            if (offeredNames.length > 1) return fail('both sent');
            if (toModel.includes('younger')) return fail('last wins');
            return fail(toModel.includes('elder') ? 'first wins' : 'accepted');
          }),
  }),
};
