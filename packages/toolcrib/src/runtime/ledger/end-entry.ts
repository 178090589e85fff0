import type { Tool } from '../../core/tool.ts';
import type { Call } from '../call.ts';
import type { GateEntry } from '../gates/gate-entry.ts';
import type { Ending } from '../path/ending.ts';
import { describeException } from '../render/describe-exception.ts';
import type { Redactor } from '../render/redactor.ts';
import { reverterOf } from '../tool-phases.ts';
import { nextEntry } from './entries.ts';
import type { LedgerEntry, StoredOutcome } from './ledger-entry.ts';
import { storeResult } from './stored-result.ts';

/** How the call of an entry ended, and by which tool, if that is still known. */
export interface EntryEnd {
  readonly ending: Ending;
  readonly outcome: StoredOutcome;
  readonly tool: Tool | null | undefined;
  /** Who ended it. @default whoever it belonged to */
  readonly owner?: string | undefined;
}

/** The entry of a call that has ended. Arguments are kept only where they are needed to take it back. */
export function endEntry(
  entry: LedgerEntry,
  { ending, outcome, tool, owner = entry.owner }: EntryEnd,
): LedgerEntry {
  const canRevert = tool != null && entry.reverts === null && reverterOf(tool) !== undefined;
  const isRevertible = ending.sideEffect === 'done' && canRevert;
  return nextEntry(entry, {
    state: ending.status,
    owner,
    leaseUntil: null,
    args: isRevertible ? entry.args : null,
    gates: entry.gates.length === 0 ? entry.gates : Object.freeze(entry.gates.map(withoutDetails)),
    idempotencyKey: hadNoEffect(ending) ? null : entry.idempotencyKey,
    outcome,
  });
}

/** What was shown to whoever decided: the arguments, among others. */
function withoutDetails(gate: GateEntry): GateEntry {
  return gate.details === null ? gate : Object.freeze({ ...gate, details: null });
}

/** Whether the call may simply be asked for again. */
export function hadNoEffect({ sideEffect, status }: Ending): boolean {
  return sideEffect === 'none' && status !== 'ok';
}

/** What a ledger keeps of an ending. */
export function toOutcome(
  { waitedMs, ranMs }: Pick<Call, 'waitedMs' | 'ranMs'>,
  ending: Ending,
  { endedAt, redact }: { readonly endedAt: number; readonly redact: Redactor },
): StoredOutcome {
  const { sideEffect, isTrusted, problem, result, denial, cause, hasReference } = ending;
  const outcome = {
    sideEffect,
    isTrusted,
    endedAt,
    waitedMs,
    ranMs,
    code: problem?.code ?? null,
    message: problem?.message ?? null,
    issues: problem?.issues ?? [],
    result: result === undefined ? null : storeResult(result),
  };
  // Few have more, and every spread costs.
  const hasCause = cause !== undefined || hasReference;
  if (denial === undefined && !hasCause) return Object.freeze(outcome);
  const exceptions = hasCause ? describeException(cause, redact) : undefined;
  return Object.freeze({ ...outcome, ...(denial && { denial }), ...(exceptions && { exceptions }) });
}
