import type { ApiClient } from '../client/api-client.ts';
import { recordOf, textOf } from '../client/json-fields.ts';
import { hintFor } from '../output/hints.ts';
import type { Finding } from './finding.ts';

const LOOK = 'The log of the service says more.';

/** Whether the service says that it can take requests: its database, its feeds, its audit log. */
export async function checkReadiness(client: ApiClient): Promise<Finding> {
  const check = client.connection.kind === 'local' ? 'database' : 'service';
  const { place } = client.connection;
  const answer = await client.ask('GET', '/readyz', { alsoOk: 503 });
  if (textOf(answer, 'status') === 'ready') return { check, status: 'ok', found: place };
  const reasons = recordOf(answer, 'reasons');
  const failed = Object.entries(recordOf(answer, 'checks')).flatMap(([name, outcome]) => {
    const code = textOf(reasons, name);
    return outcome === 'ok' ? [] : [code === '' ? name : `${name} (${code})`];
  });
  const found = `${place} takes no requests now: ${failed.join(', ') || 'unknown why'}.`;
  const hints = Object.keys(reasons).flatMap((name) => hintFor(textOf(reasons, name)) ?? []);
  return { check, status: 'fail', found, fix: [...new Set(hints), LOOK].join(' ') };
}
