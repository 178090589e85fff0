import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { CallRecord, type GateSummary } from '../call-record.ts';
import type { ContentDigest } from '../content-digest.ts';
import { eventOf } from '../event-of.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import type { Ending } from './ending.ts';
import { type End, writeEnd } from './write-end.ts';

/** Writes the end of a call into the ledger, makes its record, and tells everybody. Never throws. */
export function finishCall(parts: RuntimeParts, call: Call, ending: Ending): Awaitable<CallRecord> {
  const endedAt = parts.clock.now();
  const writing = writeEnd(parts, call, { ending, endedAt });
  return writing instanceof Promise
    ? writing.then((isRecorded) => publish(parts, call, { ending, endedAt, isRecorded }))
    : publish(parts, call, { ending, endedAt, isRecorded: writing });
}

function publish(parts: RuntimeParts, call: Call, end: End & { readonly isRecorded: boolean }): CallRecord {
  const record = createRecord(parts, call, end);
  call.hasEnded = true;
  parts.live.delete(call.invocationId);
  try {
    call.span?.end(record);
  } catch (error) {
    parts.onFault(error);
  }
  if (parts.events.hasListeners) {
    parts.events.emit({
      ...eventOf(call, end.endedAt),
      type: 'tool-call-end',
      status: record.status,
      sideEffect: record.sideEffect,
      code: record.problem?.code,
      waitedMs: call.waitedMs,
      ranMs: call.ranMs,
      isRecorded: end.isRecorded,
      replayOf: record.replayOf,
    });
  }
  return record;
}

const NO_GATES: readonly GateSummary[] = Object.freeze([]);

function createRecord(
  { redact }: RuntimeParts,
  call: Call,
  { ending, endedAt, isRecorded }: End & { readonly isRecorded: boolean },
): CallRecord {
  const { invocationId, toolName, tool, caller, providerCallId, turnId, entry } = call;
  const { acceptedAt, waitedMs, ranMs, args, usage } = call;
  return new CallRecord({
    invocationId,
    toolName,
    tool,
    caller,
    providerCallId,
    turnId,
    status: ending.status,
    sideEffect: ending.sideEffect,
    acceptedAt,
    endedAt,
    waitedMs,
    ranMs,
    problem: ending.problem,
    gates: entry === undefined || entry.gates.length === 0 ? NO_GATES : summariseGates(entry),
    result: ending.result,
    isTrusted: ending.isTrusted,
    isRedacted: tool?.redact !== false && !call.keepsSecrets,
    redact,
    isRecorded,
    replayOf: ending.replayOf,
    args,
    // Written by `contentDigest`, and hashing is not for free.
    contentDigest: (entry?.contentDigest ?? undefined) as ContentDigest | undefined,
    usage,
    cause: ending.cause,
    resultIssues: ending.resultIssues,
  });
}

export function summariseGates({ gates }: LedgerEntry): readonly GateSummary[] {
  return Object.freeze(
    gates.flatMap(({ name, settlement }) =>
      settlement === null
        ? []
        : [
            Object.freeze({
              name,
              status: settlement.status,
              approver: settlement.approver ?? undefined,
              reason: settlement.reason ?? undefined,
            }),
          ],
    ),
  );
}
