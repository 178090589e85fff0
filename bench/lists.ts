// How long filtered lists take in a service with many calls. `node bench/lists.ts [--rows 1000000] [--only sqlite|postgres]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operatorPrincipal } from '../packages/server/src/auth/operator-principal.ts';
import { createService } from '../packages/server/src/service/create-service.ts';
import { openServiceDatabase } from '../packages/server/src/store/open-service-database.ts';
import type { ServiceDatabase } from '../packages/server/src/store/service-database.ts';
import { fillPostgres, fillSqlite } from './lib/lists/fill-calls.ts';
import { NO_POSTGRES_NOTE, withPostgres } from './lib/with-postgres.ts';

const ROUNDS = 5;
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string' } },
});
const rows = Number(values.rows);

/** Where a deep page begins, and times of the calls. */
const start = Date.UTC(2026, 0, 1);
const timeOf = (part: number) => new Date(start + Math.floor(rows * part) * 1_000).toISOString();

const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no filter': {},
  'a tool of many calls': { tool: 'tool-1' },
  'a tool of few calls': { tool: 'tool-rare' },
  'a caller of many calls': { caller: 'key:1' },
  'a caller of few calls': { caller: 'key:rare' },
  'a status of 1 %': { status: 'failed' },
  'a status of ten calls': { status: 'timed_out' },
  'ok only': { status: 'ok' },
  'an hour in the middle': {
    since: timeOf(0.5),
    until: new Date(start + rows * 500 + 3_600_000).toISOString(),
  },
  'tool, caller and time': { tool: 'tool-1', caller: 'key:1', since: timeOf(0.2), until: timeOf(0.8) },
  'tool and status': { tool: 'tool-2', status: 'failed' },
  'tool and caller that never meet': { tool: 'tool-1', caller: 'key:2' },
};

async function measure(title: string, database: ServiceDatabase, fill: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await fill();
  console.log(`\n${title}: ${rows} calls and audit entries, filled in ${seconds(begun)} s`);
  const { fetch, service, close } = await createService({ database, hosts: ['*'], tools: [] });
  const grants = [{ tenant: 'default', roles: ['admin' as const], scopes: ['*'] }];
  const { key } = await service.keys.create({ name: 'bench', grants }, operatorPrincipal);
  const ask = async (list: string, query: Readonly<Record<string, string>>) => {
    const url = `http://localhost/v1/tenants/default/${list}?${new URLSearchParams({ limit: '50', ...query })}`;
    const response = await fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }));
    // The three lists answer in a form of their own.
    const body = (await response.json()) as {
      items?: unknown[];
      nextCursor?: string | null;
      cursor?: string;
    };
    if (response.status !== 200) throw new Error(JSON.stringify(body));
    return { count: body.items?.length ?? 0, next: body.nextCursor ?? body.cursor };
  };
  for (const list of ['calls', 'audit', 'events']) {
    console.log(`\n${list.padEnd(36)}first page ms     items   next page ms`);
    for (const [name, filter] of Object.entries(filters)) {
      const first = await timed(() => ask(list, filter));
      const { next, count } = first.answer;
      const deep = next == null ? undefined : await timed(() => ask(list, { ...filter, after: next }));
      const figures = [first.ms.toFixed(1).padStart(13), String(count).padStart(10)];
      console.log(`${name.padEnd(36)}${figures.join('')}${(deep?.ms.toFixed(1) ?? '-').padStart(15)}`);
    }
  }
  await close();
}

async function timed<Answer>(work: () => Promise<Answer>) {
  const times: number[] = [];
  let answer = await work();
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    answer = await work();
    times.push(performance.now() - begun);
  }
  return { answer, ms: times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0 };
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(0);
}

if (values.only !== 'postgres') {
  const dataFolder = await mkdtemp(join(tmpdir(), 'toolcrib-lists-'));
  const database = await openServiceDatabase({ dataFolder });
  await measure('SQLite', database, () => fillSqlite(database.place, { rows, start }));
  await database.close();
  await rm(dataFolder, { recursive: true });
}
if (values.only !== 'sqlite') {
  await withPostgres(async (url) => {
    if (url === undefined) return console.log(NO_POSTGRES_NOTE);
    const database = await openServiceDatabase({ databaseUrl: url });
    await measure('PostgreSQL', database, () => fillPostgres(url, { rows, start }));
    await database.close();
  });
}
