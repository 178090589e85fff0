import type { CallEvent } from '../../packages/toolcrib/src/runtime/call-event.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import type { CallRequest } from '../../packages/toolcrib/src/runtime/call-request.ts';
import type { CallStatus } from '../../packages/toolcrib/src/runtime/call-status.ts';
import { isEnded } from '../../packages/toolcrib/src/runtime/ledger/is-ended.ts';
import type { LedgerEntry } from '../../packages/toolcrib/src/runtime/ledger/ledger-entry.ts';

/** One call, as whoever made it saw it. */
export interface ObservedCall {
  /** Its `providerCallId` is unique, so that a record can be told from its neighbours. */
  readonly request: CallRequest;
  /** Undefined if the call has not come to its end. */
  readonly record: CallRecord | undefined;
  readonly hasRejected: boolean;
}

/** Everything that was seen of some calls, after all that can happen has happened. */
export interface Observed {
  readonly calls: readonly ObservedCall[];
  readonly events: readonly CallEvent[];
  /** Undefined if the runtime was told to keep none. */
  readonly entries: readonly LedgerEntry[] | undefined;
  /** The invocation id of each start of a handler. */
  readonly runs: readonly string[];
  /** The invocation id of each change that a handler made to the world. */
  readonly effects: readonly string[];
  readonly unhandled: readonly unknown[];
  readonly pendingTimers: number;
  readonly abortListeners: number;
  readonly openGates: number;
}

export const statuses: readonly CallStatus[] = [
  'ok',
  'invalid_args',
  'unknown_tool',
  'denied',
  'timed_out',
  'aborted',
  'failed',
  'invalid_result',
];

/** In what a runtime broke its word, one line each. */
export function findViolations(observed: Observed): string[] {
  const { unhandled, pendingTimers, abortListeners, openGates } = observed;
  return [
    ...observed.calls.flatMap(judgeCall),
    ...judgeIds(observed),
    ...judgeEvents(observed),
    ...judgeLedger(observed),
    ...judgeWork(observed),
    ...judgeKeys(observed),
    ...unhandled.map((reason) => `a rejection was left unhandled: ${String(reason)}`),
    ...(pendingTimers === 0 ? [] : [`${pendingTimers} timers are left`]),
    ...(abortListeners === 0 ? [] : [`${abortListeners} abort listeners are left`]),
    ...(openGates === 0 ? [] : [`${openGates} gates are left open`]),
  ];
}

function judgeCall({ request, record, hasRejected }: ObservedCall): string[] {
  const label = request.providerCallId;
  if (hasRejected) return [`${label} rejected`];
  if (record === undefined) return [`${label} has no record`];
  const { status, problem, result, timings } = record;
  const isOk = status === 'ok';
  return [
    ...(record.providerCallId === label ? [] : [`the record of ${record.providerCallId} is at ${label}`]),
    ...(statuses.includes(status) ? [] : [`${label} has the status ${status}`]),
    ...((result !== undefined) === isOk ? [] : [`${label} is ${status} with result ${result?.kind}`]),
    ...((problem === undefined) === isOk ? [] : [`${label} is ${status} with problem ${problem?.code}`]),
    ...(problem === undefined || typeof problem.message === 'string' ? [] : [`${label} has no message`]),
    ...(timings.ranMs >= 0 && timings.waitedMs >= 0 && timings.endedAt >= timings.acceptedAt
      ? []
      : [`${label} took negative time`]),
  ];
}

function judgeIds(observed: Observed): string[] {
  const records = recordsOf(observed);
  const ids = new Set(records.map(({ invocationId }) => invocationId));
  return ids.size === records.length ? [] : [`${records.length} records share ${ids.size} ids`];
}

function judgeEvents(observed: Observed): string[] {
  const byId = Map.groupBy(observed.events, ({ invocationId }) => invocationId);
  const known = new Set(recordsOf(observed).map(({ invocationId }) => invocationId));
  const strangers = [...byId.keys()].filter((id) => !known.has(id));
  return [
    ...strangers.map((id) => `${id} has events and no record`),
    ...recordsOf(observed).flatMap((record) => judgeEventsOf(record, byId.get(record.invocationId) ?? [])),
  ];
}

/** What may still be told of a call that has ended. */
const lateTypes: readonly CallEvent['type'][] = ['tool-call-abandoned', 'gate-settled'];

