import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { createServiceWorld } from '../../../../test/routes/service-world.ts';
import { verifyAudit } from '../audit/verify-audit.ts';

const audit = '/v1/tenants/default/audit';
const calls = '/v1/tenants/default/calls';

const echo = defineTool({
  name: 'echo',
  description: 'Says what it is told.',
  effect: 'read',
  inputSchema: { type: 'object', properties: { text: { type: 'string' }, password: { type: 'string' } } },
  handler: () => 'hello',
});

const everywhere = [{ tenant: '*', roles: ['admin'], scopes: ['*'] }] as const;

describe('the audit log', () => {
  it('has calls, changes and denials, without arguments and secrets', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo] });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];
    const body = { tool: 'echo', arguments: { text: 'canary-1', password: 'canary-2' } };
    await ada.ask('POST', calls, { body });
    await boss.ask('POST', '/v1/tenants/default/catalog/tools/echo/disable', { body: { reason: 'x' } });
    await ada.ask('GET', audit);
    await ada.ask('POST', calls, { body });

    const { body: page } = await boss.ask('GET', `${audit}?limit=500`);

    const seen = page.items.map(({ action, actor, outcome, route, subject }: Record<string, string>) => [
      action,
      actor,
      outcome,
      subject ?? route,
    ]);
    expect(seen).toContainEqual(['tool-call-end', `key:${ada.id}`, 'ok', 'echo']);
    expect(seen).toContainEqual(['request-done', `key:${boss.id}`, 'ok', 'echo']);
    expect(
      seen.filter(([action, actor]: string[]) => action === 'request-denied' && actor === `key:${ada.id}`),
    ).toHaveLength(1);
    expect(seen.filter(([action]: string[]) => action === 'tool-call-end')).toHaveLength(2);
    expect(JSON.stringify(page)).not.toContain('canary');
  });

  it('has arguments when that was asked for, without secrets', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo], auditArguments: true });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];

    await ada.ask('POST', calls, {
      body: { tool: 'echo', arguments: { text: 'canary-1', password: 'canary-2' } },
    });

    const { body } = await boss.ask('GET', `${audit}?last=1`);
    expect(body.items[0].details.arguments.text).toBe('canary-1');
    expect(JSON.stringify(body)).not.toContain('canary-2');
  });

  it('can be exported and verified, as a whole and in parts', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo] });
    const boss = await keyFor('admin');
    for (let count = 0; count < 20; count++) await boss.ask('POST', calls, { body: { tool: 'echo' } });

    const whole = await boss.send('GET', `${audit}/export`);
    const [, sequence, hash = ''] =
      /^(\d+):(sha256:.*)$/.exec(whole.headers.get('toolcrib-audit-head') ?? '') ?? [];
    const lines = (await whole.text()).split('\n');
    const expectedHead = { sequence: Number(sequence), hash };

    expect(whole.headers.get('content-type')).toBe('application/x-ndjson');
    const report = await verifyAudit(lines, { expectedHead, tenant: 'default' });
    expect(report).toMatchObject({ isIntact: true, count: lines.length - 1 });
    const part = await (await boss.send('GET', `${audit}/export?from=3&to=7`)).text();
    expect(part.split('\n')).toEqual([...lines.slice(2, 7), '']);
    expect(await (await boss.send('GET', `${audit}/export?from=1000`)).text()).toBe('');
  });

  it('is given in pages from the beginning, and from the end', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo] });
    const boss = await keyFor('admin');
    for (let count = 0; count < 7; count++) await boss.ask('POST', calls, { body: { tool: 'echo' } });

    const sequences: number[] = [];
    let after = '';
    do {
      const { body } = await boss.ask('GET', `${audit}?limit=3${after}`);
      for (const { sequence } of body.items) sequences.push(sequence);
      after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
    } while (after !== '');
    const { body: last } = await boss.ask('GET', `${audit}?last=2`);

    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(last.items.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences.slice(-2));
    const before = await boss.ask('GET', `${audit}?last=2&after=${last.nextCursor}`);
    const all = await boss.ask('GET', `${audit}?last=500`);
    expect(before.body.items.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      sequences.slice(-4, -2),
    );
    expect(all.body).toMatchObject({ items: { length: sequences.length }, nextCursor: null });
    expect(await boss.ask('GET', `${audit}?last=2&after=WyIxIl0`)).toMatchObject({ status: 400 });
    expect(await boss.ask('GET', `${audit}?after=WyJ4Il0`)).toMatchObject({ status: 400 });
  });

  it('of the service is for those who may do so everywhere, and of no tenant for nobody', async () => {
    const { keyFor } = await createServiceWorld();
    const [root, boss] = [await keyFor(everywhere), await keyFor('admin')];

    expect(await boss.ask('GET', '/v1/audit')).toMatchObject({ status: 403 });
    expect((await boss.send('GET', '/v1/audit/export')).status).toBe(403);
    expect(
      (await root.ask('GET', '/v1/audit')).body.items.every(
        ({ tenant }: { tenant: string }) => tenant === '*',
      ),
    ).toBe(true);
    expect(await root.ask('GET', '/v1/tenants/nowhere/audit')).toMatchObject({ status: 404 });
    expect((await root.send('GET', '/v1/tenants/nowhere/audit/export')).status).toBe(404);
  });
});
