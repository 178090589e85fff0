import { fail, judgeAnswer, pass, type TortureCase } from '../torture-case.ts';
import { cityArgs, cityTool } from './city-tool.ts';

const NAME = 'get weather!/v2';
/** What every provider accepts. */
const legalName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

export const illegalName: TortureCase = {
  id: 6,
  title: 'illegal tool name',
  rule: 'A name that some provider rejects is refused, or the tool is offered under a legal one.',
  createTrial: ({ patienceMs }) => ({
    scenario: { tools: [cityTool({ name: NAME })], call: { tool: NAME, args: cityArgs }, patienceMs },
    judge: (observation) =>
      observation.kind === 'refused'
        ? pass('refused')
        : judgeAnswer(observation, ({ isError, offeredNames }) => {
            const isLegal = offeredNames.length > 0 && offeredNames.every((name) => legalName.test(name));
            if (!isLegal) return fail('accepted');
            return isError ? fail('unusable') : pass('renamed');
          }),
  }),
};
