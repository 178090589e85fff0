import type { ApiClient } from '../client/api-client.ts';
import { ApiProblem } from '../client/api-problem.ts';
import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import type { CliSession } from '../session.ts';
import type { Finding } from './finding.ts';

const MOST = 100_000;

/** How many tools there are, and how many of them nobody can call. */
export async function checkTools(client: ApiClient, { path }: CliSession): Promise<Finding> {
  const check = 'tools';
  const tools = await listCatalog(client, path('catalog', 'tools'));
  if (tools === undefined) {
    return { check, status: 'warn', found: 'Not looked at: the key may not read the catalogue.' };
  }
  const counts = new Map<string, number>();
  for (const tool of tools) {
    for (const word of [textOf(tool, 'status'), textOf(tool, 'binding')])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = ['active', 'bound', 'unbound', 'differs', 'disabled', 'quarantined', 'deprecated', 'sunset'];
  const parts = words.flatMap((word) => (counts.has(word) ? [`${counts.get(word)} ${word}`] : []));
  const found = tools.length === 0 ? 'none' : `${tools.length}: ${parts.join(', ')}`;
  const fix = adviseOn(counts);
  return { check, status: fix === undefined ? 'ok' : 'warn', found, fix };
}

function adviseOn(counts: ReadonlyMap<string, number>): string | undefined {
  if (counts.size === 0) return 'Publish some with `toolcrib register`.';
  const advice = [
    counts.has('unbound') ? 'Unbound tools have no code here: give their module with --tools.' : undefined,
    counts.has('differs')
      ? 'Code that differs from its published version is not run: register the new version.'
      : undefined,
    counts.has('quarantined')
      ? '`toolcrib list --status quarantined` shows what waits for a review.'
      : undefined,
  ].filter((line) => line !== undefined);
  return advice.length === 0 ? undefined : advice.join(' ');
}

async function listCatalog(client: ApiClient, path: string): Promise<readonly JsonRecord[] | undefined> {
  try {
    return (await listAll(client, path, { limit: MOST })).items;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'E_FORBIDDEN') return undefined;
    throw error;
  }
}
