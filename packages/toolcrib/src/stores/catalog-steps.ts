import type { CatalogWrite } from './catalog-write.ts';
import type { SqlRow, SqlValue } from './sql-session.ts';

/** What a transaction asks of its database next. */
export type CatalogStep =
  /** Every `?` stands for the next value. */
  | { readonly sql: string; readonly values: readonly SqlValue[] }
  | ToolSelectStep
  /** Answered with no rows, when others have had their turn, or at once where they could get into the transaction. */
  | { readonly pause: () => Promise<void> }
  /** Answered with no rows. The writes take effect in their order. */
  | { readonly writes: readonly CatalogWrite[] };

/** Reads some tools in any order: one row for each tool, or for each version. */
export interface ToolSelectStep {
  readonly select: 'tools' | 'versions';
  /** As in their column. */
  readonly names: readonly string[];
}

/** The statements for all tools of a tenant; a condition for the name may follow. */
export const toolSelects: Readonly<Record<ToolSelectStep['select'], string>> = {
  tools: 'select name, current, enabled, quarantine from toolcrib_tools where tenant = ?',
  versions: `select name, version, revision, spec, digest, created_at, source, deprecation
    from toolcrib_tool_versions where tenant = ?`,
};

/**
 * A transaction step by step. It does not know whether its database answers at once, as SQLite does, where nobody else
 * may use the connection in between, or later, as PostgreSQL does.
 */
export type CatalogSteps<Result> = Generator<CatalogStep, Result, readonly SqlRow[]>;

/** Which tenant a transaction is about, and what it is for. */
export interface TransactionScope {
  readonly tenant: string;
  /**
   * `read` sees one moment and writes nothing; `change` is alone in changing the tenant, from its beginning on; `count`
   * writes what needs no order.
   */
  readonly mode: 'read' | 'change' | 'count';
  /** The number of an event that a change begins with. */
  readonly known?: number;
}

/** Where the feed of a tenant is when a transaction begins. */
export interface FeedStart {
  /** The number of the last event, 0 if there is none. */
  readonly sequence: number;
  /** The number of the last event of the last change of a document, 0 if there was none. */
  readonly documentSequence: number;
  /** The row of the event that a change begins with, unless there is none. */
  readonly known: SqlRow | undefined;
}

/** A database with the tables of catalogues, which are there already. */
export interface CatalogDatabase {
  /**
   * Takes the steps in one transaction. They are begun with where the feed of the tenant is. If one fails, if they throw, or if a change answers undefined, nothing has changed.
   *
   * What the database throws becomes a ToolcribError `E_STORE_…`; what the steps throw is
   * passed on as it is.
   */
  transact<Result>(
    scope: TransactionScope,
    begin: (feed: FeedStart) => CatalogSteps<Result>,
  ): Promise<Result>;
}
