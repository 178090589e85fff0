import { decide, stricter } from './decide.ts';
import { allow, type Decision, markPolicy, type Policy, type PolicyQuestion } from './policy.ts';

/** Asks policies one after another; the strictest answer counts, and a no ends the asking. */
export function combinePolicies(policies: readonly Policy[]): Policy {
  const all = [...policies];
  const combined: Policy = (question) => {
    let strictest: Decision = allow();
    for (let index = 0; index < all.length; index++) {
      const deciding = decide(all[index] as Policy, question);
      if (deciding instanceof Promise)
        return askRest(all.slice(index + 1), question, { strictest, deciding });
      strictest = stricter(strictest, deciding);
      if (strictest.verdict === 'deny') break;
    }
    return strictest;
  };
  return markPolicy(combined, {
    isByScopes: all.every(({ isByScopes }) => isByScopes === true),
    ignoresArguments: all.every(({ ignoresArguments }) => ignoresArguments === true),
  });
}

async function askRest(
  policies: readonly Policy[],
  question: PolicyQuestion,
  soFar: { readonly strictest: Decision; readonly deciding: Promise<Decision> },
): Promise<Decision> {
  let strictest: Decision = stricter(soFar.strictest, await soFar.deciding);
  for (const policy of policies) {
    if (strictest.verdict === 'deny') break;
    strictest = stricter<Decision>(strictest, await decide(policy, question));
  }
  return strictest;
}
