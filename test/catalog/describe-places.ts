import { afterAll, beforeAll, describe } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import {
  openMemoryPlace,
  openPostgresPlace,
  openSqlitePlace,
  type StoreKind,
  type StorePlace,
} from './store-place.ts';

/** The place that a suite is about. */
export interface PlaceUnderTest {
  readonly kind: StoreKind;
  /** Opened for the suite; only tests can ask for it. */
  place(): StorePlace;
  /** A tenant that nobody has used in this place. */
  nextTenant(): string;
}

/** A suite for each store, named after it. That of PostgreSQL is skipped, and says so, where there is none. */
export function describePlaces(name: string, run: (place: PlaceUnderTest) => void): void {
  describe(`${name}, on memory`, () => openFor('memory', openMemoryPlace, run));
  describe(`${name}, on SQLite`, () => openFor('SQLite', openSqlitePlace, run));
  describePostgres(`${name}, on PostgreSQL`, (serverUrl) =>
    openFor('PostgreSQL', () => openPostgresPlace(serverUrl), run),
  );
}

function openFor(
  kind: StoreKind,
  open: () => Promise<StorePlace>,
  run: (place: PlaceUnderTest) => void,
): void {
  let opened: StorePlace | undefined;
  let tenants = 0;

  beforeAll(async () => {
    opened = await open();
  });

  afterAll(async () => {
    await opened?.remove();
  });

  run({
    kind,
    place: () => {
      if (opened === undefined) throw new Error('A place is there as long as tests run.');
      return opened;
    },
    nextTenant: () => {
      tenants += 1;
      return `tenant-${tenants}`;
    },
  });
}
