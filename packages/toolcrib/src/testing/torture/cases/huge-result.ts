import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

const MAX_BYTES = 65_536;
const RESULT_LENGTH = 2_000_000;
/** Has none of the words below in it. */
const LINE = 'The gauge at the bridge shows a level of 501.3 metres above the sea, as it did before.\n';
/** How a text can say that there is more than what it shows. */
const saysSo =
  /truncat|omitted|artifact|preview|excerpt|too (?:large|long|big)|\bcut\b|\bmore\b|remaining|exceed/i;

export const hugeResult: TortureCase = {
  id: 7,
  title: '2 MB result',
  rule: 'A result of 2 MB reaches the model as less than 64 kB, which say that this is not all.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ handler: () => LINE.repeat(Math.ceil(RESULT_LENGTH / LINE.length)) })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ toModel }) => {
        if (new TextEncoder().encode(toModel).length >= MAX_BYTES) return fail('all sent');
        return saysSo.test(toModel) ? pass('bounded') : fail('cut silently');
      }),
  }),
};
