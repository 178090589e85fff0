import type { Decision, Policy } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { allow, ask, deny } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import type { FakeClock } from '../../packages/toolcrib/src/testing/fake-clock.ts';
import { type ChaosPlan, toolNames as plannedNames, type Verdict } from './chaos-plan.ts';

const toolNames: readonly string[] = plannedNames;

/** A policy that says what the plan says, and at times nothing good. */
export function chaosPolicy(plan: ChaosPlan, clock: FakeClock): Policy {
  const later = (decision: Decision): Promise<Decision> =>
    new Promise((resolve) => {
      clock.setTimer(() => resolve(decision), 5);
    });
  // A host may get its types wrong.
  const nonsense = { verdict: 'perhaps' } as unknown as Decision;
  const answers: Readonly<Record<Verdict, () => Decision | Promise<Decision>>> = {
    allow,
    ask: () => ask('chaos'),
    deny: () => deny('chaos'),
    throw: () => {
      throw new Error('policy');
    },
    reject: () => Promise.reject(new Error('policy')),
    nonsense: () => nonsense,
    'allow later': () => later(allow()),
    'ask later': () => later(ask('chaos')),
    'deny later': () => later(deny('chaos')),
    'nonsense later': () => later(nonsense),
    never: () => new Promise(() => undefined),
  };
  return ({ tool, args }) => {
    const place = toolNames.indexOf(tool.name);
    const { firstVerdicts, verdicts } = plan;
    const verdict =
      args === undefined ? firstVerdicts[place] : verdicts[(place * 3 + Number(args.n)) % verdicts.length];
    return answers[verdict ?? 'allow']();
  };
}
