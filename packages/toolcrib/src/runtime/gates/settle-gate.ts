import { describeUnknown } from '../../core/require-known-options.ts';
import { nextEntry } from '../ledger/entries.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { GateEntry, GateSettlement } from './gate-entry.ts';
import type { GateDecision, GateReference, SettleOutcome } from './gates.ts';

const MAX_NAME_LENGTH = 512;

/** What the ledger holds of a gate that is to be settled. */
export interface FoundGate {
  readonly entry: LedgerEntry;
  readonly gate: GateEntry;
}

/** The open gate that a reference means, or why there is none. */
export function findGate(
  entry: LedgerEntry | undefined,
  reference: GateReference,
  now: number,
): FoundGate | Exclude<SettleOutcome, { status: 'accepted' }> {
  const gate = entry?.gates.find(({ gateId }) => gateId === reference.gateId);
  if (entry === undefined || gate === undefined) return invalid('there is no such gate');
  if (entry.toolDigest !== reference.toolDigest) return invalid('it is for another definition of the tool');
  const { authorityDigest = entry.authorityDigest } = reference;
  if ((authorityDigest ?? null) !== (entry.authorityDigest ?? null)) {
    return invalid('it is for another authority of the tool');
  }
  if (entry.contentDigest !== reference.contentDigest) return invalid('it is for other arguments');
  const isOpen = gate.settlement === null && entry.state === 'waiting' && now < gate.expiresAt;
  return isOpen ? { entry, gate } : { status: 'late' };
}

const decisionNames: ReadonlySet<string> = new Set<keyof GateDecision>([
  'decision',
  'approver',
  'approverName',
  'reason',
  'value',
]);

/** Why a decision cannot be one, whatever the gate; undefined for a good one. */
export function findFault(given: GateDecision): string | undefined {
  const { decision, approver, approverName, reason } = given;
  const unknown = Object.keys(given).find((name) => !decisionNames.has(name));
  if (unknown !== undefined) return describeUnknown(unknown, decisionNames);
  if (decision !== 'approve' && decision !== 'reject') return 'the decision must be approve or reject';
  if (typeof approver !== 'string' || approver === '') return 'it names no approver';
  if (
    approverName !== undefined &&
    !(typeof approverName === 'string' && approverName.length <= MAX_NAME_LENGTH)
  ) {
    return `the name of the approver must be a text of at most ${MAX_NAME_LENGTH} characters`;
  }
  if (reason !== undefined && typeof reason !== 'string') return 'the reason must be a text';
  return undefined;
}

/** The entry with one of its gates settled. */
export function settleGate({ entry, gate }: FoundGate, settlement: GateSettlement): LedgerEntry {
  const settled = Object.freeze({ ...gate, settlement: Object.freeze(settlement) });
  const gates = entry.gates.map((other) => (other.gateId === gate.gateId ? settled : other));
  return nextEntry(entry, { gates: Object.freeze(gates) });
}

export function invalid(reason: string): Extract<SettleOutcome, { status: 'invalid' }> {
  return { status: 'invalid', reason, issues: [] };
}
