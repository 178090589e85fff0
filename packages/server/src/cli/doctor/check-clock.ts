import type { ApiClient } from '../client/api-client.ts';
import type { CliSession } from '../session.ts';
import type { Finding } from './finding.ts';

const TOLERATED_MS = 30_000;

/** Whether this machine and the service agree about the time; tokens and gates expire by it. */
export async function checkClock(client: ApiClient, { io }: CliSession): Promise<Finding | undefined> {
  const answer = await client.open('GET', '/healthz');
  await answer.body?.cancel();
  const date = answer.headers.get('date');
  if (date === null) return undefined;
  const skewMs = Math.abs(Date.parse(date) - io.now());
  const found = `${Math.round(skewMs / 1000)} s apart`;
  if (skewMs <= TOLERATED_MS) return { check: 'clock', status: 'ok', found };
  return { check: 'clock', status: 'warn', found, fix: 'Set the clocks of both machines by NTP.' };
}
