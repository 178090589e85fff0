import { describe } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { type CrashPlace, createCrashPlace, type StoreKind } from './crash-place.ts';

/** The store that a suite is about. */
export interface StoreUnderTest {
  readonly kind: StoreKind;
  createPlace(): Promise<CrashPlace>;
}

/** A suite for each durable store, named after it. That of a store that is not here says so and is skipped. */
export function describeStores(
  nameOf: (kind: StoreKind) => string,
  run: (store: StoreUnderTest) => void,
): void {
  describe(nameOf('SQLite'), () =>
    run({ kind: 'SQLite', createPlace: () => createCrashPlace('SQLite', null) }),
  );
  describePostgres(nameOf('PostgreSQL'), (serverUrl) =>
    run({ kind: 'PostgreSQL', createPlace: () => createCrashPlace('PostgreSQL', serverUrl) }),
  );
}
