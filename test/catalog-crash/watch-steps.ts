import type { SqliteDatabase } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { interceptQueries } from './intercept-queries.ts';
import type { StoreOptions } from './open-catalog-store.ts';

/** Makes a store tell before and after each statement; with PostgreSQL also when one is on its way. */
export function watchSteps(onStep: () => void): StoreOptions {
  return {
    watchDatabase: (database) => watchDatabase(database, onStep),
    watchPool: (pool) =>
      interceptQueries(pool, async (_, ask) => {
        onStep();
        const answer = ask();
        // By then it is written to the socket.
        setImmediate(onStep);
        const rows = await answer;
        onStep();
        return rows;
      }),
  };
}

function watchDatabase(database: SqliteDatabase, onStep: () => void): SqliteDatabase {
  const watch = <Answer>(act: () => Answer): Answer => {
    onStep();
    const answer = act();
    onStep();
    return answer;
  };
  return {
    exec: (sql) => watch(() => database.exec(sql)),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => watch(() => statement.run(...values)),
        all: (...values) => watch(() => statement.all(...values)),
      };
    },
  };
}
