import type { ApiClient } from '../client/api-client.ts';
import { recordOf, textOf } from '../client/json-fields.ts';
import type { Finding } from './finding.ts';

/** Whether the service says that it can take requests: its database, its feeds, its audit log. */
export async function checkReadiness(client: ApiClient): Promise<Finding> {
  const check = client.connection.kind === 'local' ? 'database' : 'service';
  const { place } = client.connection;
  const answer = await client.ask('GET', '/readyz', { alsoOk: 503 });
  if (textOf(answer, 'status') === 'ready') return { check, status: 'ok', found: place };
  const failed = Object.entries(recordOf(answer, 'checks')).flatMap(([name, outcome]) =>
    outcome === 'ok' ? [] : [name],
  );
  const found = `${place} takes no requests now: ${failed.join(', ') || 'unknown why'}.`;
  return { check, status: 'fail', found, fix: 'Look into the log of the service.' };
}
