import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPrincipal, createServiceDouble } from '../../../../test/http/service-double.ts';
import { createHandler, type HandlerOptions } from './create-handler.ts';
import type { RequestInfo } from './handler.ts';
import { defineRoute, type Route, type RouteAnswer, type RouteContext } from './route.ts';

const principals = [
  createPrincipal('admin', [{ tenant: 'acme', roles: ['admin'], scopes: [] }]),
  createPrincipal('viewer', [{ tenant: 'acme', roles: ['viewer'], scopes: [] }]),
  createPrincipal('stranger', []),
  createPrincipal('everywhere', [{ tenant: '*', roles: ['admin'], scopes: [] }]),
];

type Handle = (context: RouteContext) => RouteAnswer | Response | Promise<RouteAnswer | Response>;

/** A route that changes a tool, as the test wants it. */
function toolRoute(overrides: Partial<Route> = {}, handle: Handle = () => ({ body: { ok: true } })): Route {
  const route = defineRoute({
    method: 'PUT',
    path: '/v1/tenants/{tenant}/tools/{name}',
    id: 'putTool',
    access: 'catalog:write',
    toolsetLimit: 'filtered',
    tag: 'tools',
    summary: '',
    answers: { 200: z.unknown() },
    handle: () => ({}),
  });
  return { ...route, handle, ...overrides };
}

type World = Parameters<typeof createServiceDouble>[0] & Partial<HandlerOptions>;