function judgeEventsOf(record: CallRecord, events: readonly CallEvent[]): string[] {
  const id = record.invocationId;
  const types = events.map(({ type }) => type);
  const [end, ...otherEnds] = events.filter((event) => event.type === 'tool-call-end');
  const starts = types.filter((type) => type === 'tool-call-start').length;
  if (starts !== 1 || types[0] !== 'tool-call-start') return [`${id} has ${starts} starts: ${types}`];
  if (end === undefined || otherEnds.length > 0) return [`${id} has ${otherEnds.length + 1} ends: ${types}`];
  const after = types.slice(types.indexOf('tool-call-end') + 1);
  const isSame =
    end.status === record.status &&
    end.sideEffect === record.sideEffect &&
    end.code === record.problem?.code &&
    end.isRecorded === record.isRecorded &&
    end.replayOf === record.replayOf;
  return [
    ...(isSame ? [] : [`${id} ended as ${end.status} by its event, and as ${record.status} by its record`]),
    ...after.filter((type) => !lateTypes.includes(type)).map((type) => `${id} has ${type} after its end`),
  ];
}

function judgeLedger(observed: Observed): string[] {
  const { entries } = observed;
  if (entries === undefined) return [];
  const records = new Map(recordsOf(observed).map((record) => [record.invocationId, record]));
  const recorded = [...records.values()].filter(({ isRecorded }) => isRecorded);
  const kept = new Map(entries.map((entry) => [entry.invocationId, entry]));
  return [
    ...(kept.size === entries.length ? [] : ['an invocation has two entries']),
    ...entries
      .filter(({ state }) => !isEnded(state))
      .map((entry) => `${entry.invocationId} is ${entry.state}`),
    ...entries
      .filter(({ invocationId }) => records.get(invocationId)?.isRecorded !== true)
      .map(({ invocationId }) => `${invocationId} has an entry and no record that says so`),
    ...recorded.flatMap((record) => judgeEntry(record, kept.get(record.invocationId))),
    ...[...records.values()]
      .filter((record) => !record.isRecorded && !isElsewhere(record))
      .map(({ invocationId }) => `${invocationId} was not recorded`),
  ];
}

/** What such a call came to is in the entry of another one. */
function isElsewhere({ replayOf, problem }: CallRecord): boolean {
  return replayOf !== undefined || problem?.code === 'E_CALL_IN_PROGRESS';
}

function judgeEntry(record: CallRecord, entry: LedgerEntry | undefined): string[] {
  const { invocationId, status, sideEffect, problem } = record;
  if (entry === undefined) return [`${invocationId} has no entry`];
  const { state, outcome, gates } = entry;
  const isSame =
    state === status && outcome?.sideEffect === sideEffect && outcome.code === (problem?.code ?? null);
  return [
    ...(isSame ? [] : [`${invocationId} is ${status} by its record, and ${state} by its entry`]),
    ...gates
      .filter(({ settlement }) => settlement === null)
      .map(({ gateId }) => `${gateId} was never settled`),
  ];
}

const idleStatuses: readonly CallStatus[] = ['denied', 'invalid_args', 'unknown_tool'];

function judgeWork(observed: Observed): string[] {
  const runs = countById(observed.runs);
  const effects = countById(observed.effects);
  const keyed = new Set(
    observed.calls.flatMap(({ request, record }) =>
      request.idempotencyKey !== undefined && record !== undefined ? [record.invocationId] : [],
    ),
  );
  return recordsOf(observed).flatMap((record) => {
    const { invocationId, status, sideEffect, gates } = record;
    const ran = runs.get(invocationId) ?? 0;
    const changed = effects.get(invocationId) ?? 0;
    // A handler may have asked for the no itself.
    const mayHaveRun = !idleStatuses.includes(status) || gates.some(({ name }) => name !== 'approval');
    return [
      ...(ran > 1 ? [`${invocationId} ran ${ran} times`] : []),
      ...(ran > 0 && !mayHaveRun ? [`${invocationId} is ${status} and ran`] : []),
      ...(changed > 0 && sideEffect === 'none' ? [`${invocationId} had an effect and says none`] : []),
      // Whoever waits in vain for an equal call cannot know what that one does.
      ...(ran === 0 &&
      sideEffect !== 'none' &&
      record.replayOf === undefined &&
      !(sideEffect === 'unknown' && keyed.has(invocationId))
        ? [`${invocationId} did not run and says ${sideEffect}`]
        : []),
    ];
  });
}

function judgeKeys({ calls, effects }: Observed): string[] {
  const changed = new Set(effects);
  const withEffect = calls.filter(({ record }) => record !== undefined && changed.has(record.invocationId));
  const withKey = withEffect.filter(({ request }) => request.idempotencyKey !== undefined);
  const byKey = Map.groupBy(withKey, ({ request }) =>
    JSON.stringify([request.caller?.tenant, request.caller?.id, request.idempotencyKey]),
  );
  return [...byKey].filter(([, group]) => group.length > 1).map(([key]) => `the key ${key} had two effects`);
}

function recordsOf({ calls }: Observed): CallRecord[] {
  return calls.flatMap(({ record }) => record ?? []);
}

function countById(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, group]) => [id, group.length]));
}
