import type { Awaitable } from '../awaitable.ts';
import { allow, type Decision, type Policy, type PolicyQuestion } from './policy.ts';

const ALLOWED = allow();

/** A decision, and why the policy itself failed if it did. */
export type SafeDecision = Decision & { readonly cause?: unknown };

/** Asks a policy. One that throws, rejects or answers nonsense has said no. */
export function decide(policy: Policy, question: PolicyQuestion): Awaitable<SafeDecision> {
  try {
    const answer: unknown = policy(question);
    if (answer === ALLOWED) return ALLOWED;
    return answer instanceof Promise ? answer.then(readDecision).catch(failed) : readDecision(answer);
  } catch (cause) {
    return failed(cause);
  }
}

/** A decision that is made at once, whatever happens on the way to it. */
export function safely(decideNow: () => unknown): SafeDecision {
  try {
    return readDecision(decideNow());
  } catch (cause) {
    return failed(cause);
  }
}

/** The stricter of two decisions; of two equal ones the first. */
export function stricter<Kind extends Decision>(left: Kind, right: Kind): Kind {
  return left === right || rankOf(right) <= rankOf(left) ? left : right;
}

function rankOf({ verdict }: Decision): number {
  return verdict === 'allow' ? 0 : verdict === 'ask' ? 1 : 2;
}

function readDecision(answer: unknown): SafeDecision {
  if (typeof answer !== 'object' || answer === null) return nonsense();
  const { verdict, reason } = answer as { readonly verdict?: unknown; readonly reason?: unknown };
  if (verdict === 'allow') return answer as Decision;
  if ((verdict === 'ask' || verdict === 'deny') && typeof reason === 'string') return answer as Decision;
  return nonsense();
}

function failed(cause: unknown): SafeDecision {
  return { verdict: 'deny', reason: 'the policy could not decide', cause };
}

function nonsense(): SafeDecision {
  return failed(new TypeError('A policy must answer allow(), ask(reason) or deny(reason).'));
}
