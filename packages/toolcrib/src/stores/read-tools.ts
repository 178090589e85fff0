import type { ToolSpec, ToolState, ToolVersion } from '../catalog/index.ts';
import { ToolcribError } from '../index.ts';
import { fromColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { SqlRow } from './sql-session.ts';

/** What is stored of some tools, one row for each tool and one for each version, in any order. */
export interface ToolRows {
  readonly tenant: string;
  readonly tools: readonly SqlRow[];
  readonly versions: readonly SqlRow[];
}

/**
 * The frozen tools of their rows.
 *
 * @throws ToolcribError `E_STORE_CORRUPT` that names tenant and tool when a row does not hold what it should.
 */
export function readTools({ tenant, tools, versions }: ToolRows): ReadonlyMap<string, ToolState> {
  const versionRows = groupByName(versions);
  const states = new Map<string, ToolState>();
  for (const row of tools) {
    const column = String(row.name);
    const state = readTool(tenant, row, versionRows.get(column) ?? []);
    states.set(state.name, state);
    versionRows.delete(column);
  }
  for (const orphan of versionRows.keys()) throw toolUnreadable(tenant, orphan);
  return states;
}

function groupByName(rows: readonly SqlRow[]): Map<string, SqlRow[]> {
  const groups = new Map<string, SqlRow[]>();
  for (const row of rows) {
    const column = String(row.name);
    const group = groups.get(column);
    if (group === undefined) groups.set(column, [row]);
    else group.push(row);
  }
  return groups;
}

function readTool(tenant: string, row: SqlRow, versions: readonly SqlRow[]): ToolState {
  try {
    return toState(row, versions);
  } catch (cause) {
    throw toolUnreadable(tenant, String(row.name), { cause });
  }
}

function toolUnreadable(
  tenant: string,
  tool: string,
  options: { readonly cause?: unknown } = {},
): ToolcribError {
  return new ToolcribError(
    'E_STORE_CORRUPT',
    `The stored tool "${tool}" of tenant "${tenant}" cannot be read. Something other than a catalogue has changed it; restore its rows from a backup.`,
    { ...options, context: { tenant, tool } },
  );
}

function toState(row: SqlRow, versionRows: readonly SqlRow[]): ToolState {
  const name = fromColumn(String(row.name));
  const versions = Object.freeze(toVersions(name, versionRows));
  const current = Number(row.current);
  const isCurrent = versions.length === 0 ? current === 0 : versions[current - 1] !== undefined;
  assert(isCurrent, 'The current version is none of those that are there.');
  // A number in SQLite, a boolean in PostgreSQL.
  const enabled = Number(row.enabled) === 1;
  if (row.quarantine !== null) {
    const quarantine = readObject<NonNullable<ToolState['quarantine']>>(row.quarantine);
    return Object.freeze({ name, enabled, quarantine, current, versions });
  }
  assert(versions.length > 0, 'There is neither a version nor a quarantine.');
  return Object.freeze({ name, enabled, current, versions });
}

function toVersions(name: string, rows: readonly SqlRow[]): readonly ToolVersion[] {
  const versions: ToolVersion[] = [];
  for (const row of rows) {
    const index = Number(row.revision) - 1;
    assert(!(index in versions), 'Two versions have the same place.');
    versions[index] = toVersion(name, row);
  }
  assert(versions.length === rows.length, 'There is a place without a version.');
  return versions;
}

function toVersion(name: string, row: SqlRow): ToolVersion {
  const spec = readObject<ToolSpec>(row.spec);
  assert(spec.name === name, 'The spec has another name.');
  assert((spec.version ?? '') === fromColumn(String(row.version)), 'The spec has another version.');
  // Only catalogues write these columns, and they are texts by the type of the table.
  const digest = row.digest as ToolVersion['digest'];
  const source = row.source === null ? undefined : fromColumn(String(row.source));
  const origin = { createdAt: row.created_at as string, ...(source !== undefined && { source }) };
  const version = { spec, digest, ...origin };
  if (row.deprecation === null) return Object.freeze(version);
  const deprecation = readObject<NonNullable<ToolVersion['deprecation']>>(row.deprecation);
  return Object.freeze({ ...version, deprecation });
}

/** Only catalogues write rows, so an object is taken for what it should be. */
function readObject<Value extends object>(text: unknown): Value {
  const value: unknown = JSON.parse(String(text));
  assert(typeof value === 'object' && value !== null && !Array.isArray(value), 'This is no object.');
  return freezeDeeply(value as Value);
}

/** The message is for those who look at the cause. */
function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