function start(routes: readonly Route[], world: World = {}) {
  const { service, heard } = createServiceDouble({ principals, ...world });
  const handler = createHandler({ ...world, routes, service });
  async function send(
    method: string,
    path: string,
    options: { as?: string; body?: BodyInit; headers?: Record<string, string>; info?: RequestInfo } = {},
  ) {
    const headers = new Headers(options.headers);
    if (options.as !== undefined) headers.set('authorization', `Bearer ${options.as}`);
    if (typeof options.body === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    const request = new Request(`http://localhost${path}`, { method, headers, body: options.body ?? null });
    const response = await handler(request, options.info);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }
  return { send, heard, handler };
}

const TOOL = '/v1/tenants/acme/tools/weather';

describe('a path that was asked for before', () => {
  const params = z.strictObject({ tenant: z.string(), name: z.string().max(10) });
  const query = z.strictObject({ depth: z.coerce.number().exactOptional() });
  const handle: Handle = (context) => ({ body: { params: context.params, query: context.query } });

  it('means the same to everybody who may use it, and nothing to others', async () => {
    const { send } = start([toolRoute({ params, query }, handle)]);
    const path = `${TOOL}?depth=2`;
    const answer = { params: { tenant: 'acme', name: 'weather' }, query: { depth: 2 } };

    for (let times = 0; times < 3; times++) {
      for (const as of ['admin', 'everywhere'])
        expect((await send('PUT', path, { as })).json()).toEqual(answer);
      expect((await send('PUT', path, { as: 'viewer' })).status).toBe(403);
      expect((await send('PUT', path, { as: 'stranger' })).status).toBe(403);
      expect((await send('PUT', path)).status).toBe(401);
      expect((await send('GET', path, { as: 'admin' })).status).toBe(405);
      expect((await send('PUT', `${TOOL}?depth=3`, { as: 'admin' })).json().query).toEqual({ depth: 3 });
    }
  });

  it('is refused as often as it is wrong', async () => {
    const { send } = start([toolRoute({ params, query }, handle)]);

    for (const path of [`${TOOL}-and-more`, `${TOOL}?depth=x`, `${TOOL}?other=1`]) {
      for (let times = 0; times < 3; times++) {
        expect((await send('PUT', path, { as: 'admin' })).status).toBe(400);
      }
    }
    expect((await send('PUT', TOOL, { as: 'admin' })).status).toBe(200);
  });
});

describe('who may use a route', () => {
  it('answers who holds its permission in the tenant of the path', async () => {
    const { send } = start([
      toolRoute({}, ({ actor }) => ({ body: { id: actor.principal.id, tenant: actor.tenant } })),
    ]);

    expect((await send('PUT', TOOL, { as: 'admin' })).json()).toEqual({ id: 'key:admin', tenant: 'acme' });
    expect((await send('PUT', TOOL, { as: 'everywhere' })).status).toBe(200);
  });

  it('refuses who is nobody, and writes nothing down', async () => {
    const { send, heard } = start([toolRoute()]);

    const answer = await send('PUT', TOOL);

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(answer.json()).toMatchObject({ code: 'E_UNAUTHENTICATED' });
    expect(heard.audit).toEqual([]);
    expect(heard.denied).toEqual(['E_UNAUTHENTICATED']);
  });

  it('refuses who lacks the permission, never runs the handler, and writes it down', async () => {
    let runs = 0;
    const { send, heard } = start([toolRoute({}, () => ({ body: ++runs }))]);

    const answer = await send('PUT', TOOL, { as: 'viewer' });

    expect(answer.json()).toMatchObject({
      status: 403,
      code: 'E_FORBIDDEN',
      context: { permission: 'catalog:write' },
    });
    expect(runs).toBe(0);
    expect(heard.audit).toEqual([
      {
        tenant: 'acme',
        action: 'request-denied',
        outcome: 'denied',
        code: 'E_FORBIDDEN',
        actor: 'key:viewer',
        route: 'putTool',
        subject: 'weather',
        requestId: answer.json().requestId,
      },
    ]);
  });

  it('says the same of a tenant that there is and one that there is not', async () => {
    const { send, heard } = start([toolRoute()]);

    const [known, unknown] = [
      await send('PUT', TOOL, { as: 'stranger' }),
      await send('PUT', '/v1/tenants/nowhere/tools/weather', { as: 'stranger' }),
    ];

    const { requestId: _, ...rest } = known.json();
    expect(unknown.json()).toMatchObject(rest);
    expect(heard.audit.map(({ tenant, subject }) => [tenant, subject])).toEqual([
      // Nothing that a stranger wrote, and nothing in the log of others.
      ['*', 'acme'],
      ['*', undefined],
    ]);
  });

  it('takes no tenant for the name of all', async () => {
    const { send } = start([toolRoute()]);

    expect((await send('PUT', '/v1/tenants/*/tools/x', { as: 'everywhere' })).status).toBe(403);
    expect((await send('PUT', '/v1/tenants/%2A/tools/x', { as: 'everywhere' })).status).toBe(403);
  });

  it('asks for a grant for all tenants where the path names none', async () => {
    const route = toolRoute({ path: '/v1/audit', access: 'audit:read', method: 'GET' });
    const { send } = start([route]);

    expect((await send('GET', '/v1/audit', { as: 'admin' })).status).toBe(403);
    expect((await send('GET', '/v1/audit', { as: 'everywhere' })).status).toBe(200);
  });

  it('writes down also what a handler refuses', async () => {
    const { send, heard } = start([
      toolRoute({}, () => {
        throw new ToolcribError('E_GRANT_EXCEEDED', 'No.');
      }),
    ]);

    expect((await send('PUT', TOOL, { as: 'admin' })).status).toBe(403);
    expect(heard.audit).toMatchObject([{ action: 'request-denied', code: 'E_GRANT_EXCEEDED' }]);
  });

  it('refuses all the same if a denial cannot be written down', async () => {
    const append = async () => Promise.reject(new ToolcribError('E_AUDIT_FAILED', 'The disk is full.'));
    const { send, heard } = start([toolRoute()], { append });

    expect((await send('PUT', TOOL, { as: 'viewer' })).status).toBe(403);
    expect(heard.errors).toHaveLength(1);
  });

  it('takes a principal that the process brings, and none that a request brings', async () => {
    const { send } = start([toolRoute()]);
    const principal = createPrincipal('operator', [{ tenant: '*', roles: ['admin'], scopes: [] }]);

    expect((await send('PUT', TOOL, { info: { principal } })).status).toBe(200);
    expect((await send('PUT', TOOL, { headers: { 'x-principal': 'operator' } })).status).toBe(401);
  });

  it('lets everybody use a public route, and gives it no actor', async () => {
    const { send, heard } = start([
      toolRoute({ path: '/healthz', method: 'GET', access: 'public' }, ({ actor }) => ({ body: actor })),
    ]);

    expect((await send('GET', '/healthz')).json()).toMatchObject({ code: 'E_INTERNAL' });
    expect(heard.errors).toHaveLength(1);
  });

  it('gives an authenticated route an actor only where somebody holds something', async () => {
    const { send } = start([
      toolRoute({ path: '/whoami', method: 'GET', access: 'authenticated' }, ({ principal }) => ({
        body: principal?.id,
      })),
      toolRoute({ path: '/x/{tenant}', id: 'x', method: 'GET', access: 'authenticated' }, ({ actor }) => ({
        body: actor.tenant,
      })),
    ]);

    expect((await send('GET', '/whoami', { as: 'stranger' })).json()).toBe('key:stranger');
    expect((await send('GET', '/x/acme', { as: 'stranger' })).status).toBe(403);
    expect((await send('GET', '/x/acme', { as: 'viewer' })).json()).toBe('acme');
  });

  it('tells who asks too often when to come back', async () => {
    const takeRequest = () => {
      throw new ToolcribError('E_RATE_LIMITED', 'Too many.', { context: { retryAfterMs: 2_100 } });
    };
    const { send } = start([toolRoute()], { takeRequest });

    const answer = await send('PUT', TOOL, { as: 'admin' });

    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('3');
  });
});

describe('what a request may say', () => {
  const query = z.strictObject({ limit: z.coerce.number().int().max(10).default(5) });
  const body = z.strictObject({ title: z.string(), tags: z.array(z.string()).default([]) });

  it('gives the handler what the schemas made', async () => {
    const { send } = start([
      toolRoute({ query, body }, ({ params, query: q, body: b }) => ({ body: { params, q, b } })),
    ]);

    expect((await send('PUT', `${TOOL}?limit=7`, { as: 'admin', body: '{"title":"x"}' })).json()).toEqual({
      params: { tenant: 'acme', name: 'weather' },
      q: { limit: 7 },
      b: { title: 'x', tags: [] },
    });
  });

  it.each([
    { name: 'an unknown field of the body', path: TOOL, text: '{"title":"x","admin":true}', where: [] },
    { name: 'a wrong type', path: TOOL, text: '{"title":1}', where: ['title'] },
    { name: 'a missing body', path: TOOL, text: undefined, where: [] },
    { name: 'an unknown parameter', path: `${TOOL}?limit=1&x=1`, text: '{"title":"x"}', where: [] },
    {
      name: 'a parameter given twice',
      path: `${TOOL}?limit=1&limit=2`,
      text: '{"title":"x"}',
      where: ['limit'],
    },
    { name: 'a parameter out of range', path: `${TOOL}?limit=11`, text: '{"title":"x"}', where: ['limit'] },
  ])('refuses $name with all issues', async ({ path, text, where }) => {
    const { send } = start([toolRoute({ query, body })]);

    const answer = await send('PUT', path, { as: 'admin', ...(text === undefined ? {} : { body: text }) });

    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'E_INVALID_REQUEST', issues: [{ path: where }] });
  });

  it('refuses a query where none is taken', async () => {
    const { send } = start([toolRoute()]);

    expect((await send('PUT', `${TOOL}?x=1`, { as: 'admin' })).status).toBe(400);
  });

  it('accepts no body where the schema does', async () => {
    const { send } = start([
      toolRoute({ body: body.optional() }, ({ body: b }) => ({ body: { b: b ?? null } })),
    ]);

    expect((await send('PUT', TOOL, { as: 'admin' })).json()).toEqual({ b: null });
  });

  it('checks who asks before it reads the body', async () => {
    const { send } = start([toolRoute({ body })], { maxBodyBytes: 10 });

    expect((await send('PUT', TOOL, { as: 'viewer', body: '{'.repeat(100) })).status).toBe(403);
    expect((await send('PUT', TOOL, { as: 'admin', body: '{'.repeat(100) })).status).toBe(413);
  });

  it('leaves the body to a handler without a schema for it, up to the limit', async () => {
    const { send } = start([
      toolRoute({ maxBodyBytes: 5 }, async ({ request }) => ({ body: await request.text() })),
    ]);

    expect((await send('PUT', TOOL, { as: 'admin', body: 'hello' })).json()).toBe('hello');
    expect((await send('PUT', TOOL, { as: 'admin', body: 'hello!' })).status).toBe(413);
  });

  it('cuts what a client wrote out of long issues', async () => {
    const { send } = start([toolRoute({ body })]);

    const answer = await send('PUT', TOOL, {
      as: 'admin',
      body: JSON.stringify({ title: 'x', ['k'.repeat(50_000)]: 1 }),
    });

    expect(answer.text.length).toBeLessThan(2_000);
  });
});

