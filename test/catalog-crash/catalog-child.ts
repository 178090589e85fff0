// A process with a catalogue that does what it is told, line by line, and answers each line with one.
import { createInterface } from 'node:readline';
import { type CatalogEvent, openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { type CatalogMove, type MoveOutcome, makeMove } from './catalog-move.ts';
import { type CatalogView, toLines, viewTools } from './catalog-view.ts';
import { openCatalogStore } from './open-catalog-store.ts';

/** What the process is told at its start. */
export interface CatalogChildOptions {
  readonly location: string;
  /** Whom its changes are by. */
  readonly by: string;
}

/** What it can be told then. */
export type CatalogCommand =
  /** Answers when the catalogue is open. */
  | { readonly do: 'open' }
  /** Makes moves, one after another, and answers their outcomes. */
  | { readonly do: 'move'; readonly moves: readonly CatalogMove[] }
  /** Answers when its subscriber was told of the event of a number; it asks the catalogue for nothing. */
  | { readonly do: 'wait'; readonly sequence: number }
  | { readonly do: 'report' }
  | { readonly do: 'exit' };

/** The answer to `report`. */
export interface CatalogReport {
  readonly sequence: number;
  /** Its events are those that the subscriber was told of. */
  readonly view: CatalogView;
  /** What the catalogue could tell nobody else. */
  readonly faults: readonly string[];
}

// The test writes it.
const { location, by } = JSON.parse(process.argv[2] ?? '') as CatalogChildOptions;
const faults: string[] = [];
const seen: CatalogEvent[] = [];
const { store, close } = await openCatalogStore(location);
const catalog = await openCatalog(store, { onFault: (error) => faults.push(String(error)) });
let onEvent: () => void = () => undefined;
catalog.subscribe(
  (event) => {
    seen.push(event);
    onEvent();
  },
  { after: 0 },
);

async function obey(command: CatalogCommand): Promise<unknown> {
  switch (command.do) {
    case 'open':
      return catalog.sequence;
    case 'move': {
      const outcomes: unknown[] = [];
      for (const move of command.moves) outcomes.push(await makePatiently(move));
      return outcomes;
    }
    case 'wait':
      return await toBeTold(command.sequence);
    case 'report':
      return {
        sequence: catalog.sequence,
        view: { ...viewTools(catalog), events: toLines(seen) },
        faults,
      } satisfies CatalogReport;
    case 'exit':
      catalog.close();
      return await close();
  }
}

/** Tries again where too many others write at once: SQLite does not let them take turns. */
async function makePatiently(move: CatalogMove): Promise<MoveOutcome> {
  for (;;) {
    const outcome = await makeMove(catalog, move, by);
    if (outcome.status !== 'refused' || outcome.reason !== 'busy') return outcome;
  }
}

function toBeTold(sequence: number): Promise<void> {
  return new Promise((resolve) => {
    onEvent = () => {
      if ((seen.at(-1)?.sequence ?? 0) >= sequence) resolve();
    };
    onEvent();
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  // The test writes it.
  const command = JSON.parse(line) as CatalogCommand;
  process.stdout.write(`${JSON.stringify((await obey(command)) ?? null)}\n`);
  if (command.do === 'exit') break;
}
