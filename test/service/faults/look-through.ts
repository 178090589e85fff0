import { expect } from 'vitest';
import { verifyAudit } from '../../../packages/server/src/audit/verify-audit.ts';
import { readLines } from '../../crash/lines-file.ts';
import type { SmallClient } from './small-client.ts';

/** Every item of a list, page by page. */
export async function listAll(
  client: SmallClient,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: items of many shapes.
): Promise<readonly any[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = await client.get(`${path}?limit=500${cursor === null ? '' : `&after=${cursor}`}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

/** Everything that happened in the tenant `default`, in order. */
// biome-ignore lint/suspicious/noExplicitAny: events of many shapes.
export async function listEvents(client: SmallClient): Promise<readonly any[]> {
  const events: unknown[] = [];
  let after = '';
  for (;;) {
    const { items, cursor, hasMore } = await client.get(`/events?limit=500${after}`);
    events.push(...items);
    if (!hasMore) return events;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
}

/** Exports an audit log, of the tenant `default` or of the service, and fails unless it holds together. */
export async function readAudit(
  client: SmallClient,
  path = '/tenants/default',
  // biome-ignore lint/suspicious/noExplicitAny: entries of many shapes.
): Promise<readonly any[]> {
  const { status, text } = await client.send('GET', `/v1${path}/audit/export`);
  const lines = text.trimEnd().split('\n');

  expect(status).toBe(200);
  expect(await verifyAudit(lines)).toMatchObject({ isIntact: true, count: lines.length });
  return lines.map((line) => JSON.parse(line));
}

/** What took effect, how often: by its key. */
export function countEffects(effectsFile: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of readLines(effectsFile)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Fails if anything took effect more than once. */
export function expectNothingTwice(effectsFile: string): void {
  const doubled = [...countEffects(effectsFile)].filter(([, count]) => count > 1);
  expect(doubled).toEqual([]);
}

/** A call, as far as its end is concerned. */
interface EndOfCall {
  readonly id: string;
  readonly state: string;
  readonly endedAt: string | null;
}

/** Fails unless each call that has ended has one end in the audit log, which says the same, and no other call has any. */
export function expectOneEnd(
  calls: readonly EndOfCall[],
  // biome-ignore lint/suspicious/noExplicitAny: entries of many shapes.
  entries: readonly any[],
): void {
  const ends = entries.filter(({ action, details }) => {
    // A stored outcome that is given again is in the ledger under the id of the call that it is of.
    if (action === 'tool-call-end') return details.replayOf === undefined;
    return action === 'tool-call-interrupted' && details.state !== 'unknown';
  });
  const byCall = Map.groupBy(ends, ({ invocationId }) => invocationId);
  const ended = new Map(calls.filter(({ endedAt }) => endedAt !== null).map((call) => [call.id, call]));
  const wrong = [...new Set([...byCall.keys(), ...ended.keys()])].filter((id) => {
    const [end, ...more] = byCall.get(id) ?? [];
    const state = ended.get(id)?.state;
    const isSame = end?.action === 'tool-call-interrupted' || end?.details.status === state;
    // Nothing was ever written of a call that was refused before it began, and its end needs no ledger to be true.
    const isRefused =
      state === undefined && end?.details.status !== 'ok' && end?.details.sideEffect === 'none';
    return end === undefined || more.length > 0 || !(isRefused || (state !== undefined && isSame));
  });
  expect(wrong.map((id) => [id, ended.get(id)?.state ?? 'not ended', byCall.get(id) ?? []])).toEqual([]);
}
