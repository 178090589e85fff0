import { setTimeout as wait } from 'node:timers/promises';
import { openCatalog } from 'toolcrib/catalog';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { getMachineTime } from '../lib/machine-time.ts';
import { createSpec } from '../lib/specs.ts';

interface Input {
  readonly place: CatalogPlace;
  readonly changes: number;
  /** The number of the first tool that is new. */
  readonly first: number;
}

/** One change, in the time of {@link getMachineTime}. */
export interface WrittenChange {
  readonly name: string;
  readonly calledAt: number;
  readonly committedAt: number;
}

const MAX_PAUSE_MS = 30;
/** Before it ends: what a process has to announce may be lost when it closes its connections at once. */
const LAST_PAUSE_MS = 200;

/** Registers one tool after another, at moments that no poll can be in step with. */
export async function measure({ place, changes, first }: Input): Promise<WrittenChange[]> {
  const { store, close } = await openPlace(place);
  const catalog = await openCatalog(store);
  const written: WrittenChange[] = [];
  for (let index = 0; index < changes; index++) {
    await wait(Math.random() * MAX_PAUSE_MS);
    const spec = createSpec(first + index);
    const calledAt = getMachineTime();
    await catalog.register(spec);
    written.push({ name: spec.name, calledAt, committedAt: getMachineTime() });
  }
  await wait(LAST_PAUSE_MS);
  catalog.close();
  await close();
  return written;
}
