import { ToolcribError } from '../index.ts';
import {
  type EntrySummary,
  type InsertOutcome,
  isEnded,
  type LedgerEntry,
  type LedgerFindings,
  type LedgerQuery,
  type LedgerSearch,
  type SearchableLedger,
} from '../runtime/index.ts';
import { fromColumn, toColumn } from './column-text.ts';
import {
  changingColumns,
  fixedColumns,
  readRow,
  readSummary,
  summaryColumns,
  toChangingValues,
  toFixedValues,
} from './entry-row.ts';
import { ORDERED_ID, searchCalls, startsWith } from './search-calls.ts';
import type { SqlSession, SqlValue } from './sql-session.ts';

/** How often a key is tried again that was taken at one moment and free at the next. */
const MAX_ATTEMPTS = 10;

const insertCall = `insert into toolcrib_calls (${changingColumns.join()}, ${fixedColumns})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

const selectClashes = `select invocation_id, entry from toolcrib_calls
  where invocation_id = ? or (tenant = ? and caller_id = ? and idempotency_key = ?)`;

/** What never changes is not set: a database would write the indexes of it again. */
const updateCall = `update toolcrib_calls set ${changingColumns.map((column) => `${column} = ?`).join()}
  where invocation_id = ? and revision = ?`;

const selectCall = 'select invocation_id, entry from toolcrib_calls where invocation_id = ?';

/** The few calls that have not ended have an index of their own. */
const countWaiting = `select tenant, count(*) as calls from toolcrib_calls
  where ended_at is null and state = 'waiting' group by tenant`;

const deleteEnded = 'delete from toolcrib_calls where ended_at < ?';

const deleteSomeEnded = `delete from toolcrib_calls where invocation_id in (
  select invocation_id from toolcrib_calls where ended_at < ? order by ended_at limit ?)`;

/** A ledger in the table `toolcrib_calls`, which is there already. */
export class SqlLedger implements SearchableLedger {
  readonly isDurable: boolean;
  readonly #session: SqlSession;

  constructor(session: SqlSession, options: { readonly isDurable: boolean }) {
    this.#session = session;
    this.isDurable = options.isDurable;
  }

  async insert(entry: LedgerEntry): Promise<InsertOutcome> {
    const row = [...toChangingValues(entry), ...toFixedValues(entry)];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if ((await this.#session.run(insertCall, row)) === 1) return { inserted: true };
      const existing = await this.#findClash(entry);
      // Undefined when the key was given back between the two statements.
      if (existing !== undefined) return { inserted: false, existing };
    }
    throw refuse(entry, `its idempotency key was taken and given back ${MAX_ATTEMPTS} times`);
  }

  async replace(entry: LedgerEntry): Promise<boolean> {
    const { invocationId, revision } = entry;
    const values = [...toChangingValues(entry), invocationId, revision - 1];
    return (await this.#session.run(updateCall, values)) === 1;
  }

  async get(invocationId: string): Promise<LedgerEntry | undefined> {
    const [row] = await this.#session.all(selectCall, [invocationId]);
    return row && readRow(row);
  }

  async find(query: LedgerQuery): Promise<readonly LedgerEntry[]> {
    if (query.states.length === 0) return [];
    const { sql, values } = toSelect('invocation_id, entry', query);
    return Object.freeze((await this.#session.all(sql, values)).map(readRow));
  }

  async findSummaries(query: LedgerQuery): Promise<readonly EntrySummary[]> {
    if (query.states.length === 0) return [];
    const { sql, values } = toSelect(summaryColumns, query);
    return Object.freeze((await this.#session.all(sql, values)).map(readSummary));
  }

  async search(search: LedgerSearch): Promise<LedgerFindings> {
    return await searchCalls(this.#session, search);
  }

  async countWaiting(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#session.all(countWaiting, []);
    return new Map(rows.map(({ tenant, calls }) => [fromColumn(String(tenant)), Number(calls)]));
  }

  async prune(endedBefore: number, limit?: number): Promise<number> {
    if (limit === undefined) return await this.#session.run(deleteEnded, [endedBefore]);
    return await this.#session.run(deleteSomeEnded, [endedBefore, limit]);
  }

  /** What keeps an entry from being inserted. Throws if it is the entry of the same invocation. */
  async #findClash(entry: LedgerEntry): Promise<LedgerEntry | undefined> {
    const { invocationId, tenant, callerId, idempotencyKey } = entry;
    const rows = await this.#session.all(selectClashes, [
      invocationId,
      toColumn(tenant),
      toColumn(callerId),
      idempotencyKey === null ? null : toColumn(idempotencyKey),
    ]);
    if (rows.some((row) => row.invocation_id === invocationId)) throw refuse(entry, 'it is there already');
    return rows[0] && readRow(rows[0]);
  }
}

function toSelect(columns: string, query: LedgerQuery) {
  const { states, tenant, callerId, owner, endedFrom, newestFirst = false, after, limit } = query;
  const conditions = [`state in (${states.map(() => '?').join()})`];
  const values: SqlValue[] = [...states];
  const add = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  add('tenant = ?', tenant && toColumn(tenant));
  add('caller_id = ?', callerId && toColumn(callerId));
  add('owner = ?', owner && toColumn(owner));
  const isOfCaller = tenant !== undefined && callerId !== undefined && states.some(isEnded);
  // Nor must calls that are found by their end be looked for in the order of all ids.
  const id = isOfCaller || endedFrom !== undefined ? ORDERED_ID : 'invocation_id';
  add(`${id} ${newestFirst ? '<' : '>'} ?`, after);
  add('ended_at >= ?', endedFrom);
  // The few calls that have not ended have an index of their own; others are found by that of the callers.
  if (!states.some(isEnded)) conditions.push('ended_at is null');
  else if (isOfCaller) {
    add(startsWith('tenant'), toColumn(tenant));
    add(startsWith('caller_id'), toColumn(callerId));
  }
  const where = conditions.join(' and ');
  const order = newestFirst ? `${id} desc` : id;
  const sql = `select ${columns} from toolcrib_calls where ${where} order by ${order} limit ?`;
  return { sql, values: [...values, limit] };
}

function refuse({ invocationId }: LedgerEntry, reason: string): ToolcribError {
  return new ToolcribError(
    'E_LEDGER_FAILED',
    `The ledger cannot take the entry of call "${invocationId}": ${reason}.`,
    { context: { invocationId } },
  );
}
