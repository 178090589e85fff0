import type { ErrorCode } from '../core/errors.ts';
import type { ToolProgress } from '../core/tool-context.ts';
import type { CallRecord } from './call-record.ts';
import type { CallStatus, SideEffect } from './call-status.ts';

/** What every event says. */
interface EventBase {
  readonly invocationId: string;
  readonly toolName: string;
  readonly tenant: string;
  readonly callerId: string;
  /** What the host said of where the call came from, if it said anything. */
  readonly origin?: string | undefined;
  /** The turn that the call belongs to, as far as this process knows. */
  readonly turnId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What happens to calls, in one vocabulary. No event holds arguments, results or exceptions.
 *
 * - `tool-call-start`: a call was accepted; an end follows, unless the call is left to another process or the ledger fails.
 * - `tool-call-progress`: its handler said how far it is.
 * - `gate-open`, `gate-settled`: it waits for somebody, and does no more.
 * - `tool-call-end`: it has ended, as its one terminal record says; never told twice, and never of a call that can go on.
 * - `tool-call-abandoned`: a handler came to its end after its call had ended; what it gave is dropped.
 * - `tool-call-interrupted`: a call of a process that died was found; `state` says what is known of it.
 */
export type CallEvent =
  | (EventBase & { readonly type: 'tool-call-start' })
  | (EventBase & { readonly type: 'tool-call-progress'; readonly progress: ToolProgress })
  | (EventBase & {
      readonly type: 'gate-open';
      /** Of the caller, as it was when the call was made. */
      readonly callerName?: string | undefined;
      readonly gateId: string;
      readonly gateName: string;
      readonly expiresAt: number;
    })
  | (EventBase & {
      readonly type: 'gate-settled';
      /** Of the caller, as it was when the call was made. */
      readonly callerName?: string | undefined;
      readonly gateId: string;
      readonly gateName: string;
      readonly status: 'approved' | 'rejected' | 'timed_out' | 'aborted';
      readonly approver: string | undefined;
      /** As it was at the decision. */
      readonly approverName?: string | undefined;
      /** What the approver said to it. */
      readonly reason?: string | undefined;
    })
  | (EventBase & {
      readonly type: 'tool-call-end';
      readonly status: CallStatus;
      readonly sideEffect: SideEffect;
      /** Undefined exactly when the call ended well. */
      readonly code: ErrorCode | undefined;
      readonly waitedMs: number;
      readonly ranMs: number;
      readonly isRecorded: boolean;
      readonly replayOf: string | undefined;
    })
  | (EventBase & { readonly type: 'tool-call-abandoned'; readonly settled: 'returned' | 'threw' })
  | (EventBase & {
      readonly type: 'tool-call-interrupted';
      readonly state: 'unknown' | 'failed' | 'verified';
    });

/**
 * Gets every event, in order; nobody waits for it. With `tool-call-end` it gets the record of the call too, which has what
 * no event has, such as the exception: `record.details().cause`. What it throws or rejects with is reported to the
 * runtime's `onFault` and changes nothing.
 */
export type CallListener = (event: CallEvent, record?: CallRecord) => unknown;
