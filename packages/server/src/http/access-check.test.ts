import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../auth/grant.ts';
import { operatorPrincipal } from '../auth/operator-principal.ts';
import type { Principal } from '../auth/principal.ts';
import type { Service } from '../service/service.ts';
import { AccessCheck } from './access-check.ts';
import { bytesResponse } from './bytes-response.ts';
import type { Visit } from './visit.ts';

const wide: Grant = { tenant: 'acme', roles: ['admin'], scopes: ['*'] };
const ada: Principal = { id: 'key:ada', kind: 'key', name: 'ada', grants: [wide], limits: {} };

/** The request names no tenant. */
const anyTenant = {} as Service['tenants'];

/** A check of a request of Ada's, who is somebody else by each further look. */
function check(looks: readonly (Principal | Error)[], info: Visit['info'] = {}) {
  const clock = createFakeClock();
  const left = [...looks];
  const authenticate = async () => {
    const look = left.shift();
    if (look === undefined || look instanceof Error) throw look ?? new Error('asked too often');
    return look;
  };
  const visit: Visit = {
    ...{ request: new Request('http://localhost/'), info, requestId: '1', startedAt: 0, isOpenToWeb: false },
    ...{ origin: undefined, route: undefined, params: {}, principal: ada, actor: undefined },
  };
  const authenticator = { authenticate };
  return { clock, left, access: new AccessCheck({ clock, authenticator, tenants: anyTenant }, visit) };
}

function streamOf(parts: readonly string[], type: string): Response {
  const left = [...parts];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = left.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': type } });
}

const revoked = new ToolcribError('E_UNAUTHENTICATED', 'Who are you?');

describe('AccessCheck', () => {
  it('accepts whoever holds the same, be it another object', async () => {
    const { access } = check([ada, { ...ada, grants: [{ ...wide }], name: 'renamed' }]);

    await expect(access.confirm()).resolves.toBeUndefined();
    await expect(access.confirm()).resolves.toBeUndefined();
  });

  it.each([
    ['a role', { ...wide, roles: ['viewer'] }],
    ['a scope', { ...wide, scopes: ['money'] }],
    ['the tools outside of a toolset', { ...wide, toolsets: ['narrow'] }],
  ] as const)('refuses a key that has lost %s', async (_, grant) => {
    const { access } = check([{ ...ada, grants: [grant] }]);

    await expect(access.confirm()).rejects.toMatchObject({ code: 'E_FORBIDDEN' });
  });

  it('refuses when it cannot be found out, and asks nobody about whoever has the database', async () => {
    const { access } = check([new ToolcribError('E_STORE_FAILED', 'Away.')]);
    const operator = check([], { principal: operatorPrincipal });

    await expect(access.confirm()).rejects.toMatchObject({ code: 'E_STORE_FAILED' });
    await expect(operator.access.confirm()).resolves.toBeUndefined();
  });

  it('is late a tenth of a second after it was last asked', async () => {
    const { access, clock } = check([ada]);

    await clock.advance(99);
    const before = access.isLate;
    await clock.advance(1);
    const late = access.isLate;
    await access.confirm();

    expect([before, late, access.isLate]).toEqual([false, true, false]);
  });

  it('leaves an answer alone that is known as a whole', () => {
    const { access } = check([]);
    const response = bytesResponse('{}');

    expect(access.guard(response)).toBe(response);
  });

  it('breaks off what is not complete, and ends events', async () => {
    const file = check([ada, revoked]).access.guard(streamOf(['one', 'two'], 'application/x-ndjson'));
    const events = check([ada, revoked]).access.guard(streamOf(['one', 'two'], 'text/event-stream'));

    await expect(file.text()).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
    expect(await events.text()).toBe('one');
  });

  it('looks before each piece, and once more for none', async () => {
    const { access, left } = check([ada, ada, ada]);

    expect(await access.guard(streamOf(['one', 'two'], 'text/plain')).text()).toBe('onetwo');
    expect(left).toHaveLength(1);
  });
});
