import { defineTool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { SentEvent } from '../../../../test/routes/read-events.ts';
import { createServiceWorld, type KeyHolder } from '../../../../test/routes/service-world.ts';

const events = '/v1/tenants/default/events';
const calls = '/v1/tenants/default/calls';

const echo = defineTool({
  name: 'echo',
  description: 'Says what it is told.',
  effect: 'read',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'hello',
});

const makeCall = (holder: KeyHolder) => holder.ask('POST', calls, { body: { tool: 'echo' } });

async function take(stream: AsyncGenerator<SentEvent, void>, count: number): Promise<readonly SentEvent[]> {
  const taken: SentEvent[] = [];
  while (taken.length < count) {
    const step = await stream.next();
    if (step.done) break;
    taken.push(step.value);
  }
  return taken;
}

describe('following a tenant', () => {
  it('streams what happens, and goes on where a client was', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo] });
    const boss = await keyFor('admin');
    const stream = await boss.follow(events);
    const [start] = await take(stream, 1);
    expect(start).toMatchObject({ event: 'cursor-moved', id: start?.data.cursor });

    await makeCall(boss);
    await boss.ask('POST', '/v1/tenants/default/catalog/tools/echo/disable', { body: {} });
    const [ended, disabled] = await take(stream, 2);
    expect([ended?.event, disabled?.event].toSorted()).toEqual(['tool-call-end', 'tool-disabled']);
    await stream.return();
    await boss.ask('POST', '/v1/tenants/default/catalog/tools/echo/enable', { body: {} });

    const again = await boss.follow(`${events}?after=0-0`, {
      headers: { 'last-event-id': disabled?.id ?? '' },
    });
    const seen = await take(again, 3);
    const types = seen.map(({ event }) => event);
    expect(types[0]).toBe('cursor-moved');
    expect(types).toContain('tool-enabled');
    expect(types).not.toContain('tool-disabled');
    await again.return();
  });

  it('gives pages as JSON to whoever does not ask for a stream', async () => {
    const { keyFor } = await createServiceWorld({ tools: [echo] });
    const [ada, bob] = [await keyFor('caller'), await keyFor('caller')];
    await makeCall(bob);
    await makeCall(ada);

    const { status, body } = await ada.ask('GET', `${events}?limit=5`);

    expect(status).toBe(200);
    expect(body.items).toMatchObject([{ type: 'tool-call-end', data: { actor: `key:${ada.id}` } }]);
    expect(body.items[0].data).not.toHaveProperty('hash');
    expect(await ada.ask('GET', `${events}?after=${body.cursor}`)).toMatchObject({
      body: { items: [], hasMore: false },
    });
  });

  it('refuses what is no cursor, in either form, before the stream begins', async () => {
    const { keyFor } = await createServiceWorld();
    const ada = await keyFor('caller');
    const accept = 'text/event-stream';

    expect(await ada.ask('GET', `${events}?after=x`)).toMatchObject({ status: 400 });
    expect(await ada.ask('GET', `${events}?after=9-9`, { headers: { accept } })).toMatchObject({
      status: 400,
    });
    const headers = { accept, 'last-event-id': 'x'.repeat(1_000) };
    expect(await ada.ask('GET', events, { headers })).toMatchObject({ status: 400 });
  });

  it('ends when the key is revoked', async () => {
    const clock = createFakeClock();
    const { keyFor } = await createServiceWorld({ clock });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];
    const stream = await ada.follow(events);
    await take(stream, 1);

    const response = await boss.send('DELETE', `/v1/tenants/default/keys/${ada.id}`);
    expect(response.status).toBeLessThan(300);

    // It would wait for ever otherwise: nothing else happens that is for this key.
    const rest = take(stream, 1);
    for (let second = 0; second < 3; second++) await clock.advance(1_000);
    expect(await rest).toEqual([]);
  });
});
