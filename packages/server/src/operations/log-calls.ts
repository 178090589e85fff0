import { type CallEvent, type CallRecord, formatExceptions } from 'toolcrib/runtime';
import type { Log, LogFacts } from './log.ts';

/** Writes the exception of which the caller of a call was told a reference only: the id of the call. */
export function logException(log: Log, record: CallRecord): void {
  const { invocationId, toolName, toolVersion, caller, status, problem, sideEffect } = record;
  log.exception('a call failed', record.describeException(), {
    ...{ invocationId, toolName, toolVersion, status, sideEffect },
    ...{ tenant: caller.tenant ?? 'default', callerId: caller.id, code: problem?.code },
    phase: record.details().phase,
  });
}

/** Writes an event of a call, and in which phase it ended: for `debug`. No arguments and no results. */
export function logEvent(log: Log, event: CallEvent, record: CallRecord | undefined): void {
  log.debug(event.type, () => toFacts(event, record));
}

function toFacts(event: CallEvent, record: CallRecord | undefined): LogFacts {
  const { invocationId, toolName, tenant, callerId, origin } = event;
  const facts = { invocationId, toolName, tenant, callerId };
  switch (event.type) {
    case 'tool-call-start':
      return { ...facts, origin };
    case 'tool-call-progress': {
      const { done, total } = event.progress;
      return { ...facts, done, total };
    }
    case 'gate-open':
      return { ...facts, gateId: event.gateId, gate: event.gateName };
    case 'gate-settled': {
      const { gateId, gateName: gate, status, approver } = event;
      return { ...facts, gateId, gate, status, approver };
    }
    case 'tool-call-end': {
      const { status, code, sideEffect, waitedMs, ranMs, isRecorded, replayOf } = event;
      const exceptions = record?.describeException() ?? [];
      return {
        ...{ ...facts, status, code, sideEffect, waitedMs, ranMs, isRecorded, replayOf },
        phase: record?.details().phase,
        detail: record?.problem?.message,
        exception: exceptions.length === 0 ? undefined : formatExceptions(exceptions),
      };
    }
    case 'tool-call-abandoned':
      return { ...facts, settled: event.settled };
    case 'tool-call-interrupted':
      return { ...facts, state: event.state };
  }
}
