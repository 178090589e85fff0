import type { ApiClient } from '../client/api-client.ts';
import { recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import type { CliSession } from '../session.ts';
import type { Finding } from './finding.ts';

/** Whether the key is known, and good for anything in the tenant. */
export async function checkWho(client: ApiClient, { tenant }: CliSession): Promise<Finding> {
  const me = await client.ask('GET', '/v1/whoami');
  const grants = recordsOf(me, 'grants').filter((grant) => ['*', tenant].includes(textOf(grant, 'tenant')));
  const roles = [...new Set(grants.flatMap((grant) => textsOf(grant, 'roles')))];
  const found = `${textOf(me, 'name')} (${textOf(me, 'id')})`;
  if (roles.length > 0)
    return { check: 'key', status: 'ok', found: `${found}: ${roles.join(', ')} in ${tenant}` };
  const fix = `It holds nothing in the tenant ${tenant}; choose another with --tenant, or make another key.`;
  return { check: 'key', status: 'fail', found, fix };
}
