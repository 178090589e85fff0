import { createFakeClock } from 'toolcrib/testing';
import { expect, it } from 'vitest';
import { toolOf } from '../../../../test/calls/call-world.ts';
import { openServiceDatabase } from '../store/open-service-database.ts';
import { createService } from './create-service.ts';

it('lets the tenants that tools are published to run them, also those that were there, and no others', async () => {
  const clock = createFakeClock();
  const database = await openServiceDatabase({ dataFolder: ':memory:' }, { clock });
  const made = { hasHostTools: false, createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'operator' };
  for (const name of ['old', 'poor']) await database.store.insertTenant({ name, title: name, ...made });

  const service = await createService({
    ...{ database, clock, tools: [toolOf('echo')], publishTo: ['old', 'new'], recoversCalls: false },
  });
  const names = ['new', 'old', 'poor'];
  const rooms = await Promise.all(names.map((name) => service.service.tenants.open(name)));

  expect(rooms.map((room) => room.bindingOf('echo'))).toEqual(['bound', 'bound', 'unbound']);
  expect(await database.store.listTenants({ limit: 10 })).toMatchObject([
    { name: 'new', hasHostTools: true },
    { name: 'old', title: 'old', hasHostTools: true },
    { name: 'poor', hasHostTools: false },
  ]);
  await service.close();
  await database.close();
});
