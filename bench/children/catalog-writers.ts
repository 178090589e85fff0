import type { Pool } from 'pg';
import { openCatalog, type ToolSpec } from 'toolcrib/catalog';
import { openPlace } from '../lib/catalog-place.ts';
import { createEmptyPlace } from '../lib/empty-place.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import { createSpec } from '../lib/specs.ts';
import type { Sample } from '../lib/statistics.ts';
import { getWallTime } from '../lib/wall-time.ts';

interface Input {
  readonly serverUrl: string;
  readonly writers: number;
  readonly effort: Effort;
}

type Write = (spec: ToolSpec) => Promise<unknown>;

/** How many tools every writer registers in one run, one after another. */
const SERIES = 4;

/** Writers in PostgreSQL at the same time, each in a tenant of its own; nanoseconds by the clock for one tool. */
export async function measure({ serverUrl, writers, effort }: Input): Promise<Sample[]> {
  const { place, remove } = await createEmptyPlace(serverUrl);
  const opened = await openPlace(place);
  if (opened.kind !== 'PostgreSQL') throw new Error('This is measured on PostgreSQL only.');
  const tenants = Array.from({ length: writers }, (_, index) => `tenant-${index}`);
  const catalogs = await Promise.all(tenants.map((tenant) => openCatalog(opened.store, { tenant })));
  const raw = await createRawWrites(opened.pool, tenants);
  const ours = catalogs.map(
    (catalog): Write =>
      (spec) =>
        catalog.register(spec),
  );
  const sides = [createSide('raw', raw), createSide('ours', ours)];
  const samples = await measureRoundRobin(sides, effort, getWallTime);
  for (const catalog of catalogs) catalog.close();
  await opened.close();
  await remove();
  const perTool = (value: number) => value / writers / SERIES;
  return samples.map(({ name, values }) => ({ name, values: values.map(perTool) }));
}

function createSide(name: string, writes: readonly Write[]): Side {
  const writeSeries = async (write: Write, run: number) => {
    for (let item = 0; item < SERIES; item++) await write(createSpec(run * SERIES + item));
  };
  return {
    name,
    isAsync: true,
    run: (index) => Promise.all(writes.map((write) => writeSeries(write, index))),
  };
}

/** One transaction of one row for each tool. */
async function createRawWrites(pool: Pool, tenants: readonly string[]): Promise<Write[]> {
  await pool.query(
    'create table tools (tenant text, name text, spec text not null, primary key (tenant, name))',
  );
  const text = 'insert into tools (tenant, name, spec) values ($1, $2, $3)';
  return tenants.map((tenant) => async (spec) => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query({ name: 'raw insert', text, values: [tenant, spec.name, JSON.stringify(spec)] });
    await client.query('commit');
    client.release();
  });
}
