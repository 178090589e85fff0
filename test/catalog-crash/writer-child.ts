// Makes one change after another, and kills itself after some steps, or tells of each so that it can be killed.
import { writeSync } from 'node:fs';
import { openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { appendLine } from '../crash/lines-file.ts';
import { type MoveOutcome, makeMove } from './catalog-move.ts';
import { openCatalogStore } from './open-catalog-store.ts';
import { moveAt, moveClock, movesAtOnce } from './random-moves.ts';
import { watchSteps } from './watch-steps.ts';

/** What the process is told. */
export interface WriterOptions {
  readonly location: string;
  /** The number of its first move. */
  readonly from: number;
  /** How many moves it makes. */
  readonly moves: number;
  /** What each move has come to, once it is known, one in a line. */
  readonly acknowledgedFile: string;
  /** After how many steps it kills itself; null if somebody else does, who reads a dot for each. */
  readonly dieAfter: number | null;
}

/** A line of the file. */
export interface Acknowledgement {
  readonly index: number;
  readonly outcome: MoveOutcome;
}

// The test writes it.
const { location, from, moves, acknowledgedFile, dieAfter } = JSON.parse(
  process.argv[2] ?? '',
) as WriterOptions;
let count = 0;

function onStep(): void {
  count++;
  if (dieAfter === null) writeSync(1, '.');
  else if (count >= dieAfter) process.kill(process.pid, 'SIGKILL');
}

const { store, close } = await openCatalogStore(location, watchSteps(onStep));
const clock = moveClock(from);
const catalog = await openCatalog(store, { clock });

async function move(index: number): Promise<void> {
  clock.index = index;
  const outcome = await makeMove(catalog, moveAt(index), 'writer');
  appendLine(acknowledgedFile, JSON.stringify({ index, outcome } satisfies Acknowledgement));
}

for (let index = from; index < from + moves; ) {
  const end = Math.min(index + movesAtOnce(index), from + moves);
  const batch = Array.from({ length: end - index }, (_, offset) => move(index + offset));
  await Promise.all(batch);
  index = end;
}
catalog.close();
await close();
