import { type ErrorCode, errorTable } from '../../core/errors.ts';
import type { ValidationIssue } from '../../core/issue.ts';
import type { CallProblem } from '../call-record.ts';
import type { CallResult } from '../call-result.ts';
import type { CallStatus, SideEffect } from '../call-status.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** What can be said of an ending besides what happened. */
export interface EndingOptions {
  readonly sideEffect?: SideEffect;
  readonly issues?: readonly ValidationIssue[];
  /** For the caller alone; it is not kept. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** Why the policy refused a tool that the caller must not learn of; for the host only. */
  readonly denial?: string | undefined;
  readonly resultIssues?: readonly ValidationIssue[];
  readonly hasReference?: boolean;
  readonly isLeft?: boolean;
}

const NO_ISSUES: readonly ValidationIssue[] = Object.freeze([]);

type EndingFields = Pick<
  Ending,
  | 'status'
  | 'sideEffect'
  | 'result'
  | 'isTrusted'
  | 'problem'
  | 'cause'
  | 'denial'
  | 'resultIssues'
  | 'replayOf'
  | 'source'
  | 'hasReference'
  | 'isLeft'
>;

/** How a call ends. A phase that gives one gives the last word; no later phase is asked. */
export class Ending {
  readonly status: CallStatus;
  readonly sideEffect: SideEffect;
  readonly result: CallResult | undefined;
  readonly isTrusted: boolean;
  readonly problem: CallProblem | undefined;
  readonly cause: unknown;
  /** Why the policy refused the tool, where the caller is answered as if there were none. */
  readonly denial: string | undefined;
  readonly resultIssues: readonly ValidationIssue[];
  /** The invocation whose stored outcome this is. */
  readonly replayOf: string | undefined;
  /** The entry that the result was read from; undefined for a result of this very call. */
  readonly source: LedgerEntry | undefined;
  /** Whether the caller is told a reference instead of what happened, so that the host has to be told the cause. */
  readonly hasReference: boolean;
  /** Whether this is only what is said here of a call that goes on elsewhere. */
  readonly isLeft: boolean;

  private constructor(fields: EndingFields) {
    this.status = fields.status;
    this.sideEffect = fields.sideEffect;
    this.result = fields.result;
    this.isTrusted = fields.isTrusted;
    this.problem = fields.problem;
    this.cause = fields.cause;
    this.denial = fields.denial;
    this.resultIssues = fields.resultIssues;
    this.replayOf = fields.replayOf;
    this.source = fields.source;
    this.hasReference = fields.hasReference;
    this.isLeft = fields.isLeft;
  }

  static ok(
    result: CallResult,
    options: { sideEffect: SideEffect; isTrusted: boolean; source?: LedgerEntry },
  ): Ending {
    return new Ending({
      status: 'ok',
      sideEffect: options.sideEffect,
      result,
      isTrusted: options.isTrusted,
      problem: undefined,
      cause: undefined,
      denial: undefined,
      resultIssues: NO_ISSUES,
      replayOf: undefined,
      source: options.source,
      hasReference: false,
      isLeft: false,
    });
  }

  /** The message may be shown to anybody, the hint to the caller; the cause is for the host only. */
  static problem(
    status: Exclude<CallStatus, 'ok'>,
    problem: { readonly code: ErrorCode; readonly message: string },
    options: EndingOptions = {},
  ): Ending {
    const { code, message } = problem;
    const { issues = NO_ISSUES, hint } = options;
    const told = { code, message, retryable: errorTable[code].retryable, issues };
    return new Ending({
      status,
      sideEffect: options.sideEffect ?? 'none',
      result: undefined,
      isTrusted: false,
      problem: Object.freeze(hint === undefined ? told : { ...told, hint }),
      cause: options.cause,
      denial: options.denial,
      resultIssues: options.resultIssues ?? NO_ISSUES,
      replayOf: undefined,
      source: undefined,
      hasReference: options.hasReference ?? false,
      isLeft: options.isLeft ?? false,
    });
  }

  withEffect(sideEffect: SideEffect): Ending {
    return new Ending({ ...this, sideEffect });
  }

  /** The outcome of an earlier call with the same idempotency key. */
  asReplayOf(invocationId: string): Ending {
    return new Ending({ ...this, replayOf: invocationId });
  }
}