describe('large bodies', () => {
  const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
  const route = { body: z.object({ text: z.string() }), maxBodyBytes: 4_194_304 };
  const senders = ['one', 'two', 'three'].map((name) =>
    createPrincipal(name, [{ tenant: 'acme', roles: ['admin'], scopes: [] }]),
  );

  /** A route whose handler waits until the test lets it go on. */
  function startWaiting(world: World = {}) {
    const running: { readonly who: string; readonly end: () => void }[] = [];
    const arrivals = new Set<() => void>();
    const { send } = start(
      [
        toolRoute(route, async ({ actor }) => {
          await new Promise<void>((end) => {
            running.push({ who: actor.principal.name, end });
            for (const arrive of arrivals) arrive();
          });
          return { body: 'done' };
        }),
      ],
      { principals: senders, ...world },
    );
    const post = (as: string, text: string, headers: Record<string, string> = {}) =>
      send('PUT', TOOL, { as, body: text, headers });
    const reach = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => void (running.length >= count && resolve());
        arrivals.add(look);
        look();
      });
    return { post, running, reach };
  }

  it('are worked on two at a time, one of each sender, and keep small ones from nothing', async () => {
    const { post, running, reach } = startWaiting();
    const answers = [post('one', large), post('one', large), post('two', large), post('three', large)];
    await reach(2);
    const small = post('three', '{"text":""}', { 'content-length': '11' });
    await reach(3);

    expect(running.map(({ who }) => who)).toEqual(['one', 'two', 'three']);
    expect((await post('one', large, { 'content-length': '5000000' })).status).toBe(413);
    running[2]?.end();
    expect((await small).status).toBe(200);
    running[1]?.end();
    await reach(4);
    expect(running[3]?.who).toBe('three');
    running[0]?.end();
    await reach(5);
    for (const { end } of running) end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('wait no longer than a request may take, and give their turn to nobody then', async () => {
    const clock = createFakeClock();
    const { post, running, reach } = startWaiting({ clock });
    const first = post('one', large);
    await reach(1);
    const second = post('one', large);
    await clock.advance(59_000);
    running[0]?.end();
    expect((await first).status).toBe(200);
    await reach(2);
    const third = post('one', large);
    await clock.advance(60_000);

    expect((await second).status).toBe(503);
    expect((await third).json()).toMatchObject({ status: 503, code: 'E_REQUEST_TIMED_OUT' });
    running[1]?.end();
    const last = post('one', large);
    await reach(3);
    running[2]?.end();
    expect((await last).status).toBe(200);
  });
});

