import { memoryStore, openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { type MoveOutcome, makeMove } from './catalog-move.ts';
import { type CatalogView, viewOf } from './catalog-view.ts';
import { type MoveClock, moveAt, moveClock } from './random-moves.ts';
import { sampleSpec } from './sample-spec.ts';

/** What a catalogue should be: the same moves, one after another, in memory. */
export class Reference {
  readonly #catalog: ToolCatalog;
  readonly #clock: MoveClock;
  #moves = 0;

  static async create(): Promise<Reference> {
    const clock = moveClock(0);
    return new Reference(await openCatalog(memoryStore(), { clock }), clock);
  }

  private constructor(catalog: ToolCatalog, clock: MoveClock) {
    this.#catalog = catalog;
    this.#clock = clock;
  }

  /** How many moves were made. */
  get moves(): number {
    return this.#moves;
  }

  get sequence(): number {
    return this.#catalog.sequence;
  }

  /** Makes the next move. */
  async move(): Promise<MoveOutcome> {
    const index = this.#moves++;
    this.#clock.index = index;
    return await makeMove(this.#catalog, moveAt(index), 'writer');
  }

  /** Makes a change that is none of the moves. */
  async mark(round: number): Promise<void> {
    this.#clock.index = round;
    await mark(this.#catalog, round);
  }

  view(after: number): Promise<CatalogView> {
    return viewOf(this.#catalog, after);
  }
}

/** Publishes the version of a round of a tool that no move is about. */
export async function mark(catalog: ToolCatalog, round: number): Promise<void> {
  await catalog.register(sampleSpec('marker', `${round}.0.0`), { by: 'survivor' });
}
