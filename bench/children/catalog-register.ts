import { openCatalog, type ToolSpec } from 'toolcrib/catalog';
import { openSqlite } from 'toolcrib/stores/sqlite';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import { createSpec, createSpecs } from '../lib/specs.ts';
import type { Sample } from '../lib/statistics.ts';
import { getWallTime } from '../lib/wall-time.ts';

interface Input {
  readonly place: CatalogPlace;
  /** For the bare rows of SQLite. */
  readonly rawPlace?: CatalogPlace;
  /** How many tools there are before. */
  readonly count: number;
  readonly effort: Effort;
}

/** More than are registered in any run; beyond it they are made when they are needed. */
const SUPPLY = 10_000;

/** One registration after another, each committed, beside bare transactions of one row. */
export async function measure({ place, rawPlace, count, effort }: Input): Promise<Sample[]> {
  const { store, close } = await openPlace(place);
  const catalog = await openCatalog(store);
  const [existing, supply] = [createSpecs(count), createSpecs(SUPPLY, count)];
  const specAt = (index: number) => supply[index] ?? createSpec(count + index);
  await catalog.registerAll(existing);
  const raw = rawPlace?.kind === 'SQLite' ? openRaw(rawPlace.path, existing) : undefined;
  const sides: Side[] = [
    ...(raw === undefined ? [] : [{ name: 'raw', run: (index: number) => raw.write(specAt(index)) }]),
    { name: 'ours', isAsync: true, run: (index) => catalog.register(specAt(index)) },
  ];
  const samples = await measureRoundRobin(sides, effort, getWallTime);
  catalog.close();
  await close();
  raw?.close();
  return samples;
}

/** A table with a row for each tool. */
function openRaw(path: string, existing: readonly ToolSpec[]) {
  const database = openSqlite(path);
  database.exec('create table tools (name text primary key, spec text not null)');
  const insert = database.prepare('insert into tools (name, spec) values (?, ?)');
  const write = (spec: ToolSpec) => insert.run(spec.name, JSON.stringify(spec));
  database.exec('begin');
  for (const spec of existing) write(spec);
  database.exec('commit');
  return { write, close: () => database.close() };
}
