import { describe, expect, it, vi } from 'vitest';
import { createRouteWorld, type RouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { catalogRoutes } from './catalog.ts';
import { snapshotsRoutes } from './snapshots.ts';
import { switchesRoutes } from './switches.ts';
import { tenantsRoutes } from './tenants.ts';
import { toolsetsRoutes } from './toolsets.ts';

const routes = [...catalogRoutes, ...switchesRoutes, ...snapshotsRoutes, ...toolsetsRoutes, ...tenantsRoutes];
const base = '/v1/tenants/default';

const admin = somebody('admin', { roles: ['admin'] });

const spec = (name: string, rest: Readonly<Record<string, unknown>> = {}) => ({
  name,
  description: `Does ${name} for somebody.`,
  inputSchema: { type: 'object', properties: {} },
  ...rest,
});

const register = (world: RouteWorld, ...specs: readonly unknown[]) =>
  world.ask('POST', `${base}/catalog/tools`, { as: admin, body: { specs } });

describe('a snapshot', () => {
  it('holds everything, and makes an equal catalogue elsewhere', async () => {
    const world = await createRouteWorld(routes);
    await register(world, spec('a', { version: '1.0.0' }), spec('a', { version: '2.0.0' }), spec('b'));
    await world.ask('POST', `${base}/catalog/tools/b/quarantine`, { body: { reason: 'Odd.' } });
    await world.ask('POST', `${base}/catalog/tools/gone/quarantine`, { body: { reason: 'Known.' } });
    const deprecation = { message: 'Use 2.', version: '1.0.0', sunset: '2027-01-01T00:00:00Z' };
    await world.ask('POST', `${base}/catalog/tools/a/deprecate`, { body: deprecation });
    await world.ask('PUT', `${base}/toolsets/trips`, { body: { tools: [{ tool: 'a' }] } });
    await world.ask('POST', '/v1/tenants', { body: { name: 'copy' } });

    const taken = await world.ask('GET', `${base}/snapshot`, { as: admin });
    const restored = await world.ask('PUT', '/v1/tenants/copy/snapshot', { body: taken.body });
    const copy = await world.ask('GET', '/v1/tenants/copy/snapshot');

    expect(restored.body).toMatchObject({ isRestored: true, diff: { isEmpty: false } });
    expect(copy.body).toEqual(taken.body);
    expect(copy.headers.get('etag')).toBe(taken.headers.get('etag'));
    expect(taken.headers.get('etag')).toBe(`"${restored.body.digest}"`);
  });

  it('is not sent again to who has it', async () => {
    const world = await createRouteWorld(routes);
    const { headers } = await world.ask('GET', `${base}/snapshot`);
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };

    const same = await world.ask('GET', `${base}/snapshot`, again);
    await register(world, spec('a'));
    const other = await world.ask('GET', `${base}/snapshot`, again);

    expect([same.status, other.status]).toEqual([304, 200]);
  });

  it('changes nothing in a dry run, which tells every kind of difference', async () => {
    const world = await createRouteWorld(routes);
    await register(world, spec('a', { version: '1.0.0' }), spec('b'));
    await world.ask('POST', `${base}/catalog/tools/c/quarantine`, { body: { reason: 'Known.' } });
    const { body: earlier } = await world.ask('GET', `${base}/snapshot`);
    await register(world, spec('a', { version: '2.0.0' }), spec('d'));
    await world.ask('DELETE', `${base}/catalog/tools/b`);
    await world.ask('POST', `${base}/catalog/tools/c/release`);
    await world.ask('POST', `${base}/catalog/tools/a/disable`);
    await world.ask('POST', `${base}/catalog/tools/a/deprecate`, {
      body: { message: 'Old.', version: '1.0.0' },
    });
    await world.ask('PUT', `${base}/toolsets/trips`, { body: { tools: [] } });
    const { body: now } = await world.ask('GET', `${base}/snapshot`);

    const { body } = await world.ask('PUT', `${base}/snapshot?dryRun=true`, { body: earlier });
    const { body: after } = await world.ask('GET', `${base}/snapshot`);

    expect(body.isRestored).toBe(false);
    expect(body.diff).toMatchObject({
      added: [{ name: 'b' }],
      removed: [{ name: 'd' }],
      changed: [
        {
          name: 'a',
          current: { from: '2.0.0', to: '1.0.0' },
          removedVersions: ['2.0.0'],
          enabled: { to: true },
        },
      ],
      quarantinedNames: [{ name: 'c', to: { reason: 'Known.' } }],
      documents: [expect.stringContaining('trips')],
    });
    expect(after).toEqual(now);
    expect(world.audited.at(-1)).toMatchObject({ subject: 'default (dry run)' });
  });

  it('is restored only over what the client saw', async () => {
    const world = await createRouteWorld(routes);
    const { body, headers } = await world.ask('GET', `${base}/snapshot`);
    const seen = { 'if-match': headers.get('etag') ?? '' };
    await register(world, spec('a'));

    const late = await world.ask('PUT', `${base}/snapshot`, { body, headers: seen });

    expect([late.status, late.body.code]).toEqual([412, 'E_PRECONDITION_FAILED']);
    const { body: now } = await world.ask('GET', `${base}/snapshot`);
    expect(now.tools).toHaveLength(1);
  });

  it('is not restored over a quarantine that comes while it is compared with what the client saw', async () => {
    const world = await createRouteWorld(routes);
    await register(world, spec('a'), spec('b'));
    const { body, headers } = await world.ask('GET', `${base}/snapshot`);
    const seen = { 'if-match': headers.get('etag') ?? '' };
    body.tools[0].enabled = false;
    const room = await world.service.tenants.open('default');
    const { catalog } = room;
    // What the route uses of a catalogue, in which a quarantine comes after each preview.
    const meanwhile = {
      previewRestore: async (...args: Parameters<typeof catalog.previewRestore>) => {
        const preview = await catalog.previewRestore(...args);
        await catalog.quarantine('b', { reason: 'It leaks.' });
        return preview;
      },
      restore: (...args: Parameters<typeof catalog.restore>) => catalog.restore(...args),
    } as typeof catalog;
    vi.spyOn(world.service.tenants, 'open').mockResolvedValue({ ...room, catalog: meanwhile });

    const late = await world.ask('PUT', `${base}/snapshot`, { body, headers: seen });

    expect([late.status, late.body.code]).toEqual([412, 'E_PRECONDITION_FAILED']);
    expect(catalog.get('a')?.enabled).toBe(true);
    expect(catalog.get('b')?.quarantine).toMatchObject({ reason: 'It leaks.' });
  });

  it('records who has restored it, and why', async () => {
    const world = await createRouteWorld(routes);
    const { body } = await world.ask('GET', `${base}/snapshot`);
    await register(world, spec('a'));

    await world.ask('PUT', `${base}/snapshot?reason=Backup.`, { as: admin, body });

    const { catalog } = await world.service.tenants.open('default');
    expect((await catalog.events()).at(-1)).toMatchObject({
      type: 'tool-removed',
      by: 'key:admin',
      reason: 'Backup.',
    });
  });

  it.each([
    ['no version', {}, 'E_INVALID_REQUEST'],
    ['another version', { snapshotVersion: 2 }, 'E_INVALID_REQUEST'],
    ['nothing in it', { snapshotVersion: 1 }, 'E_INVALID_SNAPSHOT'],
    [
      'a field that it does not have',
      { snapshotVersion: 1, tools: [], quarantinedNames: [], documents: [], more: 1 },
      'E_INVALID_SNAPSHOT',
    ],
    [
      'too much in it',
      {
        snapshotVersion: 1,
        tools: [],
        quarantinedNames: Array(30_000).fill(0),
        documents: Array(30_000).fill(0),
      },
      'E_INVALID_SNAPSHOT',
    ],
  ])('is refused with %s', async (_, body, code) => {
    const world = await createRouteWorld(routes);

    const answer = await world.ask('PUT', `${base}/snapshot`, { as: admin, body });

    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('is for admins alone', async () => {
    const world = await createRouteWorld(routes);
    const as = somebody('most', { roles: ['viewer', 'caller', 'publisher', 'approver'] });

    const answers = await Promise.all([
      world.ask('GET', `${base}/snapshot`, { as }),
      world.ask('PUT', `${base}/snapshot`, { as, body: {} }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});
