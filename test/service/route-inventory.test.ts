import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Permission, type Role, rolePermissions, roles } from '../../packages/server/src/auth/role.ts';
import type { Route } from '../../packages/server/src/http/route.ts';
import { createAllRoutes } from '../../packages/server/src/routes/all-routes.ts';
import { type Answer, openTestService, type TestService } from './open-service.ts';

const routes = createAllRoutes({ searchModeFrom: 128 });
const closed = routes.filter(({ access }) => access !== 'public');
const guarded = closed.filter(({ access }) => access !== 'authenticated');
/** What concerns the service is held for all tenants, also where the path names one. */
const isOfService = ({ access, path }: Route) =>
  access === 'service:read' || access === 'tenants:manage' || !path.includes('{tenant}');
const ofTenants = guarded.filter((route) => !isOfService(route));
const ofService = guarded.filter(isOfService);

let world: TestService;

beforeAll(async () => {
  world = await openTestService({ publishTo: ['acme', 'other'], closedBy: 'owner' });
});

afterAll(() => world.close());

describe('the table of routes', () => {
  it('answers any Host only where probes ask', () => {
    const paths = routes.filter(({ answersAnyHost }) => answersAnyHost).map(({ path }) => path);

    expect(paths).toEqual(['/healthz', '/readyz', '/metrics']);
  });

  it('is as it was reviewed: a new way into the service is a line here', () => {
    const table = routes
      .map(({ method, path, access, toolsetLimit }) => `${access} ${method} ${path} ${toolsetLimit}`)
      .sort();

    expect(table).toMatchInlineSnapshot(`
      [
        "audit:read GET /v1/audit refused",
        "audit:read GET /v1/audit/export refused",
        "audit:read GET /v1/tenants/{tenant}/audit refused",
        "audit:read GET /v1/tenants/{tenant}/audit/export refused",
        "authenticated GET /v1/whoami unaffected",
        "calls:create DELETE /mcp/{tenant} filtered",
        "calls:create DELETE /mcp/{tenant}/{toolset} filtered",
        "calls:create GET /mcp/{tenant} filtered",
        "calls:create GET /mcp/{tenant}/{toolset} filtered",
        "calls:create GET /v1/tenants/{tenant}/calls/{id}/result filtered",
        "calls:create POST /mcp/{tenant} filtered",
        "calls:create POST /mcp/{tenant}/{toolset} filtered",
        "calls:create POST /v1/tenants/{tenant}/calls filtered",
        "calls:create POST /v1/tenants/{tenant}/calls/{id}/cancel filtered",
        "catalog:govern POST /v1/tenants/{tenant}/catalog/drafts/{name}/approve tool",
        "catalog:govern POST /v1/tenants/{tenant}/catalog/drafts/{name}/discard tool",
        "catalog:govern POST /v1/tenants/{tenant}/catalog/tools/{name}/quarantine tool",
        "catalog:govern POST /v1/tenants/{tenant}/catalog/tools/{name}/release tool",
        "catalog:read GET /v1/tenants/{tenant}/catalog/drafts filtered",
        "catalog:read GET /v1/tenants/{tenant}/catalog/drafts/{name} tool",
        "catalog:read GET /v1/tenants/{tenant}/catalog/policy filtered",
        "catalog:read GET /v1/tenants/{tenant}/catalog/quarantine filtered",
        "catalog:read GET /v1/tenants/{tenant}/catalog/tools filtered",
        "catalog:read GET /v1/tenants/{tenant}/catalog/tools/{name} tool",
        "catalog:read GET /v1/tenants/{tenant}/catalog/tools/{name}/versions tool",
        "catalog:read GET /v1/tenants/{tenant}/catalog/tools/{name}/versions/{version} tool",
        "catalog:read GET /v1/tenants/{tenant}/lock filtered",
        "catalog:read GET /v1/tenants/{tenant}/toolsets filtered",
        "catalog:read GET /v1/tenants/{tenant}/toolsets/{name} toolset",
        "catalog:read GET /v1/tenants/{tenant}/toolsets/{name}/revisions toolset",
        "catalog:read POST /v1/tenants/{tenant}/lock/verify filtered",
        "catalog:read POST /v1/tenants/{tenant}/preflight filtered",
        "catalog:read POST /v1/tenants/{tenant}/toolsets/{name}/plan refused",
        "catalog:switch POST /v1/tenants/{tenant}/catalog/tools/{name}/disable tool",
        "catalog:switch POST /v1/tenants/{tenant}/catalog/tools/{name}/enable tool",
        "catalog:write DELETE /v1/tenants/{tenant}/catalog/tools/{name} tool",
        "catalog:write DELETE /v1/tenants/{tenant}/toolsets/{name} refused",
        "catalog:write POST /v1/tenants/{tenant}/catalog/tools refused",
        "catalog:write POST /v1/tenants/{tenant}/catalog/tools/{name}/deprecate tool",
        "catalog:write POST /v1/tenants/{tenant}/catalog/tools/{name}/undeprecate tool",
        "catalog:write POST /v1/tenants/{tenant}/toolsets/{name}/rollback refused",
        "catalog:write PUT /v1/tenants/{tenant}/toolsets/{name} refused",
        "gates:read GET /v1/tenants/{tenant}/gates filtered",
        "gates:read GET /v1/tenants/{tenant}/gates/{id} filtered",
        "gates:settle POST /v1/tenants/{tenant}/gates/{id}/settle filtered",
        "keys:manage DELETE /v1/keys/{id} refused",
        "keys:manage DELETE /v1/tenants/{tenant}/keys/{id} filtered",
        "keys:manage GET /v1/keys refused",
        "keys:manage GET /v1/tenants/{tenant}/keys filtered",
        "keys:manage POST /v1/keys refused",
        "keys:manage POST /v1/tenants/{tenant}/keys filtered",
        "policies:write PUT /v1/tenants/{tenant}/catalog/policy filtered",
        "public GET /docs unaffected",
        "public GET /healthz unaffected",
        "public GET /openapi.json unaffected",
        "public GET /readyz unaffected",
        "service:read GET /metrics refused",
        "service:read GET /v1/tenants refused",
        "snapshots:read GET /v1/tenants/{tenant}/snapshot refused",
        "snapshots:restore PUT /v1/tenants/{tenant}/snapshot refused",
        "tenants:manage DELETE /v1/tenants/{tenant} refused",
        "tenants:manage PATCH /v1/tenants/{tenant} refused",
        "tenants:manage POST /v1/tenants refused",
        "tools:read GET /v1/tenants/{tenant} unaffected",
        "tools:read GET /v1/tenants/{tenant}/calls filtered",
        "tools:read GET /v1/tenants/{tenant}/calls/{id} filtered",
        "tools:read GET /v1/tenants/{tenant}/calls/{id}/events filtered",
        "tools:read GET /v1/tenants/{tenant}/events filtered",
        "tools:read GET /v1/tenants/{tenant}/search filtered",
        "tools:read GET /v1/tenants/{tenant}/tools filtered",
        "tools:read GET /v1/tenants/{tenant}/tools/{name} filtered",
        "tools:read POST /v1/tenants/{tenant}/search filtered",
      ]
    `);
  });

  it('has a known access for every route, and no permission without a route', () => {
    const known = new Set<string>(roles.flatMap((role) => rolePermissions[role]));
    const used = new Set<string>(guarded.map(({ access }) => access));

    expect([...used].filter((access) => !known.has(access))).toEqual([]);
    // What others do, and what was thrown, is seen by the same routes as one's own calls.
    expect([...known].filter((permission) => !used.has(permission))).toEqual(['calls:read', 'calls:debug']);
  });

  it('opens nothing to everybody but what tells nothing of anybody', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ path }) => path);

    expect(new Set(open)).toMatchInlineSnapshot(`
      Set {
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/docs",
      }
    `);
  });

  it('changes nothing by GET, and asks for more than reading wherever something changes', () => {
    const reading = [
      'tools:read',
      'catalog:read',
      'gates:read',
      'audit:read',
      'snapshots:read',
      'service:read',
    ];
    const changing = guarded.filter(({ method, access }) => method !== 'GET' && reading.includes(access));

    expect(changing.map(({ id }) => id).sort()).toMatchInlineSnapshot(`
      [
        "planToolset",
        "preflight",
        "searchToolsByBody",
        "verifyLock",
      ]
    `);
  });
});

