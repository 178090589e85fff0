import { describe, expect, it } from 'vitest';
import { createServiceWorld } from '../../../../test/routes/service-world.ts';

const everywhere = [{ tenant: '*', roles: ['viewer'], scopes: [] }] as const;

describe('operations', () => {
  it('tells everybody that the process lives, and that it is ready', async () => {
    const { send } = await createServiceWorld();

    const [health, ready] = [await send('GET', '/healthz'), await send('GET', '/readyz')];

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { service: 'ok', database: 'ok', catalog: 'ok', audit: 'ok' },
    });
  });

  it('gives metrics to those who may read the service', async () => {
    const { send, keyFor } = await createServiceWorld();
    const [reader, admin] = [await keyFor(everywhere), await keyFor('admin')];
    await reader.ask('GET', '/v1/whoami');

    const response = await reader.send('GET', '/metrics');

    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toMatch(/^toolcrib_http_requests_total\{route="\w+",status="200"\} 1$/m);
    expect((await admin.send('GET', '/metrics')).status).toBe(403);
    expect((await send('GET', '/metrics')).status).toBe(401);
  });
});
