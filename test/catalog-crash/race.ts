import {
  type CatalogEvent,
  openCatalog,
  type ToolVersion,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { bundleChild } from '../crash/bundle-child.ts';
import type { CrashPlace } from '../crash/crash-place.ts';
import { startTalkingChild, type TalkingChild } from '../crash/talk-to-child.ts';
import type { CatalogChildOptions, CatalogCommand, CatalogReport } from './catalog-child.ts';
import type { MoveOutcome } from './catalog-move.ts';
import { type CatalogView, viewOf } from './catalog-view.ts';
import { openCatalogStore } from './open-catalog-store.ts';
import { type RaceMoves, raceMoves } from './race-plan.ts';

/** How large a race is. */
export interface RaceOptions {
  readonly processes: number;
  readonly rounds: number;
}

/** What came of the moves of one process in one round. */
export type RaceOutcomes = { readonly [Key in keyof RaceMoves]: MoveOutcome };

/** What came of a race. */
export interface RaceResult {
  /** By round and process. */
  readonly outcomes: readonly (readonly RaceOutcomes[])[];
  /** What the processes hold in the end. */
  readonly reports: readonly CatalogReport[];
  /** What somebody finds who opens the catalogue afterwards. */
  readonly found: {
    readonly sequence: number;
    readonly view: CatalogView;
    readonly events: readonly CatalogEvent[];
    readonly versions: ReadonlyMap<string, readonly ToolVersion[]>;
  };
}

type Child = TalkingChild<CatalogCommand>;

/** Who a process is in the events. */
export function racerName(process: number): string {
  return `process-${process}`;
}

/** Lets processes change one catalogue at the same time, all of them in each round before the next begins. */
export async function runRace(place: CrashPlace, { processes, rounds }: RaceOptions): Promise<RaceResult> {
  const script = await bundleChild(new URL('catalog-child.ts', import.meta.url), place.folder);
  const location = await place.addStore('tools');
  const children = Array.from({ length: processes }, (_, index): Child => {
    return startTalkingChild(script, { location, by: racerName(index) } satisfies CatalogChildOptions);
  });
  try {
    await tellAll(children, () => ({ do: 'open' }));
    const outcomes: (readonly RaceOutcomes[])[] = [];
    for (let round = 0; round < rounds; round++) outcomes.push(await runRound(children, round));
    const found = await lookAround(location);
    await tellAll(children, () => ({ do: 'wait', sequence: found.sequence }));
    // The process answers so.
    const reports = (await tellAll(children, () => ({ do: 'report' }))) as CatalogReport[];
    return { outcomes, reports, found };
  } finally {
    await Promise.all(children.map((child) => child.end()));
  }
}

async function runRound(children: readonly Child[], round: number): Promise<readonly RaceOutcomes[]> {
  const plans = children.map((_, process) => inOwnOrder(raceMoves(process, round), process));
  const answers = await tellAll(children, (process) => ({
    do: 'move',
    moves: plans[process]?.map(([, move]) => move) ?? [],
  }));
  return answers.map((answer, process) => {
    // The process answers each move with its outcome.
    const entries = plans[process]?.map(([key], index) => [key, (answer as MoveOutcome[])[index]]) ?? [];
    return Object.fromEntries(entries);
  });
}

/** Lets all processes do something at once. */
function tellAll(
  children: readonly Child[],
  commandOf: (process: number) => CatalogCommand,
): Promise<unknown[]> {
  return Promise.all(children.map((child, process) => child.tell(commandOf(process))));
}

/** Each process begins with another move, so that different ones meet. */
function inOwnOrder(moves: RaceMoves, process: number) {
  const entries = Object.entries(moves);
  const start = process % entries.length;
  return [...entries.slice(start), ...entries.slice(0, start)];
}

async function lookAround(location: string): Promise<RaceResult['found']> {
  const { store, close } = await openCatalogStore(location);
  const catalog = await openCatalog(store);
  try {
    const names = catalog.list({ status: 'any' }).map(({ spec }) => spec.name);
    return {
      sequence: catalog.sequence,
      view: await viewOf(catalog),
      events: await catalog.events(),
      versions: new Map(names.map((name) => [name, catalog.versions(name)])),
    };
  } finally {
    catalog.close();
    await close();
  }
}
