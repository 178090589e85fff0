import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { CallRecord, type GateSummary } from '../call-record.ts';
import type { ContentDigest } from '../content-digest.ts';
import { eventOf } from '../event-of.ts';
import { isResultRedacted } from '../ledger/entries.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { loadEnding } from '../ledger/load-ending.ts';
import type { RuntimeParts } from '../parts.ts';
import type { Ending } from './ending.ts';
import { leftToOthers, notRecorded } from './problems.ts';
import { type End, type WrittenEnd, writeEnd } from './write-end.ts';

/** An answer to a call, and what is known of its end. */
interface Answer extends End {
  readonly isRecorded: boolean;
  /** False if somebody may still tell another end than this. */
  readonly hasEnded: boolean;
}

/** Writes the end of a call into the ledger, makes its record, and tells everybody. Never throws. */
export function finishCall(parts: RuntimeParts, call: Call, ending: Ending): Awaitable<CallRecord> {
  const endedAt = parts.clock.now();
  const end = { ending, endedAt };
  if (ending.isLeft) return leave(parts, call, end);
  const writing = writeEnd(parts, call, end);
  const finish = (written: WrittenEnd) => finishWritten(parts, call, { ...end, written });
  if (writing instanceof Promise) return writing.then(finish);
  return writing === 'recorded'
    ? publish(parts, call, { ending, endedAt, isRecorded: true, hasEnded: true })
    : finish(writing);
}

/** An end is told only if nobody can find the call without it and go on with it. */
function finishWritten(
  parts: RuntimeParts,
  call: Call,
  { ending, endedAt, written }: End & { readonly written: WrittenEnd },
): Awaitable<CallRecord> {
  switch (written) {
    case 'recorded':
    case 'unrecorded':
      reportWriteFailure(parts, call, ending);
      return publish(parts, call, { ending, endedAt, isRecorded: written === 'recorded', hasEnded: true });
    case 'elsewhere':
      return answerFromLedger(parts, call, endedAt);
    case 'failed': {
      const said = notRecorded(call, ending);
      reportWriteFailure(parts, call, said);
      return reportCause(parts, said, leave(parts, call, { ending: said, endedAt }));
    }
  }
}

/** Tells the host why the end could not be written, unless that is the cause of the record and told with it. */
function reportWriteFailure({ onFault }: RuntimeParts, { writeFailure }: Call, { cause }: Ending): void {
  if (writeFailure !== undefined && writeFailure !== cause) onFault(writeFailure);
}

/** What another process made of the call, which has told of it; or that it goes on there. */
async function answerFromLedger(parts: RuntimeParts, call: Call, endedAt: number): Promise<CallRecord> {
  try {
    const entry = await parts.ledger.get(call.invocationId);
    if (entry !== undefined && entry.outcome !== null) {
      const ending = loadEnding({ ...entry, outcome: entry.outcome });
      return answer(parts, call, { ending, endedAt, isRecorded: true, hasEnded: true });
    }
  } catch (error) {
    parts.onFault(error);
  }
  return leave(parts, call, { ending: leftToOthers(call), endedAt });
}

/** The call has not ended, as far as is known here. */
function leave(parts: RuntimeParts, call: Call, end: End): CallRecord {
  call.isLeft = true;
  return answer(parts, call, { ...end, isRecorded: false, hasEnded: false });
}

function answer(parts: RuntimeParts, call: Call, given: Answer): CallRecord {
  const record = createRecord(parts, call, given);
  call.hasEnded = true;
  parts.live.delete(call.invocationId);
  try {
    call.span?.end(record);
  } catch (error) {
    parts.onFault(error);
  }
  return record;
}

function publish(parts: RuntimeParts, call: Call, end: Answer): CallRecord {
  const record = reportCause(parts, end.ending, answer(parts, call, end));
  if (parts.events.hasListeners) {
    const { entry } = call;
    if (entry !== undefined && entry.gates.length > 0) parts.gates.endCall(call, entry);
    const event = {
      ...eventOf(call, end.endedAt),
      type: 'tool-call-end',
      status: record.status,
      sideEffect: record.sideEffect,
      code: record.problem?.code,
      waitedMs: call.waitedMs,
      ranMs: call.ranMs,
      isRecorded: end.isRecorded,
      replayOf: record.replayOf,
    } as const;
    parts.events.emit(event, record);
  }
  return record;
}

/** Tells the host what its caller is told only a reference of, or nothing: that a policy failed which has to answer. */
function reportCause(parts: RuntimeParts, ending: Ending, record: CallRecord): CallRecord {
  const { hasReference, status, cause, replayOf } = ending;
  const isRefused = (status === 'denied' || status === 'unknown_tool') && replayOf === undefined;
  if (hasReference || (isRefused && cause !== undefined)) parts.onFault(cause, record);
  return record;
}

const NO_GATES: readonly GateSummary[] = Object.freeze([]);

function createRecord(
  { redact }: RuntimeParts,
  call: Call,
  { ending, endedAt, isRecorded, hasEnded }: Answer,
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
    isRedacted:
      ending.source === undefined
        ? tool?.redact !== false && !call.keepsSecrets
        : isResultRedacted(tool, ending.source),
    redact,
    isRecorded,
    hasEnded,
    replayOf: ending.replayOf,
    args,
    // Written by `contentDigest`, and hashing is not for free.
    contentDigest: (entry?.contentDigest ?? undefined) as ContentDigest | undefined,
    usage,
    cause: ending.cause,
    hasCause: ending.hasReference || ending.cause !== undefined,
    writeFailure: call.writeFailure,
    denial: ending.denial,
    phase: call.phase,
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
              approverName: settlement.approverName ?? undefined,
              reason: settlement.reason ?? undefined,
            }),
          ],
    ),
  );
}
