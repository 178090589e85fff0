/** The answer to a query, as `pg` gives it. */
export interface PostgresAnswer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** A connection that was taken from a pool. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  /** Gives the connection back; with `true` it is closed instead. */
  release(destroy?: boolean): void;
}

/**
 * A `Pool` of `pg`. It stays the user's, who also ends it. Listen to its `error` event: without a listener
 * the process dies when the server drops an idle connection.
 */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  connect(): Promise<PostgresClient>;
}
