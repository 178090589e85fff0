import type { SqlRow, SqlValue, StoreSession } from 'toolcrib/stores/sqlite';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { type AuditFields, isTimed, ofTenant } from './audit-fields.ts';
import { readObject } from './service-row.ts';
import type { AuditFindings, AuditSearch } from './service-store.ts';

/** The log of a tenant, and how what is searched for is written in its database. */
export interface SearchedLog {
  readonly session: StoreSession;
  readonly fields: AuditFields;
  /** As in the column. */
  readonly tenant: string;
}

/** A condition that an index of the table leads along, in the order of numbers. */
interface IndexPath {
  /** Given the tenant, and then the values. */
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** The numbers between which a search looks, both left out; 0 and none are no bounds. */
interface NumberRange {
  readonly above: number;
  readonly below: number;
}

/** So many entries around a time are looked at, because entries of one moment are not in the order of their times. */
const NEAR = 1_000;
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Searches the table `toolcrib_audit`. Of the indexes that lead to what is searched for, it follows the one whose next
 * `maxLookedAt` entries reach furthest, and no further than these.
 */
export async function searchAuditLog(log: SearchedLog, search: AuditSearch): Promise<AuditFindings> {
  const { newestFirst = false, limit } = search;
  const range = await findRange(log, search);
  if (range.below - range.above <= 1) return { entries: [], next: undefined };
  const { path, end } = await findShortestPath(log, search, range);
  const looked = end === undefined ? range : within(range, { newestFirst, end });
  const entries = await findEntries(log, { search, path, range: looked });
  return { entries, next: entries.length === limit ? entries.at(-1)?.sequence : end };
}

async function findRange(log: SearchedLog, search: AuditSearch): Promise<NumberRange> {
  const { since, until, after, newestFirst = false } = search;
  const from = since === undefined ? 0 : await findStart(log, since);
  const to = until === undefined ? NO_END : await findEnd(log, until);
  return {
    above: newestFirst ? from : Math.max(from, after ?? 0),
    below: newestFirst ? Math.min(to, after ?? NO_END) : to,
  };
}

/** A number before the entries of a time and later. */
async function findStart({ session, fields, tenant }: SearchedLog, time: string): Promise<number> {
  const sql = `select min(sequence) as first from (select sequence from toolcrib_audit
    where tenant = ? and ${isTimed} and ${fields.at} >= ? order by ${fields.at} limit ${NEAR}) as near`;
  const [row] = await session.all(sql, [tenant, time]);
  const first = toNumber(row?.first) ?? (await findHead(session, tenant));
  return Math.max(0, first - NEAR);
}

/** A number behind the entries of before a time. */
async function findEnd({ session, fields, tenant }: SearchedLog, time: string): Promise<number> {
  const sql = `select max(sequence) as last from (select sequence from toolcrib_audit
    where tenant = ? and ${isTimed} and ${fields.at} < ? order by ${fields.at} desc limit ${NEAR}) as near`;
  const [row] = await session.all(sql, [tenant, time]);
  return (toNumber(row?.last) ?? 0) + NEAR;
}

async function findHead(session: StoreSession, tenant: string): Promise<number> {
  const sql = 'select max(sequence) as head from toolcrib_audit where tenant = ?';
  return toNumber((await session.all(sql, [tenant]))[0]?.head) ?? 0;
}

function toNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

/** The path to follow, and at which number to stop for now; undefined if nothing is left behind that. */
async function findShortestPath(
  log: SearchedLog,
  search: AuditSearch,
  range: NumberRange,
): Promise<{ readonly path: IndexPath; readonly end: number | undefined }> {
  const { newestFirst = false } = search;
  const paths = toPaths(log.fields, search);
  let [shortest] = paths;
  let end: number | undefined;
  for (const path of paths) {
    const reached = await findLast(log, { search, path, range });
    if (reached === undefined) return { path, end: undefined };
    if (end !== undefined && (newestFirst ? reached >= end : reached <= end)) continue;
    end = reached;
    shortest = path;
  }
  return { path: shortest, end };
}

/** Always one at least. */
function toPaths(fields: AuditFields, { subject, actor, status }: AuditSearch): [IndexPath, ...IndexPath[]] {
  const paths: IndexPath[] = [];
  if (actor !== undefined)
    paths.push({ condition: `${ofTenant} = ? and ${fields.actor} = ?`, values: [actor] });
  if (subject !== undefined)
    paths.push({ condition: `${ofTenant} = ? and ${fields.subject} = ?`, values: [subject] });
  if (status !== undefined && status !== 'ok') {
    const condition = `${ofTenant} = ? and ${fields.status} = ? and ${fields.isNotOk}`;
    paths.push({ condition, values: [status] });
  }
  const [first = { condition: 'tenant = ?', values: [] }, ...others] = paths;
  return [first, ...others];
}

interface PathSearch {
  readonly search: AuditSearch;
  readonly path: IndexPath;
  readonly range: NumberRange;
}

/** The number of the last entry on a path that may be looked at now; undefined if there are not as many. */
async function findLast(
  { session, tenant }: SearchedLog,
  { search, path, range }: PathSearch,
): Promise<number | undefined> {
  const sql = `select sequence from toolcrib_audit
    where ${path.condition} and sequence > ? and sequence < ?
    order by ${orderOf(search)} limit 1 offset ?`;
  const values = [tenant, ...path.values, range.above, range.below, search.maxLookedAt - 1];
  return toNumber((await session.all(sql, values))[0]?.sequence);
}

function orderOf({ newestFirst = false }: AuditSearch): string {
  return newestFirst ? 'sequence desc' : 'sequence';
}

/** The part of a range up to an end. */
function within(
  { above, below }: NumberRange,
  { newestFirst, end }: { readonly newestFirst: boolean; readonly end: number },
): NumberRange {
  return newestFirst ? { above: end - 1, below } : { above, below: end + 1 };
}

async function findEntries(
  { session, fields, tenant }: SearchedLog,
  { search, path, range }: PathSearch,
): Promise<readonly AuditEntry[]> {
  const { subject, actor, status, since, until, limit } = search;
  const given: readonly (readonly [string, string | undefined])[] = [
    [`${fields.subject} = ?`, subject],
    [`${fields.actor} = ?`, actor],
    [`${fields.status} = ?`, status],
    [`${fields.at} >= ?`, since],
    [`${fields.at} < ?`, until],
  ];
  // What the path says already is not said again: a database could take another one for it.
  const others = given.flatMap(([condition, value]) =>
    value === undefined || path.condition.includes(condition) ? [] : [{ condition: plain(condition), value }],
  );
  const conditions = [path.condition, ...others.map(({ condition }) => condition)].join(' and ');
  const sql = `select entry from toolcrib_audit
    where ${conditions} and sequence > ? and sequence < ? order by ${orderOf(search)} limit ?`;
  const values = others.map(({ value }) => value);
  const rows = await session.all(sql, [
    ...[tenant, ...path.values, ...values],
    ...[range.above, range.below, limit],
  ]);
  return rows.map((row: SqlRow) => readObject<AuditEntry>(row, 'entry'));
}

/** A condition for which no index is looked for. */
function plain(condition: string): string {
  return `(${condition}) is true`;
}
