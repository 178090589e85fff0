import {
  type CatalogEvent,
  type CatalogStore,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { Move } from './any-move.ts';
import { nextTurn } from './flaky-store.ts';
import { isChange, type Occasion, type Operation, toText } from './operation.ts';
import { type ObservedOutcome, performOperation } from './perform-operation.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const NOTHING = '{"snapshotVersion":1,"tools":[],"quarantinedNames":[],"documents":[]}';

/** What listeners throw now and then. */
export const LISTENER_FAULT: Error = new Error('This listener fails now and then.');

/** An operation that was begun, and what it saw. */
export interface BegunOperation {
  readonly who: number;
  readonly operation: Operation;
  /** `by` is different for each. */
  readonly occasion: Occasion;
  /** Where the catalogue was when it began. */
  readonly since: number;
  /** Where it was when that had ended. */
  until: number;
  outcome: ObservedOutcome | undefined;
}

/** Somebody who listens. */
export interface Subscriber {
  readonly who: number;
  /** The number of the last event that they do not want to hear of. */
  readonly after: number;
  readonly heard: CatalogEvent[];
  /** Events that were told before the catalogue itself knew of them. */
  readonly early: CatalogEvent[];
  hasEnded: boolean;
  end(): void;
}

/** Catalogues of one tenant that all do something at once, and a record of it. */
export class Interleaving {
  readonly operations: BegunOperation[] = [];
  readonly subscribers: Subscriber[] = [];
  readonly faults: unknown[] = [];
  readonly catalogs: readonly ToolCatalog[];
  readonly #clock: { time: number };
  readonly #snapshots = [NOTHING];
  readonly #underWay = new Set<Promise<void>>();

  /** One catalogue for each of the stores, which have the same tools. */
  static async open(stores: readonly CatalogStore[], tenant: string): Promise<Interleaving> {
    const clock = { time: START };
    const faults: unknown[] = [];
    const options = {
      tenant,
      clock: { now: () => clock.time },
      onFault: (error: unknown) => faults.push(error),
    };
    const catalogs = await Promise.all(stores.map((store) => openCatalog(store, options)));
    return new Interleaving(catalogs, clock, faults);
  }

  private constructor(catalogs: readonly ToolCatalog[], clock: { time: number }, faults: unknown[]) {
    this.catalogs = catalogs;
    this.#clock = clock;
    this.faults = faults;
  }

  /** Makes all moves and waits until everything that they have begun has ended. */
  async make(moves: readonly Move[]): Promise<void> {
    for (const move of moves) {
      const who = move.who % this.catalogs.length;
      switch (move.kind) {
        case 'operation':
          this.#begin(who, move.operation);
          break;
        case 'restore':
          this.#begin(who, { kind: 'restore', snapshot: JSON.parse(this.#snapshotAt(move.choice)) });
          break;
        case 'subscribe':
          this.#subscribe(who, move.after);
          break;
        case 'unsubscribe':
          this.subscribers[move.which % Math.max(1, this.subscribers.length)]?.end();
          break;
        case 'pause':
          for (let turn = 0; turn < move.turns; turn++) await nextTurn();
          break;
        case 'wait':
          if (this.#underWay.size > 0) await Promise.race(this.#underWay);
          break;
      }
    }
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  close(): void {
    for (const catalog of this.catalogs) catalog.close();
  }

  #begin(who: number, operation: Operation): void {
    const catalog = this.#catalog(who);
    const index = this.operations.length;
    this.#clock.time = START + index * 1_000;
    const occasion = { time: this.#clock.time, by: `operation-${index}`, reason: undefined };
    const { sequence } = catalog;
    const begun: BegunOperation = {
      who,
      operation,
      occasion,
      since: sequence,
      until: sequence,
      outcome: undefined,
    };
    this.operations.push(begun);
    if (operation.kind === 'snapshot') this.#snapshots.push(toText(catalog.snapshot()));
    const ending = performOperation(catalog, operation, occasion).then((outcome) => {
      begun.outcome = outcome;
      // Questions are answered from what was known when they were asked.
      if (isChange(operation)) begun.until = catalog.sequence;
      this.#underWay.delete(ending);
    });
    this.#underWay.add(ending);
  }

  #subscribe(who: number, wanted: number | undefined): void {
    const catalog = this.#catalog(who);
    const after = wanted ?? catalog.sequence;
    const [heard, early]: [CatalogEvent[], CatalogEvent[]] = [[], []];
    const stop = catalog.subscribe(
      (event) => {
        heard.push(event);
        if (catalog.sequence < event.sequence) early.push(event);
        if (event.sequence % 3 === 0) throw LISTENER_FAULT;
      },
      { after: wanted },
    );
    const subscriber: Subscriber = {
      ...{ who, after, heard, early, hasEnded: false },
      end: () => {
        stop();
        subscriber.hasEnded = true;
      },
    };
    this.subscribers.push(subscriber);
  }

  #snapshotAt(choice: number): string {
    return this.#snapshots[choice % this.#snapshots.length] ?? NOTHING;
  }

  #catalog(who: number): ToolCatalog {
    const catalog = this.catalogs[who];
    if (catalog === undefined) throw new Error(`There is no catalogue ${who}.`);
    return catalog;
  }
}
