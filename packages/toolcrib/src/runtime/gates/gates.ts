import type { ValidationIssue } from '../../core/issue.ts';
import type { JsonValue } from '../../core/json.ts';
import type { GateEntry } from './gate-entry.ts';

/** Which gate is meant, and what was seen there: an answer for other arguments or another tool is refused. */
export interface GateReference {
  readonly gateId: string;
  readonly toolDigest: string;
  readonly contentDigest: string;
  /** Of the tool's authority; compared if it is given. A gate from before it was kept has none. */
  readonly authorityDigest?: string | null | undefined;
}

/** A gate that waits for an answer. The `details` of an approval are `{ arguments }`. */
export interface OpenGate extends GateReference, Omit<GateEntry, 'settlement'> {
  readonly invocationId: string;
  readonly toolName: string;
  readonly toolVersion: string | null;
  readonly tenant: string;
  readonly callerId: string;
  /** As it was when the call was made. */
  readonly callerName: string | null;
  /** The invocation that this call takes back; null for a call that is made. */
  readonly reverts: string | null;
}

/** What somebody decided. */
export interface GateDecision {
  readonly decision: 'approve' | 'reject';
  /** Who; authenticated by the host. */
  readonly approver: string;
  /** For people, as it is now: it is kept with the decision. At most 512 characters. */
  readonly approverName?: string | undefined;
  /** Shown to the model and to people. */
  readonly reason?: string | undefined;
  /** The answer, if the gate asks for one. */
  readonly value?: JsonValue | undefined;
}

/** What came of an attempt to settle a gate. An invalid one leaves it open; a late one changes nothing. */
export type SettleOutcome =
  | { readonly status: 'accepted' }
  | { readonly status: 'late' }
  | { readonly status: 'invalid'; readonly reason: string; readonly issues: readonly ValidationIssue[] };

/** The gates of a runtime, for whoever approves. It authenticates nobody: the host says who the approver is. */
export interface Gates {
  /** The open gates, sorted by gate id. */
  list(filter?: { readonly tenant?: string }): Promise<readonly OpenGate[]>;
  /**
   * Answers a gate, once. A gate of a call that is not going on here, because its process died, is settled
   * too, and the call is continued by `recover()` of the runtime that owns it. The event `gate-settled` is told by the
   * runtime in which the call goes on. A repeated decision of the same approver is accepted if the first was stored here
   * although it was reported as failed.
   *
   * @throws ToolcribError if the ledger cannot be read or written for three seconds: `E_CALL_NOT_RECORDED` if the decision may
   * have been stored all the same, so that the gate is to be looked at; `E_LEDGER_FAILED` if nothing was decided.
   */
  settle(gate: GateReference, decision: GateDecision): Promise<SettleOutcome>;
  /** Settles a gate by an approval that was signed with one of the runtime's keys, by `signApproval`. */
  settleSigned(token: string): Promise<SettleOutcome>;
}
