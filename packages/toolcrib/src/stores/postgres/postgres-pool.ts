/** The answer to a query, as `pg` gives it. */
export interface PostgresAnswer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** A statement that the server keeps under its name, for as long as the connection lasts. */
export interface PostgresStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** What a connection that listens is told. */
export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** A connection that was taken from a pool. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  query(statement: PostgresStatement): Promise<PostgresAnswer>;
  /** Gives the connection back; with `true` it is closed instead. */
  release(destroy?: boolean): void;
  on(event: 'notification', listener: (notification: PostgresNotification) => void): unknown;
  /** Without a listener, an error of the connection ends the process. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  removeListener(event: 'notification', listener: (notification: PostgresNotification) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'end', listener: () => void): unknown;
}

/**
 * A `Pool` of `pg`. It stays the user's, who also ends it. Listen to its `error` event: without a listener
 * the process dies when the server drops an idle connection.
 */
export interface PostgresPool {
  /** As `pg` has it; looked at to see whether there is room for all who need a connection. */
  readonly options?: { readonly max?: number | undefined } | undefined;
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  connect(): Promise<PostgresClient>;
}
