import { ToolcribError } from '../../core/errors.ts';
import { BoundedMap } from './bounded-map.ts';
import type { GateSettlement } from './gate-entry.ts';
import type { GateDecision } from './gates.ts';

/** Decisions that may have been stored although the ledger said that it had failed. */
export class SettleAttempts {
  readonly #tried = new BoundedMap<GateSettlement>();

  /** Keeps what could not be written, as far as was known then. */
  keep(gateId: string, settlement: GateSettlement): void {
    this.#tried.set(gateId, settlement);
  }

  /** What was tried before is known to be written, or not to be. */
  forget(gateId: string): void {
    this.#tried.delete(gateId);
  }

  /** Whether a decision is the one that was tried before, and the ledger turns out to have it. */
  takeRepeated(gateId: string, decision: GateDecision, stored: GateSettlement | null | undefined): boolean {
    const tried = this.#tried.get(gateId);
    if (!stored || tried === undefined) return false;
    const { approver, status, at } = tried;
    const isWritten = stored.approver === approver && stored.status === status && stored.at === at;
    const isRepeated = approver === decision.approver && status === statusOf(decision);
    // A decision is accepted once, and what was not written will not be any more.
    if (isRepeated || !isWritten) this.#tried.delete(gateId);
    return isWritten && isRepeated;
  }

  /** Why a decision could not be made for sure, for whoever made it. */
  toError(gateId: string, invocationId: string, cause: unknown): ToolcribError {
    if (this.#tried.has(gateId)) {
      const message = `The ledger failed. The decision about gate ${gateId} may have been stored. Look at the gate.`;
      const context = { gateId, invocationId, sideEffect: 'unknown' };
      return new ToolcribError('E_CALL_NOT_RECORDED', message, { context, cause });
    }
    const message = `The ledger failed. Nothing was decided about gate ${gateId}. Try again.`;
    return new ToolcribError('E_LEDGER_FAILED', message, { context: { gateId, invocationId }, cause });
  }
}

/** How a gate is settled by a decision. */
export function statusOf({ decision }: GateDecision): 'approved' | 'rejected' {
  return decision === 'approve' ? 'approved' : 'rejected';
}
