import { formatValue } from '../format.ts';
import { engineIds, engineNames } from './engines/load-engine.ts';
import type { SearchSpeed } from './measure-speed.ts';
import type { Outcome } from './outcome.ts';
import { printTable, type TableRow } from './print-table.ts';

const columns: Readonly<Record<keyof SearchSpeed, string>> = {
  mean: 'mean',
  p50: 'p50',
  p99: 'p99',
  cpuMean: 'CPU mean',
  cpuP99: 'CPU p99',
  index: 'index',
  memory: 'memory',
  change: 'change',
};
// The keys of an object that is written here.
const parts = Object.keys(columns) as (keyof SearchSpeed)[];

/** One table for a set: what each engine needs. */
export function printSpeed({ subject, figures }: Outcome): void {
  const { toolCount, queryCount } = figures.ours;
  const rows = engineIds.flatMap((id): TableRow[] => {
    const { speed } = figures[id];
    if (speed === undefined) return [];
    const cells = parts.map((part) => formatValue(speed[part], part === 'memory' ? 'bytes' : 'nanoseconds'));
    return [{ name: engineNames[id], cells }];
  });
  const title = `${subject.name}: ${toolCount} tools, ${queryCount} queries`;
  printTable({ title, columns: Object.values(columns), rows });
}
