import type { Caller } from '../../core/caller.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';

/** What a policy says: go ahead, ask a person first, or no. The reason is shown to the model and to people. */
export type Decision =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'ask'; readonly reason: string }
  | { readonly verdict: 'deny'; readonly reason: string };

/** What a policy is asked about. */
export interface PolicyQuestion {
  readonly caller: Caller;
  readonly tool: Tool;
  /**
   * The arguments of the call, after validation: the very object that the handler gets, or `{ value }` where
   * a schema makes something else than an object of them. Undefined when the
   * question is whether the caller may see and use the tool at all: for lists, search, descriptions, and
   * before the arguments of a call are looked at.
   */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** Whether the call is to be taken back rather than made. */
  readonly isRevert: boolean;
}

/**
 * Decides who may see and call a tool. One policy answers for lists, search, descriptions and calls; a call
 * is asked about twice, without and with its arguments, and the stricter answer counts.
 *
 * If it throws, rejects, or answers anything else, the answer is no.
 */
export interface Policy {
  (question: PolicyQuestion): Awaitable<Decision>;
  /**
   * Says that the answer without arguments depends on the tool and on the scopes of the caller only, and on
   * no clock or other state. Lists for callers of the same scopes are then made once.
   * @default false
   */
  readonly isByScopes?: boolean;
  /**
   * Says that the answer is the same whatever the arguments are. With `isByScopes`, agent frameworks are then told once, and
   * not for every call, which tools need no approval.
   * @default false
   */
  readonly ignoresArguments?: boolean;
}

/** What a policy says of itself. */
type PolicyMarks = Pick<Policy, 'isByScopes' | 'ignoresArguments'>;

/** @internal Says something of a policy. */
export function markPolicy(
  policy: (question: PolicyQuestion) => Awaitable<Decision>,
  marks: PolicyMarks,
): Policy {
  return Object.freeze(Object.assign(policy, marks));
}

/** @internal Says of a policy that it goes by the tool and the scopes of the caller, and by nothing else. */
export function byScopes(policy: (question: PolicyQuestion) => Awaitable<Decision>): Policy {
  return markPolicy(policy, { isByScopes: true, ignoresArguments: true });
}

const ALLOW: Decision = Object.freeze({ verdict: 'allow' });

/** The decision to go ahead. */
export function allow(): Decision {
  return ALLOW;
}

/** The decision to ask a person first. */
export function ask(reason: string): Decision {
  return { verdict: 'ask', reason };
}

/** The decision to refuse. */
export function deny(reason: string): Decision {
  return { verdict: 'deny', reason };
}
