import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isEnded, type Runtime } from '../../packages/toolcrib/src/runtime/index.ts';
import { rejectionOf } from '../errors.ts';
import { allEntries } from './all-entries.ts';
import type { Boundary } from './boundary.ts';
import { bundleChild } from './bundle-child.ts';
import type { CrashPlace } from './crash-place.ts';
import { approveGates, approveOpenGates, callTool, createCrashRuntime } from './crash-runtime.ts';
import type { CrashToolName } from './crash-tools.ts';
import { describeStores } from './describe-stores.ts';
import { readLines } from './lines-file.ts';
import type { OneCallOptions } from './one-call-child.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { type ChildEnd, forEachLimited, runChild } from './run-child.ts';

/** What a dead process left, and what comes of it. */
interface Outcome {
  /** The state in the ledger right after the crash; undefined where there is no entry. */
  readonly left?: 'running' | 'waiting' | 'ok';
  /** The state after recovery, with gates approved. */
  readonly recovered?: 'unknown' | 'failed' | 'ok';
  /** How the very same call is answered when it is made again. */
  readonly again: 'runs' | 'replays' | 'is unknown';
  /** How many lines the dead process had written, and how many there are in the end. */
  readonly effects: readonly [number, number];
}

const notRecorded: Outcome = { again: 'runs', effects: [0, 1] };
const unknownWithout: Outcome = {
  left: 'running',
  recovered: 'unknown',
  again: 'is unknown',
  effects: [0, 0],
};
const unknownWith: Outcome = { ...unknownWithout, effects: [1, 1] };
const recorded: Outcome = { left: 'ok', recovered: 'ok', again: 'replays', effects: [1, 1] };
const goesOn: Outcome = { left: 'waiting', recovered: 'ok', again: 'replays', effects: [0, 1] };
const foundDone: Outcome = { left: 'running', recovered: 'ok', again: 'replays', effects: [1, 1] };
const foundUndone: Outcome = { left: 'running', recovered: 'failed', again: 'runs', effects: [0, 1] };
const readAgain: Outcome = { left: 'running', recovered: 'failed', again: 'runs', effects: [0, 0] };

type Row = readonly [CrashToolName, Boundary, Outcome];

const ungated: readonly Row[] = [
  ['write', 'before-resolve', notRecorded],
  ['write', 'after-resolve', notRecorded],
  ['write', 'policy', notRecorded],
  ['write', 'input-schema', notRecorded],
  ['write', 'policy-with-arguments', notRecorded],
  ['write', 'before-insert-running', notRecorded],
  ['write', 'after-insert-running', unknownWithout],
  ['write', 'before-effect', unknownWithout],
  ['write', 'after-effect', unknownWith],
  ['write', 'output-schema', unknownWith],
  ['write', 'before-replace-ended', unknownWith],
  ['write', 'after-replace-ended', recorded],
  ['write', 'end-event', recorded],

  ['large', 'before-put', unknownWith],
  ['large', 'after-put', unknownWith],
  ['large', 'after-replace-ended', recorded],

  ['look', 'before-insert-running', { ...notRecorded, effects: [0, 0] }],
  ['look', 'after-insert-running', readAgain],
  ['look', 'before-effect', readAgain],
  ['look', 'before-replace-ended', readAgain],
  ['look', 'after-replace-ended', { ...recorded, effects: [0, 0] }],

  ['verified', 'after-insert-running', foundUndone],
  ['verified', 'before-effect', foundUndone],
  ['verified', 'after-effect', foundDone],
  ['verified', 'before-replace-ended', foundDone],
  ['verified', 'after-replace-ended', recorded],
];

const gated: readonly Row[] = [
  ['gated', 'before-insert-waiting', notRecorded],
  ['gated', 'after-insert-waiting', goesOn],
  ['gated', 'gate-open', goesOn],
  ['gated', 'before-replace-settled', goesOn],
  ['gated', 'after-replace-settled', goesOn],
  ['gated', 'gate-settled', goesOn],
  ['gated', 'before-replace-running', goesOn],
  ['gated', 'after-replace-running', unknownWithout],
  ['gated', 'before-effect', unknownWithout],
  ['gated', 'after-effect', unknownWith],
  ['gated', 'before-replace-ended', unknownWith],
  ['gated', 'after-replace-ended', recorded],
  ['gated', 'end-event', recorded],

  ['asking', 'after-insert-running', unknownWithout],
  ['asking', 'before-replace-waiting', unknownWithout],
  ['asking', 'gate-open', goesOn],
  ['asking', 'after-replace-settled', goesOn],
  ['asking', 'before-replace-running', goesOn],
  ['asking', 'after-replace-running', unknownWithout],
  ['asking', 'after-effect', unknownWith],
  ['asking', 'after-replace-ended', recorded],
];

