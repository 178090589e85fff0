import type { Artifact } from 'toolcrib';
import type { CallEvent, CallRecord, ExceptionDescription, OpenGate, RecoveryReport } from 'toolcrib/runtime';
import type { Actor } from '../auth/actor.ts';
import type { ToolView } from '../tenants/tenant-room.ts';
import type { CallList, CallQuery } from './call-query.ts';

/** A call that somebody wants to make. */
export interface CallOrder {
  readonly actor: Actor;
  readonly view: ToolView;
  readonly tool: string;
  /** An object, or JSON text as it came. */
  readonly args: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether its arguments, redacted, go into the audit log. */
  readonly auditArguments?: boolean | undefined;
  readonly requestId?: string | undefined;
}

/** Where a call stands that somebody waits for. */
export type CallStop =
  | { readonly kind: 'ended'; readonly record: CallRecord }
  /** At a gate; the call goes on once that is settled. */
  | { readonly kind: 'waiting'; readonly gate: OpenGate };

/** A call that was made before, with the same idempotency key and content, and had not ended when it was found. */
export interface EarlierCall {
  readonly invocationId: string;
  /** What it waits for, if it does. */
  readonly gate: OpenGate | undefined;
}

/** A call that was begun. */
export interface StartedCall {
  readonly invocationId: string;
  /**
   * Resolves when the call is in the ledger, so that every process knows it and a crash does not lose it, or has ended: with
   * the id that it can be asked for by, which is another one if its idempotency key had been used. Whoever does not wait for
   * the end waits for this before anything is acknowledged. It waits as long as the call does for a place among those of its
   * tool. Rejects as `ended` does.
   */
  readonly accepted: Promise<string>;
  /**
   * The call that goes on in the place of this one, which is not run; undefined as soon as it is clear that there is none. It
   * may be one of another process.
   */
  readonly earlier: Promise<EarlierCall | undefined>;
  /**
   * Resolves when the call has ended, and its audit entry is written, or with a record that says that it goes on elsewhere.
   * Rejects with `E_AUDIT_FAILED` if the audit entry could not be written, whatever the call came to; with
   * `E_CALL_NOT_RECORDED` if the ledger could not be and the call has had an effect, or may have; with `E_STORE_…`, or
   * `E_LEDGER_FAILED` where no error of a store is known, if it has had none. The context has `invocationId` and
   * `sideEffect` then. It is no unhandled rejection if nobody waits.
   */
  readonly ended: Promise<CallRecord>;
  /**
   * Resolves when it has ended, or waits for somebody, whichever is first; also when an earlier call does so in its place, and
   * then with the gate of that. Rejects as `ended` does.
   */
  readonly stopped: Promise<CallStop>;
  /** From now on the call goes on whatever becomes of the signal of its order. */
  detach(): void;
}

/** A call as people and programs are told of it. Plain JSON. */
export type CallView = {
  readonly id: string;
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly tenant: string;
  readonly callerId: string;
  /** As it was when the call was made; null for a call from before it was kept. */
  readonly callerName: string | null;
  /** As a ledger has it: `waiting`, `running`, `unknown`, or how it ended. */
  readonly state: string;
  readonly acceptedAt: string;
  readonly endedAt: string | null;
  readonly ranMs: number | null;
  readonly sideEffect: string | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly issues: readonly unknown[];
  } | null;
  /** Only for whoever made the call; null for all others. */
  readonly result: CallResultView | null;
  /** What was thrown, and its causes; only where it was asked for by somebody who may see it. */
  readonly exceptions?: readonly ExceptionDescription[];
  /** Those that wait have the status `open`. */
  readonly gates: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly approver: string | null;
    /** As it was at the decision. */
    readonly approverName: string | null;
    readonly reason: string | null;
    readonly settledAt: string | null;
    readonly expiresAt: string;
  }[];
};

/** A result, as JSON. */
export type CallResultView =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'media'; readonly media: readonly unknown[] }
  | { readonly kind: 'artifact'; readonly artifact: unknown; readonly preview: string };

/** Makes, finds and follows calls: the one way from the network into the call path. */
export interface CallDesk {
  /**
   * Checks limits and begins the call. Whatever comes of the call itself is in its record.
   *
   * @throws ToolcribError `E_RATE_LIMITED`, `E_QUOTA_EXCEEDED`; `E_FORBIDDEN` for a view that is not the actor's to use;
   * `E_INVALID_REQUEST`; `E_RUNTIME_CLOSED`; `E_AUDIT_UNAVAILABLE` if what comes of it could not be written down.
   */
  start(order: CallOrder): Promise<StartedCall>;
  /** A call of the actor's that has ended, as `find` gives it. For whoever has waited for it. */
  view(actor: Actor, record: CallRecord): Promise<CallView>;
  /** @throws ToolcribError `E_CALL_NOT_FOUND`, also for a call that the actor may not see. */
  find(actor: Actor, id: string): Promise<CallView>;
  /** A call that the actor made, and may still make. @throws ToolcribError `E_CALL_NOT_FOUND`, also for any other call. */
  findOwn(actor: Actor, id: string): Promise<CallView>;
  /**
   * What was thrown in a call, and its causes; none if nothing was, or if the actor may not see it. For people who debug, and
   * in the answer to nobody else: not to models, nor to the caller as such.
   *
   * @throws ToolcribError `E_CALL_NOT_FOUND`, as `find` does.
   */
  exceptions(actor: Actor, id: string): Promise<readonly ExceptionDescription[]>;
  /** Newest first; only what the actor may see. */
  list(actor: Actor, query: CallQuery): Promise<CallList>;
  /** Waits until the call has ended, at most so long; then its state as it is. Also for calls of other processes. */
  wait(actor: Actor, id: string, timeoutMs: number): Promise<CallView>;
  /**
   * Aborts a call, and answers what became of it; one that has ended stays as it is. If it waits at a gate in another process,
   * the gate is closed and the call ends a moment later: it does not run, even if that process has died.
   *
   * @throws ToolcribError `E_CALL_NOT_FOUND`; `E_FORBIDDEN` for a call of another caller; `E_CALL_IN_PROGRESS` if it runs
   * in another process, which was asked to abort it then; and as `Approvals.settle` does.
   */
  cancel(actor: Actor, id: string): Promise<CallView>;
  /** Aborts all calls of a tenant in this process, also those at a gate. Does not wait for their ends. */
  abortAll(tenant: string, reason: string): void;
  /**
   * The bytes of a large result, for whoever made the call.
   *
   * @throws ToolcribError `E_CALL_NOT_FOUND`, also for a call that has no such result, or whose result was dropped since.
   */
  artifact(actor: Actor, id: string): Promise<Artifact>;
  /** Events of one call, from now until it has ended; of a call elsewhere only what its state shows. */
  follow(actor: Actor, id: string, signal: AbortSignal): AsyncIterable<CallEvent>;
  /**
   * Takes over what processes that died left behind, of every tenant, with the tools of the tenant; and from then on now and
   * then, until the desk is closed. Never rejects: what could not be done is told to `onFault`, and tried again.
   */
  recoverCalls(): Promise<RecoveryReport>;
  /**
   * Takes no more calls, and waits for those that are running. Calls at a gate are left there for the next process; if the
   * ledger does not outlive this one, they are aborted.
   */
  close(): Promise<void>;
}
