import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

const HOST = 'db-7.internal.example';
const PASSWORD = 'not-a-real-password';
/** A line of a stack, also when it was quoted as JSON. */
const stackLine = /(?:\n|\\n)\s+at /;

export const secretInException: TortureCase = {
  id: 5,
  title: 'password in error',
  rule: 'An exception is answered as an error with nothing of its message and its stack in it.',
  createTrial: ({ patienceMs }) => ({
    scenario: {
      tools: [cityTool({ handler: connect })],
      call: { tool: 'look_up_city', args: cityArgs },
      patienceMs,
    },
    judge: (observation) =>
      judgeAnswer(observation, ({ isError, toModel }) => {
        if (toModel.includes(PASSWORD) || toModel.includes(HOST) || stackLine.test(toModel))
          return fail('leaks');
        return isError ? pass('redacted') : fail('no error');
      }),
  }),
};

async function connect(): Promise<never> {
  throw new Error(`connect ECONNREFUSED postgres://cities:${PASSWORD}@${HOST}:5432/cities`);
}