describe('where a request leads', () => {
  it('answers 404 and 405 with problem details', async () => {
    const { send, heard } = start([toolRoute()]);

    expect((await send('GET', '/nowhere')).json()).toMatchObject({ status: 404, code: 'E_ROUTE_NOT_FOUND' });
    const wrong = await send('DELETE', TOOL);
    expect(wrong.json()).toMatchObject({ status: 405, code: 'E_METHOD_NOT_ALLOWED' });
    expect(wrong.headers.get('allow')).toBe('OPTIONS, PUT');
    expect(heard.requests).toEqual([
      { route: 'none', status: 404 },
      { route: 'none', status: 405 },
    ]);
  });

  it('goes by the target as it came, not by what a URL makes of it', async () => {
    const { send } = start([toolRoute({ method: 'GET', path: '/healthz', access: 'public' })]);

    expect((await send('GET', '/healthz', { info: { target: '/healthz' } })).status).toBe(200);
    expect((await send('GET', '/healthz', { info: { target: '/v1/../healthz' } })).status).toBe(404);
    expect((await send('GET', '/healthz', { info: { target: '//healthz' } })).status).toBe(404);
    expect((await send('GET', '/healthz', { info: { target: 'http://localhost/healthz' } })).status).toBe(
      400,
    );
    expect((await send('GET', '/healthz', { info: { target: `/${'x'.repeat(20_000)}` } })).status).toBe(400);
  });

  it('answers HEAD as GET without the body', async () => {
    const { send } = start([toolRoute({ method: 'GET', path: '/healthz', access: 'public' })]);

    const answer = await send('HEAD', '/healthz');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe('');
  });

  it('writes down where a request came from', async () => {
    const { send, heard } = start([toolRoute()]);
    const info = { remoteAddress: '203.0.113.9', localPort: undefined };

    await send('PUT', TOOL, { as: 'admin', info });
    await send('PUT', TOOL, { as: 'viewer', info });

    expect(heard.audit).toMatchObject([
      { action: 'request-done', remoteAddress: '203.0.113.9' },
      { action: 'request-denied', remoteAddress: '203.0.113.9' },
    ]);
    expect(heard.lines.map(({ facts }) => facts?.remoteAddress)).toEqual(['203.0.113.9', '203.0.113.9']);
  });

  it('refuses foreign names before anything else', async () => {
    const { handler } = start([toolRoute({ method: 'GET', path: '/healthz', access: 'public' })]);

    const response = await handler(new Request('http://evil.example/healthz'));

    expect(await response.json()).toMatchObject({ status: 403, code: 'E_HOST_REFUSED' });
  });
});

