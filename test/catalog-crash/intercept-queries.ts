import type {
  PostgresAnswer,
  PostgresClient,
  PostgresPool,
} from '../../packages/toolcrib/src/stores/postgres/index.ts';

/** Asks the server, or not; gets the text of the statement. */
export type AroundQuery = (sql: string, ask: () => Promise<PostgresAnswer>) => Promise<PostgresAnswer>;

/** A pool, with something around every statement on its connections. */
export function interceptQueries(pool: PostgresPool, around: AroundQuery): PostgresPool {
  const intercept = <Target extends Pick<PostgresPool, 'query'>>(
    target: Target,
    own: Partial<Target>,
  ): Target =>
    new Proxy(target, {
      get: (_, key) => {
        if (key in own) return Reflect.get(own, key);
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (key !== 'query') return value.bind(target);
        return (statement: string | { readonly text: string }, ...rest: unknown[]) =>
          around(typeof statement === 'string' ? statement : statement.text, () =>
            value.call(target, statement, ...rest),
          );
      },
    });
  return intercept(pool, { connect: async () => intercept<PostgresClient>(await pool.connect(), {}) });
}
