import type { Pool, PoolClient } from 'pg';
import type { PostgresPool } from '../../packages/toolcrib/src/stores/postgres/index.ts';

type Rewrite = (sql: string) => string;

/** A pool whose statements are changed on their way to the server. */
export function rewritePool(pool: Pool, rewrite: Rewrite): PostgresPool {
  return {
    query: async (text, values) => await pool.query(rewrite(text), values),
    connect: async () => rewriteClient(await pool.connect(), rewrite),
  };
}

function rewriteClient(client: PoolClient, rewrite: Rewrite): PoolClient {
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return (...asked: readonly unknown[]) => query(target, rewrite, asked);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Asks with a text and values, or with a statement that has a name. */
function query(client: PoolClient, rewrite: Rewrite, [asked, values]: readonly unknown[]): unknown {
  if (typeof asked === 'string') return client.query(rewrite(asked), values as unknown[] | undefined);
  const statement = asked as { readonly name: string; readonly text: string; readonly values: unknown[] };
  return client.query({ ...statement, text: rewrite(statement.text) });
}
