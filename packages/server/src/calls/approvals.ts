import type { JsonObject, JsonValue } from 'toolcrib';
import type { OpenGate } from 'toolcrib/runtime';
import type { Actor } from '../auth/actor.ts';
import type { Principal } from '../auth/principal.ts';
import type { EntryList } from './list-entries.ts';

/** A gate, as whoever decides is shown it. Plain JSON; secrets are taken out of what the call would be given. */
export type GateView = {
  readonly id: string;
  readonly invocationId: string;
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly tenant: string;
  /** Who made the call. */
  readonly callerId: string;
  /** As it was when the call was made; null for a call from before it was kept. */
  readonly callerName: string | null;
  /** `approval` was asked by the policy before the tool ran, `question` by the tool itself. */
  readonly kind: 'approval' | 'question';
  readonly name: string;
  readonly prompt: string;
  /** Of an approval `{ arguments }`; null once the call has ended. */
  readonly details: JsonObject | null;
  /** The JSON Schema of the answer; null for a plain yes. */
  readonly schema: JsonObject | null;
  readonly openedAt: string;
  readonly expiresAt: string;
  readonly status: 'open' | 'approved' | 'rejected' | 'timed_out' | 'aborted';
  readonly approver: string | null;
  /** As it was at the decision; null if nobody decided, and for a decision from before it was kept. */
  readonly approverName: string | null;
  readonly reason: string | null;
  readonly settledAt: string | null;
  /** To be given back with the decision: it is for this definition and these arguments, and no others. */
  readonly toolDigest: string | null;
  readonly contentDigest: string | null;
  /** Of the tool's authority; null for a gate from before it was kept. */
  readonly authorityDigest: string | null;
  /** The call that this one would take back. */
  readonly reverts: string | null;
};

/** What somebody decided, and about what. */
export type GateOrder = {
  readonly decision: 'approve' | 'reject';
  /** Shown to the model and to people. */
  readonly reason?: string | undefined;
  /** The answer, if the gate asks for one. */
  readonly value?: JsonValue | undefined;
  /** As they were in the gate that was looked at. */
  readonly toolDigest: string;
  readonly contentDigest: string;
  /** Compared if it is given. */
  readonly authorityDigest?: string | null | undefined;
};

/** Why a gate is rejected by the caller of its call. */
export const WITHDRAWN = 'Its caller has cancelled the call.';

/** Which gates to list. */
export interface GateQuery {
  readonly after?: string | undefined;
  readonly limit: number;
  /** Ends the list once more than one gate was found and they have more characters of JSON. @default no end */
  readonly maxChars?: number | undefined;
}

/** Where people decide about the calls of a tenant. Actors need `gates:read`, and `gates:settle` to decide. */
export interface Approvals {
  /** Those that are open, by id. */
  list(actor: Actor, query: GateQuery): Promise<EntryList<GateView>>;
  /** One that is open, or was. @throws ToolcribError `E_GATE_NOT_FOUND`, also for one of another tenant. */
  find(actor: Actor, id: string): Promise<GateView>;
  /** Whether a decision of the actor for a yes would count. For whoever would otherwise ask in vain. */
  mayApprove(actor: Actor, gate: Pick<OpenGate, 'gateId' | 'tenant' | 'callerId' | 'kind'>): Promise<boolean>;
  /**
   * Decides, in the name of the actor. It is in the audit log when this resolves; the call goes on by itself. An attempt that
   * comes too late is in the audit log too.
   *
   * @throws ToolcribError `E_GATE_NOT_FOUND`; `E_GATE_SETTLED` if somebody was quicker, or the time is over;
   * `E_SELF_APPROVAL` if the actor may be the person who made the call, and that is not allowed; `E_INVALID_REQUEST` with `context.issues` if the
   * answer does not fit the gate, or the decision was about another definition or other arguments; `E_FORBIDDEN`;
   * `E_STORE_…`, or `E_LEDGER_FAILED` where no error of a store is known, if the ledger failed before anything was decided;
   * `E_CALL_NOT_RECORDED` if the decision may have been stored, or was;
   * `E_AUDIT_FAILED` if it was decided, but is not in the audit log yet; for a yes `E_AUDIT_UNAVAILABLE` if that log cannot
   * be written, and nothing is decided then.
   */
  settle(actor: Actor, id: string, order: GateOrder): Promise<GateView>;
  /**
   * Rejects a gate of a call that the actor made, in whichever process the call waits, with {@link WITHDRAWN} as the reason.
   * Does nothing if it was settled before. Needs no permission but that to make the call.
   *
   * @throws ToolcribError `E_GATE_NOT_FOUND`, also for a gate of another caller; and as `settle` does.
   */
  withdraw(actor: Actor, id: string): Promise<void>;
  /**
   * Rejects every open gate of a tenant that was removed, in whichever process its call waits. Can be repeated.
   *
   * @throws ToolcribError as `settle` does.
   */
  rejectAll(tenant: string, principal: Principal, reason: string): Promise<void>;
}
