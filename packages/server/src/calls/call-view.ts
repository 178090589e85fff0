import type {
  CallProblem,
  CallRecord,
  CallResult,
  GateEntry,
  LedgerEntry,
  StoredResult,
} from 'toolcrib/runtime';
import type { CallResultView, CallView } from './call-desk.ts';

/** Who a call is shown to: whoever made it, or somebody who may know of it. */
export interface CallAudience {
  readonly isCaller: boolean;
}

/** A call as it is shown: results, and what was wrong with the arguments, are for its caller alone. */
export function toShownView(view: CallView, { isCaller }: CallAudience): CallView {
  if (isCaller) return view;
  return { ...view, error: view.error && { ...view.error, issues: [] }, result: null };
}

/** A call as a ledger has it, as its caller is told of it. */
export function toCallView(entry: LedgerEntry): CallView {
  const { outcome } = entry;
  const hasProblem = outcome !== null && outcome.code !== null;
  return {
    id: entry.invocationId,
    tool: entry.toolName,
    toolVersion: entry.toolVersion,
    tenant: entry.tenant,
    callerId: entry.callerId,
    callerName: entry.callerName ?? null,
    state: entry.state,
    acceptedAt: toTime(entry.acceptedAt),
    endedAt: outcome && toTime(outcome.endedAt),
    ranMs: outcome && toMicroseconds(outcome.ranMs),
    sideEffect: outcome?.sideEffect ?? null,
    error: hasProblem ? { code: outcome.code, message: outcome.message ?? '', issues: outcome.issues } : null,
    result: outcome?.result ? toResultView(outcome.result) : null,
    gates: entry.gates.map(toGateView),
  };
}

/**
 * A call that has ended without a gate, as its caller is told of it; what there was of gates, a ledger knows. One that was not
 * run, because its idempotency key had been used, goes by the id of the call whose outcome it is: that is the one that can be
 * asked for later.
 */
export function toRecordView(record: CallRecord): CallView {
  const { problem, result, timings } = record;
  return {
    id: record.replayOf ?? record.invocationId,
    tool: record.toolName,
    toolVersion: record.toolVersion ?? null,
    tenant: record.caller.tenant ?? 'default',
    callerId: record.caller.id,
    callerName: record.caller.name ?? null,
    state: record.status,
    acceptedAt: toTime(timings.acceptedAt),
    endedAt: toTime(timings.endedAt),
    ranMs: toMicroseconds(timings.ranMs),
    sideEffect: record.sideEffect,
    error: problem ? { code: problem.code, message: problem.message, issues: problem.issues } : null,
    result: result ? toResultView(result) : null,
    gates: [],
  };
}

/** The answer to the caller who has just made a call. Which tools there are is told here only: who asks for the call later may see others. */
export function toAnswerView(record: CallRecord): CallView {
  const view = toRecordView(record);
  const { problem } = record;
  return view.error && problem
    ? { ...view, error: { ...view.error, message: toCallerMessage(problem) } }
    : view;
}

/** What the caller of a call is told went wrong. */
export function toCallerMessage({ message, hint }: CallProblem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** A call that was begun a moment ago, or waits for a place, and is not in the ledger yet. */
export function toBegunView(begun: {
  readonly invocationId: string;
  readonly tool: string;
  readonly tenant: string;
  readonly callerId: string;
  readonly callerName: string | null;
  readonly acceptedAt: number;
}): CallView {
  return {
    id: begun.invocationId,
    tool: begun.tool,
    toolVersion: null,
    tenant: begun.tenant,
    callerId: begun.callerId,
    callerName: begun.callerName,
    state: 'running',
    acceptedAt: toTime(begun.acceptedAt),
    endedAt: null,
    ranMs: null,
    sideEffect: null,
    error: null,
    result: null,
    gates: [],
  };
}

/** A result as JSON. Of media only what they are: their bytes are not kept. */
function toResultView(result: CallResult | StoredResult): CallResultView {
  switch (result.kind) {
    case 'text':
    case 'json':
      return result;
    case 'bytes':
      return {
        kind: 'bytes',
        base64: 'base64' in result ? result.base64 : Buffer.from(result.bytes).toString('base64'),
      };
    case 'media':
      return {
        kind: 'media',
        media: result.media.map(({ kind, mimeType, trustTier, hazard }) => ({
          kind,
          mimeType,
          trustTier,
          hazard,
        })),
      };
    case 'artifact': {
      const { id, mimeType, byteLength } = result.artifact;
      return { kind: 'artifact', artifact: { id, mimeType, byteLength }, preview: result.preview };
    }
    case 'omitted':
      return 'id' in result.description
        ? { kind: 'artifact', artifact: result.description, preview: '' }
        : { kind: 'media', media: result.description };
  }
}

function toGateView(gate: GateEntry): CallView['gates'][number] {
  const { gateId: id, name, settlement, expiresAt } = gate;
  return {
    id,
    name,
    status: settlement?.status ?? 'open',
    approver: settlement?.approver ?? null,
    approverName: settlement?.approverName ?? null,
    reason: settlement?.reason ?? null,
    settledAt: settlement && toTime(settlement.at),
    expiresAt: toTime(expiresAt),
  };
}

/** ISO 8601 in UTC. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Milliseconds with three decimals; clocks give many more that mean nothing. */
export function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
