import type { ErrorCode, JsonObject } from 'toolcrib';
import { type CallEvent, type CallRecord, isEnded, type LedgerEntry, type Redactor } from 'toolcrib/runtime';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { SettledGate } from '../audit/told-gates.ts';
import type { ReachedCall } from '../tenants/reach.ts';
import type { CallOrder } from './call-desk.ts';
import { reachedCallOf } from './call-origin.ts';
import { toMicroseconds, toTime } from './call-view.ts';
import { redactJson } from './redact-json.ts';

/** Longer arguments are not written, only how long they are. */
const MAX_ARGUMENTS_LENGTH = 8_192;

/** Of somebody's decision; nobody decides in the name of the service when time is up. */
const SERVICE = 'service';

/** The end of a call that was made here. */
export function auditEnd(
  record: CallRecord,
  { view, requestId, auditArguments }: Pick<CallOrder, 'view' | 'requestId' | 'auditArguments'>,
  redact: Redactor,
): AuditDraft {
  const { caller, status, problem, replayOf, contentDigest } = record;
  const { args, denial } = record.details();
  const end = toEnd({ status, code: problem?.code, message: problem?.message, denial });
  return {
    ...end.facts,
    tenant: view.tenant,
    actor: caller.id,
    subject: record.toolName,
    ...(requestId !== undefined && { requestId }),
    invocationId: record.invocationId,
    details: {
      ...end.details,
      version: record.toolVersion ?? null,
      sideEffect: record.sideEffect,
      ranMs: toMicroseconds(record.timings.ranMs),
      ...(contentDigest !== undefined && { contentDigest }),
      ...toToolsetDetails({ toolset: view.toolset, catalogTool: view.catalogName(record.toolName) }),
      ...(replayOf !== undefined && { replayOf }),
      ...(auditArguments && args !== undefined && { arguments: toShownArguments(args, redact) }),
    },
  };
}

/** The end of a call that another process had begun; of the entry that it is in now, if that could be read. */
export function auditResumedEnd(
  event: Extract<CallEvent, { type: 'tool-call-end' }>,
  entry: LedgerEntry | undefined,
): AuditDraft {
  const { status, sideEffect, code, ranMs } = event;
  const end = toEnd({ status, ...entry?.outcome, code });
  return {
    ...end.facts,
    ...aboutCall(event),
    actor: event.callerId,
    details: {
      ...end.details,
      version: entry?.toolVersion ?? null,
      sideEffect,
      ranMs: toMicroseconds(ranMs),
      ...(entry?.contentDigest && { contentDigest: entry.contentDigest }),
      ...toToolset(event),
      isResumed: true,
    },
  };
}

/** The end of a call that was made here, as its entry is being written. */
export function auditWrittenEnd(
  entry: LedgerEntry,
  { requestId }: Pick<CallOrder, 'requestId'>,
): AuditDraft | undefined {
  const draft = draftOfEntry(entry);
  return draft && { ...draft, ...(requestId !== undefined && { requestId }) };
}

/** The end of a call that is in the ledger only; undefined if it has not ended. */
export function auditFoundEnd(entry: LedgerEntry): AuditDraft | undefined {
  const draft = draftOfEntry(entry);
  if (draft === undefined || entry.outcome === null) return undefined;
  const found = { endedAt: toTime(entry.outcome.endedAt), isRecovered: true };
  return { ...draft, details: { ...draft.details, ...found } };
}

function draftOfEntry(entry: LedgerEntry): AuditDraft | undefined {
  const { tenant, callerId, toolName, invocationId, state, outcome } = entry;
  if (outcome === null || !isEnded(state)) return undefined;
  const end = toEnd({ status: state, ...outcome });
  return {
    ...end.facts,
    tenant,
    actor: callerId,
    subject: toolName,
    invocationId,
    details: {
      ...end.details,
      version: entry.toolVersion,
      sideEffect: outcome.sideEffect,
      ranMs: toMicroseconds(outcome.ranMs),
      ...(entry.contentDigest !== null && { contentDigest: entry.contentDigest }),
      ...toToolset(entry),
    },
  };
}

/** A gate that was settled, as the log is told. */
export interface SettledGateDraft extends SettledGate {
  readonly draft: AuditDraft;
}

