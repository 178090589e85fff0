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
import { catalogWrites, selectFeed } from './catalog-statements.ts';
import { toStoreError } from './failures.ts';
import type { SqliteSession } from './session.ts';

/**
 * The tables of catalogues in SQLite. The connection may be shared with others, so a transaction begins and ends
 * without giving them a chance to come in between.
 */
export class SqliteCatalogDatabase implements CatalogDatabase {
  readonly #session: SqliteSession;

  constructor(session: SqliteSession) {
    this.#session = session;
  }

  async transact<Result>(
    scope: TransactionScope,
    begin: (feed: FeedStart) => CatalogSteps<Result>,
  ): Promise<Result> {
    // Whoever decides on a change may ask for the next one, which must not begin inside of it.
    await undefined;
    this.#attempt(() => this.#session.run(scope.mode === 'read' ? 'begin' : 'begin immediate', []));
    try {
      const result = this.#take(scope, begin);
      const end = scope.mode === 'change' && result === undefined ? 'rollback' : 'commit';
      this.#attempt(() => this.#session.run(end, []));
      return result;
    } catch (error) {
      this.#session.rollBack();
      throw error;
    }
  }

  #take<Result>(
    { tenant, known = 0 }: TransactionScope,
    begin: (feed: FeedStart) => CatalogSteps<Result>,
  ): Result {
    const [row] = this.#attempt(() => this.#session.all(selectFeed, [known, tenant]));
    const steps = begin({
      sequence: Number(row?.last_sequence ?? 0),
      documentSequence: Number(row?.document_sequence ?? 0),
      known: typeof row?.event === 'string' ? row : undefined,
    });
    let next = steps.next();
    while (!next.done) {
      const step = next.value;
      next = steps.next(this.#attempt(() => this.#perform(tenant, step)));
    }
    return next.value;
  }

  #perform(tenant: string, step: CatalogStep): readonly SqlRow[] {
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