describe('web pages', () => {
  const origin = 'https://console.example';
  const world = { origins: [origin] };

  it('may read answers if their origin is allowed', async () => {
    const { send } = start([toolRoute()], world);

    const answer = await send('PUT', TOOL, { as: 'admin', headers: { origin } });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toContain('origin');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may ask first', async () => {
    const { send } = start([toolRoute()], world);
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };

    const answer = await send('OPTIONS', TOOL, { headers });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('are refused if not, also when they ask first, and never run a handler', async () => {
    let runs = 0;
    const { send } = start([toolRoute({}, () => ({ body: ++runs }))], world);
    const headers = { origin: 'https://evil.example' };

    for (const method of ['PUT', 'OPTIONS']) {
      const answer = await send(method, TOOL, { as: 'admin', headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(runs).toBe(0);
  });
});

describe('what is written down', () => {
  it('tells of a change before the client hears of it', async () => {
    const order: string[] = [];
    const append = async () => void order.push('written');
    const { send, heard } = start([toolRoute({}, () => ({ body: order.push('done') }))], { append });

    await send('PUT', TOOL, { as: 'admin' });
    order.push('answered');

    expect(order).toEqual(['done', 'written', 'answered']);
    expect(heard.audit).toMatchObject([
      {
        tenant: 'acme',
        action: 'request-done',
        outcome: 'ok',
        actor: 'key:admin',
        route: 'putTool',
        subject: 'weather',
      },
    ]);
  });

  it('leaves out reads, failures, and routes that say so', async () => {
    const { send, heard } = start([
      toolRoute({ method: 'GET', id: 'a', access: 'tools:read' }),
      toolRoute({ method: 'POST', id: 'b', isAudited: false }),
      toolRoute({ method: 'DELETE', id: 'c' }, () => {
        throw new ToolcribError('E_TOOL_NOT_FOUND', 'No.');
      }),
    ]);

    for (const method of ['GET', 'POST', 'DELETE']) await send(method, TOOL, { as: 'admin' });

    expect(heard.audit).toEqual([]);
  });

  it('names the subject as the route wants', async () => {
    const { send, heard } = start([
      toolRoute({ subject: ({ params }) => `tool ${(params as { name: string }).name}` }),
    ]);

    await send('PUT', TOOL, { as: 'admin' });

    expect(heard.audit).toMatchObject([{ subject: 'tool weather' }]);
  });

  it('says so if a change was made and could not be written down', async () => {
    const append = async () => Promise.reject(new ToolcribError('E_AUDIT_FAILED', 'disk /dev/sda1 is full'));
    const { send } = start([toolRoute()], { append });

    const answer = await send('PUT', TOOL, { as: 'admin' });

    expect(answer.json()).toMatchObject({
      status: 503,
      code: 'E_AUDIT_FAILED',
      retryable: false,
      detail: expect.stringContaining('was done'),
    });
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(answer.text).not.toContain('sda1');
  });

  it('changes nothing while it could not be written down, and goes on reading', async () => {
    const done: string[] = [];
    const assertWritable = (tenant: string) => {
      throw new ToolcribError('E_AUDIT_UNAVAILABLE', `Nothing was begun in ${tenant}.`);
    };
    const answerFor = (method: 'GET' | 'PUT') =>
      toolRoute({ method, id: `${method}Tool` }, () => ({ body: done.push(method) }));
    const { send } = start([answerFor('GET'), answerFor('PUT')], { assertWritable });

    const changed = await send('PUT', TOOL, { as: 'admin' });
    const read = await send('GET', TOOL, { as: 'admin' });

    expect(changed.json()).toMatchObject({
      status: 503,
      code: 'E_AUDIT_UNAVAILABLE',
      retryable: true,
      detail: 'Nothing was begun in acme.',
    });
    expect(changed.headers.get('retry-after')).toBe('1');
    expect([read.status, done]).toEqual([200, ['GET']]);
  });
});

describe('failures', () => {
  it('tell the client nothing but an id, and the log everything', async () => {
    const error = new Error('connect postgres://admin:hunter2@db');
    const { send, heard } = start([
      toolRoute({}, () => {
        throw error;
      }),
    ]);

    const answer = await send('PUT', TOOL, { as: 'admin' });

    expect(answer.json()).toMatchObject({
      status: 500,
      code: 'E_INTERNAL',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.text).not.toContain('hunter2');
    expect(heard.errors).toEqual([error]);
    expect(heard.lines[0]).toMatchObject({ facts: { requestId: answer.json().requestId, route: 'putTool' } });
  });

  it('have an id that is ours, whatever the client sends', async () => {
    const { send } = start([toolRoute()]);

    const answer = await send('PUT', TOOL, { as: 'admin', headers: { 'x-request-id': 'mine' } });

    expect(answer.headers.get('x-request-id')).toMatch(/^request-/);
  });

  it('are answered when the time is up; the handler is told, and its late failure is logged', async () => {
    const clock = createFakeClock();
    let signal: AbortSignal | undefined;
    let fail: (error: unknown) => void = () => undefined;
    const { send, heard } = start(
      [
        toolRoute({}, (context) => {
          signal = context.signal;
          return new Promise((_, reject) => {
            fail = reject;
          });
        }),
      ],
      { clock, requestTimeoutMs: 500 },
    );

    const sent = send('PUT', TOOL, { as: 'admin' });
    await clock.advance(500);
    const answer = await sent;
    fail(new Error('late'));
    await clock.advance(0);

    expect(answer.json()).toMatchObject({ status: 503, code: 'E_REQUEST_TIMED_OUT', retryable: true });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(signal?.aborted).toBe(true);
    expect(heard.errors).toContainEqual(new Error('late'));
  });

  it('do not hide a change that was made after the time was up', async () => {
    const clock = createFakeClock();
    let finish: (answer: RouteAnswer) => void = () => undefined;
    const route = toolRoute({}, () => {
      const { promise, resolve } = Promise.withResolvers<RouteAnswer>();
      finish = resolve;
      return promise;
    });
    const { send, heard } = start([route], { clock, requestTimeoutMs: 500 });

    const sent = send('PUT', TOOL, { as: 'admin' });
    await clock.advance(500);
    expect((await sent).status).toBe(503);
    finish({ body: {} });
    await clock.advance(0);

    expect(heard.audit).toMatchObject([{ action: 'request-done' }]);
  });

  it('leave no timer behind', async () => {
    const clock = createFakeClock();
    const { send } = start([toolRoute()], { clock });

    await send('PUT', TOOL, { as: 'admin' });

    expect(clock.pendingTimers).toBe(0);
  });

  it('are nobody’s fault when the client has gone', async () => {
    const controller = new AbortController();
    const route = toolRoute({}, async ({ signal }) => {
      controller.abort();
      signal.throwIfAborted();
      return {};
    });
    const { handler, heard } = start([route]);
    const headers = { authorization: 'Bearer admin' };

    const response = await handler(
      new Request(`http://localhost${TOOL}`, { method: 'PUT', headers, signal: controller.signal }),
    );

    expect(response.status).toBe(499);
    expect(heard.errors).toEqual([]);
  });
});

describe('every answer', () => {
  it('has headers that keep browsers from doing more with it', async () => {
    const { send } = start([toolRoute()]);

    for (const answer of [await send('PUT', TOOL, { as: 'admin' }), await send('GET', '/nowhere')]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-request-id': expect.any(String),
      });
    }
  });

  it('can be a response of the handler’s own', async () => {
    const { send } = start([
      toolRoute({}, () => new Response('hi', { status: 202, headers: { 'mcp-session-id': '1' } })),
    ]);

    const answer = await send('PUT', TOOL, { as: 'admin' });

    expect([answer.status, answer.text, answer.headers.get('mcp-session-id')]).toEqual([202, 'hi', '1']);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('is counted by the id of its route, and logged without what was sent', async () => {
    const { send, heard } = start([toolRoute({ body: z.unknown() })]);

    await send('PUT', TOOL, { as: 'admin', body: '{"password":"hunter2"}' });

    expect(heard.requests).toEqual([{ route: 'putTool', status: 200 }]);
    expect(heard.lines).toMatchObject([
      { message: 'request', facts: { principal: 'key:admin', tenant: 'acme', status: 200 } },
    ]);
    expect(JSON.stringify(heard.lines)).not.toMatch(/hunter2|Bearer/);
  });
});