/** What the ledger says of the settled gates of a call. */
export function auditFoundGates(entry: LedgerEntry): readonly SettledGateDraft[] {
  const { invocationId, toolName, tenant, callerId } = entry;
  const callerName = entry.callerName ?? undefined;
  const about = { invocationId, toolName, tenant, callerId, callerName, origin: entry.origin ?? undefined };
  return entry.gates.flatMap(({ gateId, name: gateName, settlement }) => {
    if (settlement === null) return [];
    const { status, approver, approverName, reason, at } = settlement;
    const decided = {
      approver: approver ?? undefined,
      approverName: approverName ?? undefined,
      reason: reason ?? undefined,
    };
    const settled = { gateId, gateName, status, ...decided, at };
    return auditSettledGate({ ...about, ...settled, type: 'gate-settled', turnId: undefined });
  });
}

/** That a gate was settled, as an event says. */
export function auditSettledGate(event: Extract<CallEvent, { type: 'gate-settled' }>): SettledGateDraft {
  const { gateId, gateName: gate, status, approver, callerId, at } = event;
  const { callerName, approverName, reason } = event;
  const draft: AuditDraft = {
    ...aboutCall(event),
    action: 'gate-settled',
    actor: approver ?? SERVICE,
    outcome: status === 'approved' ? 'ok' : 'denied',
    details: {
      ...{ gateId, gate, status, callerId },
      ...(callerName !== undefined && { callerName }),
      ...(approverName !== undefined && { approverName }),
      ...(reason !== undefined && { reason }),
      ...toToolset(event),
    },
  };
  return { draft, gateId, settledAt: at };
}

/** That a call waits for somebody, or was found after a crash. */
export function auditEvent(
  event: Extract<CallEvent, { type: 'gate-open' | 'tool-call-interrupted' }>,
): AuditDraft {
  switch (event.type) {
    case 'gate-open':
      return {
        ...aboutCall(event),
        action: 'gate-open',
        actor: event.callerId,
        outcome: 'ok',
        details: {
          gateId: event.gateId,
          gate: event.gateName,
          expiresAt: new Date(event.expiresAt).toISOString(),
          ...(event.callerName !== undefined && { callerName: event.callerName }),
          ...toToolset(event),
        },
      };
    case 'tool-call-interrupted':
      return {
        ...aboutCall(event),
        action: 'tool-call-interrupted',
        actor: event.callerId,
        outcome: event.state === 'verified' ? 'ok' : 'failed',
        details: { state: event.state, ...toToolset(event) },
      };
  }
}

/** Through which toolset a call was made, and of which tool: whoever is limited to some is told of no others. */
function toToolset(call: Parameters<typeof reachedCallOf>[0]) {
  return toToolsetDetails(reachedCallOf(call));
}

function toToolsetDetails({ toolset, catalogTool }: Omit<ReachedCall, 'tool'>) {
  return toolset === undefined ? {} : { toolset, ...(catalogTool !== undefined && { catalogTool }) };
}

function aboutCall({ tenant, toolName, invocationId }: CallEvent) {
  return { tenant, subject: toolName, invocationId };
}

/** How a call ended, of a record, an event or an entry. */
interface ToldEnd {
  readonly status: CallRecord['status'];
  readonly code?: ErrorCode | null | undefined;
  readonly message?: string | null | undefined;
  readonly denial?: string | undefined;
}

/** The end of a call for operators: of a tool that its caller must not learn of, that it was denied, and why. */
function toEnd({ status: told, code, message, denial }: ToldEnd) {
  const status = denial === undefined ? told : 'denied';
  const reason = denial ?? (status === 'denied' ? message : undefined);
  const outcome = status === 'ok' ? 'ok' : status === 'denied' ? 'denied' : 'failed';
  const known = denial === undefined ? code : 'E_CALL_DENIED';
  return {
    facts: { action: 'tool-call-end', outcome, ...(known && { code: known }) },
    details: { status, ...(reason && { reason }), ...(denial !== undefined && { toldAs: told }) },
  } as const;
}

function toShownArguments(args: JsonObject, redact: Redactor): JsonObject {
  const { length } = JSON.stringify(args);
  // Before they are redacted, which takes long for many.
  return length <= MAX_ARGUMENTS_LENGTH ? redactJson(args, redact) : { omittedCharacters: length };
}
