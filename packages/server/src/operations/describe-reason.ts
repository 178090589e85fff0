import { type ErrorCode, ToolcribError } from 'toolcrib';
import { causesOf, diskCodeOf, driverReason } from '../store/driver-reason.ts';
import type { LogFacts } from './log.ts';
import { operatorHints } from './operator-hints.ts';
import { redactText } from './redact-fact.ts';

const MAX_REASON_CHARS = 512;

/** Context that was written for operators, and has nothing that a caller sent. */
const shownContext: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  E_ISSUER_UNAVAILABLE: ['issuer', 'problem'],
};

/**
 * Why an error happened, by the deepest cause that says so, and what to do about it: `reason` is what a database or the
 * system reported, as far as that cannot hold values of users, and `hint` is what an operator can do.
 */
export function describeReason(error: Error): LogFacts {
  const chain = causesOf(error);
  const reason = chain.map((each) => driverReason(each)).findLast((each) => each !== undefined);
  const hint = chain.map(hintOf).findLast((each) => each !== undefined);
  return {
    ...chain.map(contextOf).find((facts) => facts !== undefined),
    ...(reason !== undefined && { reason: redactText(reason, MAX_REASON_CHARS) }),
    ...(hint !== undefined && { hint }),
  };
}

function hintOf(error: Error): string | undefined {
  const code = error instanceof ToolcribError ? error.code : diskCodeOf(error);
  return code && operatorHints[code];
}

function contextOf(error: Error): LogFacts | undefined {
  if (!(error instanceof ToolcribError)) return undefined;
  const { code, context } = error;
  const names = shownContext[code];
  return names && Object.fromEntries(names.map((name) => [name, redactText(String(context[name]))]));
}
