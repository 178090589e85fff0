import { type EngineId, engineIds, engineNames } from './engines/load-engine.ts';
import type { Quality } from './metrics.ts';
import { meanOver, type Outcome } from './outcome.ts';
import { printTable, type TableRow } from './print-table.ts';

const titles: Readonly<Record<keyof Quality, string>> = {
  ndcg10: 'NDCG@10',
  recall1: 'recall@1',
  recall5: 'recall@5',
  recall10: 'recall@10',
};

/** One table for each measure, with what ours is to the plain ones. */
export function printQuality(outcomes: readonly Outcome[]): void {
  for (const [measure, title] of Object.entries(titles)) {
    // The keys of an object that is written here.
    const key = measure as keyof Quality;
    const rows = outcomes.map(({ subject, figures }) =>
      toRow(subject.name, (engine) => figures[engine].quality[key]),
    );
    const means = toRow('mean', (engine) => meanOver(outcomes, engine)[key]);
    const columns = [...engineIds.map((id) => engineNames[id]), '× BM25', '× MiniS.'];
    printTable({ title, columns, rows: [...rows, means] });
  }
}

function toRow(name: string, getValue: (engine: EngineId) => number): TableRow {
  const ours = getValue('ours');
  const values = engineIds.map((id) => getValue(id).toFixed(4));
  const ratios = (['bm25', 'mini-search'] as const).map((id) => (ours / getValue(id)).toFixed(3));
  return { name, cells: [...values, ...ratios] };
}
