import { expect, vi } from 'vitest';
import {
  type CatalogEvent,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { PlannedStep } from './any-operation.ts';
import { toText } from './operation.ts';
import { toOperation } from './run-sequence.ts';
import type { StorePlace } from './store-place.ts';
import { Subject } from './subject.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
/** When everything of the other tenant happens, and who does it: nobody can take it for something of their own. */
const OTHER_START = Date.parse('2031-01-01T00:00:00.000Z');
const OTHER_NAME = 'somebody else';
/** Until what travels in its own time has arrived, on a machine that is busy with other things. */
const PATIENCE = { timeout: 60_000, interval: 1 };

/** What a tenant does, and what another one begins to do before each of these steps. */
export interface TenantPlan {
  readonly own: readonly PlannedStep[];
  readonly others: readonly (readonly PlannedStep[])[];
}

/** In what place, and who is who. */
export interface TenantWorld {
  readonly place: StorePlace;
  readonly tenant: string;
  readonly other: string;
}

/** All that a tenant can see while it takes its steps, as text. */
export async function observeTenant(
  { place, tenant, other }: TenantWorld,
  { own, others }: TenantPlan,
): Promise<string> {
  const clock = { time: START };
  const listener = await TenantListener.open(place, tenant);
  const subject = new Subject(place, { tenant, clock });
  const crowd = new Crowd(new Subject(place, { tenant: other, clock: { time: OTHER_START } }));
  try {
    const seen: unknown[] = [];
    const taken: string[] = [];
    for (const [index, planned] of own.entries()) {
      await crowd.begin(others[index] ?? []);
      clock.time = START + index * 1_000;
      seen.push(await takeStep(subject, planned, taken));
      await subject.refresh(planned.who);
      taken.unshift(await subject.snapshotText(planned.who));
      seen.push(taken[0], (await subject.catalog(planned.who)).sequence);
    }
    await crowd.end();
    seen.push(await subject.holdings(), await subject.recordText(0), await subject.recordText(1));
    seen.push(await listener.heardUntil((await subject.catalog(0)).sequence));
    return toText(seen);
  } finally {
    listener.catalog.close();
    subject.close();
    crowd.close();
  }
}

/** What came of a step, to the words of an error. */
async function takeStep(
  subject: Subject,
  { step, who, by, reason }: PlannedStep,
  taken: readonly string[],
): Promise<string> {
  const operation = toOperation(step, taken);
  if (operation === undefined) {
    await subject.reopen(who);
    return 'opened again';
  }
  const { text, message } = await subject.perform(who, operation, { by, reason });
  return `${text} ${message}`;
}

/** Another tenant, who waits for nothing. */
class Crowd {
  readonly #subject: Subject;
  readonly #underWay: Promise<unknown>[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  async begin(steps: readonly PlannedStep[]): Promise<void> {
    for (const planned of steps) {
      // Nothing that is under way is ended by closing its catalogue.
      if (planned.step.kind === 'reopen') continue;
      // Opened before the step, so that two steps do not open two.
      await this.#subject.catalog(planned.who);
      const step = takeStep(this.#subject, { ...planned, by: OTHER_NAME, reason: OTHER_NAME }, []);
      this.#underWay.push(step.then(() => undefined).catch((error: unknown) => error));
    }
  }

  /** Everything that was begun has ended well. */
  async end(): Promise<void> {
    for (const problem of await Promise.all(this.#underWay)) expect(problem).toBeUndefined();
  }

  close(): void {
    this.#subject.close();
  }
}

/** Somebody who has listened to a tenant from the beginning. */
export class TenantListener {
  readonly catalog: ToolCatalog;
  readonly heard: CatalogEvent[] = [];

  static async open({ stores }: StorePlace, tenant: string): Promise<TenantListener> {
    return new TenantListener(await openCatalog(stores[1], { tenant }));
  }

  private constructor(catalog: ToolCatalog) {
    this.catalog = catalog;
    catalog.subscribe((event) => this.heard.push(event), { after: 0 });
  }

  async heardUntil(sequence: number): Promise<readonly CatalogEvent[]> {
    await vi.waitFor(() => expect(this.heard.length).toBeGreaterThanOrEqual(sequence), PATIENCE);
    return this.heard;
  }
}
