import { expect } from 'vitest';
import { verifyAudit } from '../../../packages/server/src/audit/verify-audit.ts';
import type { FuzzWorld } from './fuzz-world.ts';

/** Fails unless a service does what it is there for, for those who have come before and whoever comes now. */
export async function expectWorking({ ask, keys, faults, refresh }: FuzzWorld): Promise<void> {
  await refresh();
  const key = keys.caller;
  const tenant = '/v1/tenants/default';

  expect(faults).toEqual([]);
  expect((await ask('GET', '/readyz')).body.status).toBe('ready');
  const found = await ask('GET', `${tenant}/search?q=say%20hello`, { key });
  expect(found.body.hits.map(({ tool }: { tool: { name: string } }) => tool.name)).toContain('greet');
  const call = await ask('POST', `${tenant}/calls`, {
    key,
    body: { tool: 'greet', arguments: { text: 'x' } },
  });
  expect(call.body).toMatchObject({ state: 'ok', result: { kind: 'text', text: 'Hello!' } });

  const { text } = await ask('GET', `${tenant}/audit/export`);
  const lines = text.trimEnd().split('\n');
  expect(lines.at(-1)).toContain(call.body.id);
  expect(await verifyAudit(lines)).toMatchObject({ isIntact: true });
}
