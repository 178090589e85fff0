import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type CatalogEvent, openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { bundleChild } from '../crash/bundle-child.ts';
import type { CrashPlace } from '../crash/crash-place.ts';
import { describeStores } from '../crash/describe-stores.ts';
import { readLines } from '../crash/lines-file.ts';
import { startChild } from '../crash/run-child.ts';
import { toLines, viewOf } from './catalog-view.ts';
import { openCatalogStore } from './open-catalog-store.ts';
import { MAX_AT_ONCE, moveClock } from './random-moves.ts';
import { mark, Reference } from './reference.ts';
import type { Acknowledgement, WriterOptions } from './writer-child.ts';

const DEFAULT_KILLS = 15;
const kills = Number(process.env.CRASH_KILLS ?? DEFAULT_KILLS);
const notice = kills === DEFAULT_KILLS ? '; set CRASH_KILLS=200 for more' : '';

const MAX_STEPS = 200;
const MS_FOR_A_KILL = 5_000;
const PATIENCE = { timeout: 60_000, interval: 5 };
/** After one statement is as good as before the next. */
const STEPS_BETWEEN = 2;

const writer = new URL('writer-child.ts', import.meta.url);

/** What came of all moves of a loop. */
interface LoopFigures {
  readonly kills: number;
  readonly acknowledged: number;
  /** How many of these were refused by the rules of the catalogue. */
  readonly refused: number;
  /** How many moves took effect that were not acknowledged. */
  readonly unacknowledged: number;
  readonly events: number;
}

const nameOf = (kind: string) => `processes that are killed while they change a catalogue in ${kind}`;

describeStores(nameOf, ({ kind, createPlace }) => {
  it(`lose no change that was acknowledged, and leave none that is torn (${kills} kills${notice})`, {
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

  it('leave tables that the next one can use, whenever they are killed while they make them', async () => {
    const place = await createPlace();
    try {
      const script = await bundleChild(writer, place.folder);
      let deaths = 0;
      while (await isKilledAtStart(place, script, 1 + deaths * STEPS_BETWEEN)) deaths++;
      expect(deaths).toBeGreaterThan(5);
    } finally {
      await place.remove();
    }
  });
});

/** Whether a process that opens a new store is killed after some steps; others can use the store in any case. */
async function isKilledAtStart(place: CrashPlace, script: string, dieAfter: number): Promise<boolean> {
  const location = await place.addStore(`tools_${dieAfter}`);
  const acknowledgedFile = join(place.folder, 'none');
  const options: WriterOptions = { location, from: 0, moves: 0, acknowledgedFile, dieAfter };
  const { code, signal, output } = await startChild(script, options).ended;
  expect([code, signal], output).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  const { store, close } = await openCatalogStore(location);
  const catalog = await openCatalog(store);
  await mark(catalog, 0);
  expect([catalog.sequence, catalog.list().length]).toEqual([1, 1]);
  catalog.close();
  await close();
  return signal !== null;
}

async function killAgainAndAgain(place: CrashPlace): Promise<LoopFigures> {
  const script = await bundleChild(writer, place.folder);
  const location = await place.addStore('tools');
  const { store, close } = await openCatalogStore(location);
  const clock = moveClock(0);
  const survivor = await openCatalog(store, { clock });
  const seen: CatalogEvent[] = [];
  survivor.subscribe((event) => seen.push(event));
  const reference = await Reference.create();
  const random = createSeededRandom(kills);
  const figures = { kills, acknowledged: 0, refused: 0, unacknowledged: 0, events: 0 };
  try {
    for (let round = 0; round < kills; round++) {
      const { moves: from, sequence: before } = reference;
      const acknowledgedFile = join(place.folder, `acknowledged-${round}`);
      const dieAfter = 1 + Math.floor(random.number() * MAX_STEPS);
      const options = { location, from, moves: Number.MAX_SAFE_INTEGER, acknowledgedFile };
      await (round % 2 === 0 ? letDie : killFromOutside)(script, options, dieAfter);

      clock.index = round;
      await mark(survivor, round);

      for (const { index, outcome } of readLines(acknowledgedFile).map(toAcknowledgement)) {
        expect([index, outcome]).toEqual([reference.moves, await reference.move()]);
        figures.acknowledged++;
        if (outcome.status === 'refused') figures.refused++;
      }
      // What was under way may be there, as a whole.
      for (let count = 0; count < MAX_AT_ONCE && reference.sequence < survivor.sequence - 1; count++) {
        await reference.move();
        figures.unacknowledged++;
      }
      await reference.mark(round);
      const expected = await reference.view(before);
      expect(await viewOf(survivor, before)).toEqual(expected);
      const newcomer = await openCatalog(store);
      expect([await viewOf(newcomer, before), newcomer.sequence]).toEqual([expected, reference.sequence]);
      newcomer.close();
    }
    await vi.waitFor(() => expect(seen).toHaveLength(reference.sequence), PATIENCE);
    expect(toLines(seen)).toEqual((await reference.view(0)).events);
    return { ...figures, events: seen.length };
  } finally {
    survivor.close();
    await close();
  }
}

type Kill = (script: string, options: Omit<WriterOptions, 'dieAfter'>, dieAfter: number) => Promise<void>;

/** Lets a process kill itself after some steps. */
const letDie: Kill = async (script, options, dieAfter) => {
  const { signal, output } = await startChild(script, { ...options, dieAfter } satisfies WriterOptions).ended;
  expect(signal, output).toBe('SIGKILL');
};

/** Kills a process when it has told of some steps: by then it is anywhere behind them. */
const killFromOutside: Kill = async (script, options, dieAfter) => {
  const told = { ...options, dieAfter: null } satisfies WriterOptions;
  const { process: child, ended } = startChild(script, told);
  let count = 0;
  child.stdout?.on('data', (dots: string) => {
    count += dots.length;
    if (count >= dieAfter) child.kill('SIGKILL');
  });
  const { signal, output } = await ended;
  expect(signal, output).toBe('SIGKILL');
};

function toAcknowledgement(line: string): Acknowledgement {
  return JSON.parse(line);
}
