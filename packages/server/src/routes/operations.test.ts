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

  it('answers probes under any name, such as the address of a pod, and nothing else', async () => {
    const { send, keyFor } = await createServiceWorld({ hosts: ['tools.example.com'] });
    const [reader, headers] = [await keyFor(everywhere), { host: '10.42.0.17:7420' }];

    for (const path of ['/healthz', '/readyz']) {
      expect((await send('GET', path, { headers })).status).toBe(200);
      expect((await send('HEAD', path, { headers })).status).toBe(200);
    }
    expect((await send('GET', '/healthz?verbose=1', { headers })).status).toBe(200);
    expect((await reader.send('GET', '/metrics', { headers })).status).toBe(200);
    expect((await send('GET', '/metrics', { headers })).status).toBe(401);
    for (const path of ['/v1/whoami', '/openapi.json', '/healthz/', '/healthz%2F', '//healthz', '/nowhere']) {
      const refused = await reader.send('GET', path, { headers });
      expect([path, refused.status, (await refused.json()).code]).toEqual([path, 403, 'E_HOST_REFUSED']);
    }
  });

  it('refuses pages of other origins also where the name does not matter', async () => {
    const { send } = await createServiceWorld({ hosts: ['tools.example.com'] });
    const headers = { host: '10.42.0.17:7420', origin: 'http://evil.example' };

    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await send('GET', path, { headers })).status).toBe(403);
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
