import type { JsonObject, JsonValue } from '../../core/json.ts';

/** How a gate was settled. */
export interface GateSettlement {
  readonly status: 'approved' | 'rejected' | 'timed_out' | 'aborted';
  /** Who decided; null when nobody did. */
  readonly approver: string | null;
  /** As it was then; null if there was none, and in settlements of earlier versions also undefined. */
  readonly approverName?: string | null;
  readonly reason: string | null;
  /** The answer, as it was given; null unless the gate asked for one. */
  readonly value: JsonValue;
  readonly at: number;
}

/** One gate of a call, as a ledger keeps it. */
export interface GateEntry {
  /** The invocation id, a dot, and the position of the gate in its call. */
  readonly gateId: string;
  /** `approval` was asked by the policy before the handler ran, `question` by the handler. */
  readonly kind: 'approval' | 'question';
  readonly name: string;
  readonly prompt: string;
  /** The JSON Schema of the answer; null for a plain yes. */
  readonly schema: JsonObject | null;
  readonly details: JsonObject | null;
  readonly openedAt: number;
  readonly expiresAt: number;
  /** Null while it is open. */
  readonly settlement: GateSettlement | null;
}
