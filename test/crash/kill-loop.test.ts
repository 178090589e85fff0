import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { allEntries } from './all-entries.ts';
import { bundleChild } from './bundle-child.ts';
import { type CrashPlace, createCrashPlace } from './crash-place.ts';
import { callTool, createCrashRuntime } from './crash-runtime.ts';
import { describeStores, type StoreUnderTest } from './describe-stores.ts';
import { appendLine, readLines } from './lines-file.ts';
import type { ManyCallsOptions } from './many-calls-child.ts';
import { openStore } from './open-store.ts';
import { type ChildEnd, startChild } from './run-child.ts';
import {
  createKey,
  type LoopFiles,
  pendingKeys,
  readAcknowledgements,
  toolOf,
  workThrough,
} from './work-through.ts';

const DEFAULT_KILLS = 25;
const kills = Number(process.env.CRASH_KILLS ?? DEFAULT_KILLS);
const notice = kills === DEFAULT_KILLS ? '; set CRASH_KILLS=200 for more' : '';

/** How many calls are due when a process starts. */
const DUE = 40;
const MAX_BOUNDARIES = 200;
const MAX_TURNS = 3;
const MS_FOR_A_KILL = 5_000;

/** What came of all calls of a loop. */
interface LoopFigures {
  readonly kills: number;
  readonly calls: number;
  readonly ok: number;
  readonly unknown: number;
  /** How many calls took effect. */
  readonly effects: number;
  /** How many entries the ledger has. */
  readonly entries: number;
}

const nameOf = (kind: string) => `processes that are killed again and again, with ${kind}`;

describeStores(nameOf, testKills);
describe(nameOf('SQLite with shared commits'), () =>
  testKills({
    kind: 'SQLite with shared commits',
    createPlace: () => createCrashPlace('SQLite with shared commits', null),
  }),
);

function testKills({ kind, createPlace }: StoreUnderTest): void {
  it(`lose nothing and run nothing twice (${kills} kills${notice})`, {
    timeout: 60_000 + kills * MS_FOR_A_KILL,
  }, async () => {
    const place = await createPlace();
    try {
      const figures = await killAgainAndAgain(place);
      if (notice === '') process.stderr.write(`notice: ${kind}, ${JSON.stringify(figures)}\n`);
    } finally {
      await place.remove();
    }
  });
}

async function killAgainAndAgain(place: CrashPlace): Promise<LoopFigures> {
  const script = await bundleChild('many-calls', place.folder);
  const location = await place.addStore('calls');
  const files: LoopFiles = {
    planFile: join(place.folder, 'plan'),
    acknowledgedFile: join(place.folder, 'acknowledged'),
    effectsFile: join(place.folder, 'effects'),
  };
  const random = createSeededRandom(kills);
  let index = 0;
  for (let killed = 0; killed < kills; ) {
    for (let due = pendingKeys(files).length; due < DUE; due++)
      appendLine(files.planFile, createKey(index++));
    const dieAfter = 1 + Math.floor(random.number() * MAX_BOUNDARIES);

    const { code, signal, output } =
      killed % 2 === 0
        ? await startChild(script, { location, files, dieAfter } satisfies ManyCallsOptions).ended
        : await killFromOutside(script, { location, files }, dieAfter);

    expect([code, signal], output).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
    if (signal === 'SIGKILL') killed++;
    expectNothingTwice(files);
  }
  return await checkEverything(location, files);
}

/** Kills a process when it has told of some boundaries: by then it is anywhere behind them. */
async function killFromOutside(
  script: string,
  options: Pick<ManyCallsOptions, 'location' | 'files'>,
  dieAfter: number,
): Promise<ChildEnd> {
  const { process: child, ended } = startChild(script, {
    ...options,
    dieAfter: null,
  } satisfies ManyCallsOptions);
  let count = 0;
  child.stdout?.on('data', (dots: string) => {
    count += dots.length;
    if (count >= dieAfter) child.kill('SIGKILL');
  });
  return await ended;
}

function expectNothingTwice({ effectsFile }: LoopFiles): void {
  const effects = readLines(effectsFile);
  expect(effects).toEqual([...new Set(effects)]);
}

async function checkEverything(location: string, files: LoopFiles): Promise<LoopFigures> {
  const { ledger, close } = await openStore(location);
  const faults: unknown[] = [];
  const runtime = createCrashRuntime({
    ledger,
    effectsFile: files.effectsFile,
    onFault: (error) => faults.push(error),
  });
  try {
    for (let turn = 0; turn < MAX_TURNS && pendingKeys(files).length > 0; turn++) {
      await workThrough(runtime, files);
    }

    expectNothingTwice(files);
    const effects = new Set(readLines(files.effectsFile));
    const acknowledged = readAcknowledgements(files.acknowledgedFile);
    expect(acknowledged.map(({ key }) => key).sort()).toEqual([...readLines(files.planFile)].sort());
    for (const { key, outcome, invocationId } of acknowledged) {
      const tool = toolOf(key);
      const again = await callTool(runtime, tool, key);
      if (outcome === 'ok') {
        expect([key, again.status, again.replayOf]).toEqual([key, 'ok', invocationId]);
        expect(again.result).toMatchObject(resultOf(key));
        expect([key, effects.has(key)]).toEqual([key, tool !== 'look']);
      } else {
        expect([key, outcome, again.problem?.code]).toEqual([key, 'E_OUTCOME_UNKNOWN', 'E_OUTCOME_UNKNOWN']);
        expect(['write', 'large', 'gated', 'asking']).toContain(tool);
      }
    }
    const states = (await allEntries(ledger)).map(({ state }) => state);
    expect(states.filter((state) => !['ok', 'failed', 'unknown'].includes(state))).toEqual([]);
    expect(faults).toEqual([]);
    const unknown = acknowledged.filter(({ outcome }) => outcome !== 'ok').length;
    const calls = acknowledged.length;
    return { kills, calls, ok: calls - unknown, unknown, effects: effects.size, entries: states.length };
  } finally {
    await close();
  }
}

/** What comes back of the result of a call; large ones are not kept. */
function resultOf(key: string): object {
  switch (toolOf(key)) {
    case 'look':
      return { kind: 'text', text: `seen ${key}` };
    case 'large':
      return { kind: 'omitted' };
    default:
      return { kind: 'json', value: { written: key } };
  }
}