/** How many processes run at once. */
const LANES = 3;

const suiteName = (kind: string) => `a process that is killed during a call recorded in ${kind}`;

describeStores(suiteName, ({ createPlace }) => {
  const crashes = new Map<string, OneCallOptions & { readonly end: ChildEnd }>();
  let place: CrashPlace;

  beforeAll(async () => {
    place = await createPlace();
    const script = await bundleChild('one-call', place.folder);
    await forEachLimited([...ungated, ...gated], LANES, async ([tool, boundary]) => {
      const name = nameOf(tool, boundary);
      const location = await place.addStore(name);
      const options = { location, effectsFile: join(place.folder, `${name}.effects`), tool, boundary };
      crashes.set(name, { ...options, end: await runChild(script, options) });
    });
  });

  afterAll(async () => {
    await place.remove();
  });

  it.each(ungated)('%s, %s', checkCrash);
  it.each(gated)('[G4] %s, %s', checkCrash);

  async function checkCrash(tool: CrashToolName, boundary: Boundary, outcome: Outcome): Promise<void> {
    const crash = crashes.get(nameOf(tool, boundary));
    if (crash === undefined) throw new Error('The process was not started.');
    expect(crash.end).toEqual({ code: null, signal: 'SIGKILL', output: '' });

    const store = await openStore(crash.location);
    try {
      await checkRecovery({ crash, outcome, store });
    } finally {
      await store.close();
    }
  }
});

function nameOf(tool: CrashToolName, boundary: Boundary): string {
  return `${tool}_${boundary.replaceAll('-', '_')}`;
}

interface Recovery {
  readonly crash: OneCallOptions;
  readonly outcome: Outcome;
  readonly store: OpenStore;
}

async function checkRecovery({ crash, outcome, store: { ledger } }: Recovery): Promise<void> {
  const { effectsFile, tool } = crash;
  const faults: unknown[] = [];
  const runtime = createCrashRuntime({ ledger, effectsFile, onFault: (error) => faults.push(error) });
  approveGates(runtime);
  const [left, ...others] = await allEntries(ledger);
  expect([left?.state, others]).toEqual([outcome.left, []]);
  expect(readLines(effectsFile)).toHaveLength(outcome.effects[0]);

  if (left !== undefined && !isEnded(left.state)) {
    const early = await callTool(runtime, tool, 'key-1');
    expect(early.problem?.code).toBe('E_CALL_IN_PROGRESS');
  }

  const report = await runtime.recover();
  await approveOpenGates(runtime);
  if (left !== undefined) {
    expect(report).toEqual(reportOf(outcome, left.invocationId));
    await checkRecord(runtime, left.invocationId, outcome);
    expect((await ledger.get(left.invocationId))?.state).toBe(outcome.recovered);
  }

  const recovered = await allEntries(ledger);
  await runtime.recover();
  expect(await allEntries(ledger)).toEqual(recovered);

  for (const expected of [outcome.again, outcome.again === 'runs' ? 'replays' : outcome.again]) {
    const record = await callTool(runtime, tool, 'key-1');
    const how = record.replayOf !== undefined ? 'replays' : record.isOk ? 'runs' : 'is unknown';
    expect([how, record.problem?.code]).toEqual([
      expected,
      expected === 'is unknown' ? 'E_OUTCOME_UNKNOWN' : undefined,
    ]);
    if (outcome.again === 'replays') expect(record.replayOf).toBe(left?.invocationId);
  }
  expect(readLines(effectsFile)).toHaveLength(outcome.effects[1]);
  expect(faults).toEqual([]);
}

/** What recovery tells of the one call that was left. */
function reportOf({ left, recovered, again }: Outcome, invocationId: string) {
  const isFound = left === 'running';
  return {
    unknown: isFound && recovered === 'unknown' ? [invocationId] : [],
    failed: isFound && recovered === 'failed' ? [invocationId] : [],
    verified: isFound && again === 'replays' ? [invocationId] : [],
    waiting: left === 'waiting' ? [invocationId] : [],
  };
}

async function checkRecord(runtime: Runtime, invocationId: string, { recovered }: Outcome): Promise<void> {
  if (recovered === 'unknown') {
    const { code } = await rejectionOf(runtime.wait(invocationId));
    expect(code).toBe('E_CALL_IN_PROGRESS');
    return;
  }
  const record = await runtime.wait(invocationId);
  expect([record.invocationId, record.status, record.isRecorded]).toEqual([invocationId, recovered, true]);
  expect(record.problem?.code).toBe(recovered === 'failed' ? 'E_CALL_INTERRUPTED' : undefined);
}