describe('a request without a key', () => {
  it.each(closed.map(nameOf))('is not answered by %s', async (_, route) => {
    const answers = [
      await world.ask(route.method, toPath(route), { as: null, ...bodyOf(route) }),
      await world.ask(route.method, toPath(route), { as: null, key: 'nonsense', ...bodyOf(route) }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'E_UNAUTHENTICATED' } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });
});

describe('a key without the permission', () => {
  it.each(ofTenants.map(nameOf))('is refused by %s', async (_, route) => {
    for (const role of roles.filter((each) => !allows(each, route))) {
      const { key } = await world.makeKey({ tenant: 'acme', roles: [role], scopes: ['*'] });
      const answer = await world.ask(route.method, toPath(route), { key, ...bodyOf(route) });

      expect(answer, role).toMatchObject({ status: 403, body: { code: 'E_FORBIDDEN' } });
    }
  });

  it.each(ofService.map(nameOf))('is refused by %s, also if it holds it in one tenant', async (_, route) => {
    const { key: everything } = await world.makeKey({ tenant: 'acme', roles: [...roles], scopes: ['*'] });
    const lesser = roles.filter((each) => !allows(each, route));
    const { key } = await world.makeKey({ tenant: '*', roles: lesser.length > 0 ? lesser : ['caller'] });
    const keys = lesser.length > 0 ? [everything, key] : [everything];

    for (const each of keys) {
      const answer = await world.ask(route.method, toPath(route), { key: each, ...bodyOf(route) });
      expect(answer).toMatchObject({ status: 403, body: { code: 'E_FORBIDDEN' } });
    }
  });
});

describe('a key with the permission', () => {
  it.each(guarded.map(nameOf))('is let in by %s', async (_, route) => {
    const tenant = isOfService(route) ? '*' : 'acme';
    for (const role of roles.filter((each) => allows(each, route))) {
      const { key } = await world.makeKey({ tenant, roles: [role], scopes: ['*'] });
      const { status, body } = await askOnce(route, toPath(route), key);

      expect([401, 403], `${role}: ${JSON.stringify(body)}`).not.toContain(status);
    }
  });
});

describe('a key of another tenant', () => {
  it.each(ofTenants.map(nameOf))('is not told by %s whether there is a tenant', async (_, route) => {
    const { key } = await world.makeKey({ tenant: 'other', roles: [...roles], scopes: ['*'] });

    const [there, not] = [
      await askOnce(route, toPath(route, 'acme'), key),
      await askOnce(route, toPath(route, 'nowhere'), key),
    ];

    expect(there.status).toBe(403);
    expect(comparable(not)).toEqual(comparable(there));
  });

  it.each(['.', '..', '*', '%2a', '-', 'a'.repeat(300), '%00', 'acme%2Fx'])(
    'reaches nothing by a tenant called %j',
    async (tenant) => {
      const { key } = await world.makeKey({ tenant: 'other', roles: [...roles], scopes: ['*'] });

      for (const route of ofTenants) {
        const { status } = await askOnce(route, toPath(route, tenant), key);
        expect([400, 403, 404, 405], route.id).toContain(status);
      }
    },
  );
});

function nameOf(route: Route): readonly [string, Route] {
  return [`${route.method} ${route.path}`, route];
}

function allows(role: Role, { access }: Route): boolean {
  // Routes that are open to others are not looked at.
  return rolePermissions[role].includes(access as Permission);
}

/** With something for every parameter. */
function toPath({ path }: Route, tenant = 'acme'): string {
  return path.replace('{tenant}', tenant).replaceAll(/\{\w+\}/g, 'anything');
}

/** Who is refused is refused before anything is read. */
function bodyOf({ method }: Route): { readonly body?: unknown } {
  return method === 'GET' ? {} : { body: '{' };
}

/** Reads no stream to its end: some have none. */
async function askOnce(route: Route, path: string, key: string): Promise<Answer> {
  return await world.ask(route.method, path, {
    key,
    ...bodyOf(route),
    headers: { accept: 'application/json' },
  });
}

/** An answer without what is another one each time. */
function comparable({ status, headers, body }: Answer) {
  const { requestId: _, ...rest } = body;
  const names = [...headers.keys()].filter((name) => name !== 'x-request-id');
  return { status, rest, headers: names.map((name) => [name, headers.get(name)]) };
}
