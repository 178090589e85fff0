import type { ToolcribError } from '../../index.ts';
import {
  type CatalogDatabase,
  type CatalogStep,
  type CatalogSteps,
  type FeedStart,
  type ToolSelectStep,
  type TransactionScope,
  toolSelects,
} from '../catalog-steps.ts';
import type { SqlRow } from '../sql-session.ts';
import { storeFailed } from '../store-error.ts';
import { catalogWrites, selectFeed } from './catalog-statements.ts';
import { toStoreError } from './failures.ts';
import type { SqliteSession } from './session.ts';
import type { SharedSession } from './shared-session.ts';

/**
 * The tables of catalogues in SQLite. The connection may be shared with others, so a transaction begins and ends
 * without giving them a chance to come in between.
 */
export class SqliteCatalogDatabase implements CatalogDatabase {
  readonly #session: SqliteSession;
  readonly #shared: SharedSession | undefined;

  /** @param shared what everybody else on the connection writes with: a transaction lets others have their turn then. */
  constructor(session: SqliteSession, shared?: SharedSession) {
    this.#session = session;
    this.#shared = shared;
  }

  async transact<Result>(
    scope: TransactionScope,
    begin: (feed: FeedStart) => CatalogSteps<Result>,
  ): Promise<Result> {
    // Whoever decides on a change may ask for the next one, which must not begin inside of it.
    await undefined;
    while (this.#shared?.longTransaction !== undefined) await this.#shared.longTransaction;
    this.#attempt(() => this.#session.run(scope.mode === 'read' ? 'begin' : 'begin immediate', []));
    let long: ReturnType<SharedSession['beginLong']> | undefined;
    try {
      const steps = begin(this.#readFeed(scope));
      let next = steps.next();
      while (!next.done) {
        const step = next.value;
        if ('pause' in step) {
          // The only place where others have their turn before the end.
          long ??= this.#shared?.beginLong();
          if (long !== undefined) await step.pause();
          if (long?.isCut()) throw cutShort();
          next = steps.next([]);
        } else next = steps.next(this.#attempt(() => this.#perform(scope.tenant, step)));
      }
      const result = next.value;
      const end = scope.mode === 'change' && result === undefined ? 'rollback' : 'commit';
      this.#attempt(() => this.#session.run(end, []));
      return result;
    } catch (error) {
      if (!long?.isCut()) this.#session.rollBack();
      throw error;
    } finally {
      long?.end();
    }
  }

  #readFeed({ tenant, known = 0 }: TransactionScope): FeedStart {
    const [row] = this.#attempt(() => this.#session.all(selectFeed, [known, tenant]));
    return {
      sequence: Number(row?.last_sequence ?? 0),
      documentSequence: Number(row?.document_sequence ?? 0),
      known: typeof row?.event === 'string' ? row : undefined,
    };
  }

  #perform(tenant: string, step: Exclude<CatalogStep, { readonly pause: unknown }>): readonly SqlRow[] {
    if ('sql' in step) return this.#session.all(step.sql, step.values);
    if ('select' in step) return this.#select(tenant, step);
    for (const { kind, rows } of step.writes) {
      const statement = this.#session.prepare(catalogWrites[kind]);
      for (const row of rows) statement.run(tenant, ...row);
    }
    return [];
  }

  #select(tenant: string, { select, names }: ToolSelectStep): readonly SqlRow[] {
    const sql = toolSelects[select];
    return names.flatMap((name) => this.#session.all(`${sql} and name = ?`, [tenant, name]));
  }

  #attempt<Answer>(ask: () => Answer): Answer {
    try {
      return ask();
    } catch (error) {
      // Those of a connection that was closed do not work again when it is opened again.
      this.#session.forgetStatements();
      throw toStoreError(error);
    }
  }
}

/** The connection was about to be closed, and nothing of a large change was committed. */
function cutShort(): ToolcribError {
  return storeFailed('unreachable', { cause: new Error('The connection was closed during a large change.') });
}
