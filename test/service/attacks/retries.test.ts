import { Tool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { openTestService, toRequest } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

const calls = '/v1/tenants/default/calls';
const body = { tool: 'pay', arguments: { text: 'invoice 7' }, idempotencyKey: 'invoice-7' };

describe('a call that is sent again', () => {
  it('is made once, however many send it at the same time, to however many processes', async () => {
    const { tools, deeds } = createAttackTools();
    const one = await openTestService({ tools });
    const two = await openTestService({ tools, database: one.database });
    const { key } = await one.makeKey({ scopes: ['money'] });

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? one : two).ask('POST', calls, { key, body }),
      ),
    );

    expect(deeds.paid).toEqual(['invoice 7']);
    for (const { status, text } of answers) expect([200, 202, 409], text).toContain(status);
  });

  it('is made once though the client went away and came back', async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let times = 0;
    const pay = new Tool({
      name: 'pay',
      description: 'Pays an invoice.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      handler: async () => {
        times += 1;
        started.resolve();
        await goOn.promise;
        return 'paid';
      },
    });
    const service = await openTestService({ tools: [pay] });
    const { key } = await service.makeKey({});
    const gone = new AbortController();
    const first = service.fetch(toRequest('POST', calls, { key, body, signal: gone.signal }));
    await started.promise;

    gone.abort();
    const second = service.ask('POST', calls, { key, body });
    goOn.resolve();
    await first;

    expect([200, 409]).toContain((await second).status);
    const { body: later } = await service.ask('POST', calls, { key, body });
    expect(later).toMatchObject({ state: 'ok', result: { text: 'paid' } });
    expect(times).toBe(1);
  });

  it('with other arguments or of another tool is refused, not answered with what the first gave', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({ scopes: ['money'] });
    await service.ask('POST', calls, { key, body });

    const other = await service.ask('POST', calls, {
      key,
      body: { ...body, arguments: { text: 'invoice 8' } },
    });
    const another = await service.ask('POST', calls, { key, body: { ...body, tool: 'echo' } });

    expect(other.text).toContain('E_IDEMPOTENCY_CONFLICT');
    expect(another.text).not.toContain('"paid"');
    expect(deeds.paid).toEqual(['invoice 7']);
  });

  it('by somebody else is their own: nobody gets the result of another by guessing the key', async () => {
    const secret = 'canary-of-the-first';
    const { tools } = createAttackTools();
    const service = await openTestService({ tools });
    await service.makeTenant('other', { publishTools: true });
    const first = await service.makeKey({});
    const second = await service.makeKey({});
    const third = await service.makeKey({ tenant: 'other' });
    const send = (key: string, path: string, text: string) =>
      service.ask('POST', path, { key, body: { tool: 'echo', arguments: { text }, idempotencyKey: 'same' } });
    await send(first.key, calls, secret);

    const answers = [
      await send(second.key, calls, 'mine'),
      await send(third.key, '/v1/tenants/other/calls', 'mine'),
      await send(second.key, calls, secret.replace('canary', 'x')),
    ];

    for (const { text } of answers) expect(text).not.toContain('canary');
    expect(answers[0]?.body.result).toEqual({ kind: 'text', text: 'mine' });
    expect(answers[1]?.body.result).toEqual({ kind: 'text', text: 'mine' });
  });

  it('does not get around a permission that was lost meanwhile', async () => {
    const { tools } = createAttackTools();
    const service = await openTestService({ tools });
    const { key, id } = await service.makeKey({ scopes: ['money'] });
    await service.ask('POST', calls, { key, body });

    await service.ask('DELETE', `/v1/keys/${id}`);
    await service.ask('POST', '/v1/tenants/default/catalog/tools/pay/disable', { body: {} });
    const other = await service.makeKey({ scopes: ['money'] });

    expect((await service.ask('POST', calls, { key: other.key, body })).body.state).not.toBe('ok');
  });
});
