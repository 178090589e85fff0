import type { DeprecatedUse, UseRecord } from '../catalog/index.ts';
import { ToolcribError } from '../index.ts';
import { toVersionColumn } from './catalog-batch.ts';
import { fromColumn, toColumn } from './column-text.ts';
import type { SqlRow, SqlValue } from './sql-session.ts';

/**
 * The rows that count some uses, one for each version and consumer, sorted: whoever counts the same ones at the same
 * time takes their rows in the same order.
 */
export function toUseRows(uses: readonly UseRecord[]): readonly (readonly SqlValue[])[] {
  const sums = new Map<string, DeprecatedUse>();
  for (const { at, ...use } of uses) {
    const key = JSON.stringify([use.name, use.version ?? '', use.consumer]);
    const { count, firstAt, lastAt } = sums.get(key) ?? { count: 0, firstAt: at, lastAt: at };
    sums.set(key, {
      ...use,
      count: count + 1,
      firstAt: at < firstAt ? at : firstAt,
      lastAt: at > lastAt ? at : lastAt,
    });
  }
  return [...sums.values()].sort(compareUses).map(({ name, version, consumer, count, firstAt, lastAt }) => {
    return [toColumn(name), toVersionColumn(version), toColumn(consumer), count, firstAt, lastAt];
  });
}

/**
 * The frozen uses of rows, sorted by name, version and consumer: no database sorts by code unit.
 *
 * @throws ToolcribError `E_STORE_CORRUPT` that names the tenant when a row cannot be read.
 */
export function readUses(tenant: string, rows: readonly SqlRow[]): readonly DeprecatedUse[] {
  try {
    return Object.freeze(rows.map(readUse).sort(compareUses));
  } catch (cause) {
    const message = `A stored use of a deprecated version, of tenant "${tenant}", cannot be read. Delete its row.`;
    throw new ToolcribError('E_STORE_CORRUPT', message, { cause, context: { tenant } });
  }
}

function readUse(row: SqlRow): DeprecatedUse {
  const version = fromColumn(String(row.version));
  return Object.freeze({
    name: fromColumn(String(row.name)),
    ...(version !== '' && { version }),
    consumer: fromColumn(String(row.consumer)),
    count: Number(row.count),
    firstAt: String(row.first_at),
    lastAt: String(row.last_at),
  });
}

function compareUses(left: DeprecatedUse, right: DeprecatedUse): number {
  return (
    compareTexts(left.name, right.name) ||
    compareTexts(left.version ?? '', right.version ?? '') ||
    compareTexts(left.consumer, right.consumer)
  );
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
