import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../core/define-tool.ts';
import { ToolError } from '../core/tool-error.ts';
import { ask, deny } from '../runtime/policy/policy.ts';
import { createFakeClock } from './fake-clock.ts';
import { createHarness } from './tool-harness.ts';

const forecast = defineTool({
  name: 'forecast',
  description: 'Tells the weather of some days.',
  inputSchema: z.object({ city: z.string(), days: z.number().int().default(3) }),
  effect: 'destructive',
  requires: ['weather'],
  handler: ({ city, days }) => `${days} days of rain in ${city}`,
});

/** Asks two things before it does anything. */
const order = defineTool({
  name: 'order',
  description: 'Orders something.',
  inputSchema: z.object({ item: z.string() }),
  handler: async ({ item }, ctx) => {
    const { count } = await ctx.waitFor({
      name: 'count',
      prompt: 'How many?',
      schema: z.object({ count: z.number().max(9) }),
    });
    await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
    return `${count} ${item}`;
  },
});

describe('createHarness', () => {
  it('runs one tool, allowed, on a clock that stands still and with ids that count', async () => {
    const harness = createHarness(forecast);

    const record = await harness.call({ city: 'Bern' });

    expect(record.result).toEqual({ kind: 'text', text: '3 days of rain in Bern' });
    expect(record.invocationId).toBe('id-000001');
    expect(record.timings.acceptedAt).toBe(harness.clock.now());
    expect(harness.events.types()).toEqual(['tool-call-start', 'tool-call-end']);
    expect(harness.faults).toEqual([]);
  });

  it('takes what a model could send, and what a request says besides', async () => {
    const harness = createHarness(forecast);
    const caller = { id: 'ada' };

    const text = await harness.callRaw('{"city":"Bern","days":1}', { caller });
    const wrong = await harness.callRaw({ city: 5 });
    const aborted = await harness.call({ city: 'Bern' }, { signal: AbortSignal.abort() });

    expect(text.result).toEqual({ kind: 'text', text: '1 days of rain in Bern' });
    expect(text.caller.id).toBe('ada');
    expect([wrong.status, wrong.problem?.issues.map(({ path }) => path)]).toEqual([
      'invalid_args',
      [['city']],
    ]);
    expect(aborted.status).toBe('aborted');
  });

  it('lets a test move time', async () => {
    const stuck = defineTool({
      name: 'stuck',
      description: '',
      inputSchema: { type: 'object' },
      timeoutMs: 500,
      handler: () => new Promise<never>(() => undefined),
    });
    const harness = createHarness(stuck, { limits: { graceMs: 1 } });

    const call = harness.call({});
    await harness.clock.advance(501);

    expect((await call).status).toBe('timed_out');
  });

  it('answers gates by name or the only one, and lets the call go on', async () => {
    const harness = createHarness(order);
    const call = harness.call({ item: 'pencils' });

    await harness.approve({ gate: 'count', value: { count: 2 } });
    await harness.approve({ approver: 'ada', reason: 'cheap' });
    const record = await call;

    expect(record.result).toEqual({ kind: 'text', text: '2 pencils' });
    expect(record.gates).toEqual([
      { name: 'count', status: 'approved', approver: 'tester', reason: undefined },
      { name: 'sure', status: 'approved', approver: 'ada', reason: 'cheap' },
    ]);
  });

  it('rejects gates, that of a policy included', async () => {
    const harness = createHarness(forecast, { policy: () => ask('Weather is dangerous.') });
    const call = harness.call({ city: 'Bern' });

    await harness.reject({ reason: 'too wet' });
    const record = await call;

    expect([record.status, record.gates]).toEqual([
      'denied',
      [{ name: 'approval', status: 'rejected', approver: 'tester', reason: 'too wet' }],
    ]);
  });

  it('says why a gate cannot be settled, and leaves it open', async () => {
    const harness = createHarness(order);
    await expect(harness.approve()).rejects.toThrow('No gate is open.');
    const calls = [harness.call({ item: 'pens' }), harness.call({ item: 'ink' })];

    await expect(harness.approve({ gate: 'sure' })).rejects.toThrow(
      'No gate called "sure" is open; there are "count" of call id-000001, "count" of call id-000002.',
    );
    await expect(harness.approve()).rejects.toThrow('Several gates are open; there are "count"');
    await harness.runtime.gates.settle((await harness.runtime.gates.list())[0] as never, {
      decision: 'reject',
      approver: 'ada',
    });
    await expect(harness.approve({ value: { count: 10 } })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringMatching(/^Gate "count" does not accept this: count /),
    });
    await harness.reject();

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['denied', 'denied']);
  });

  it('takes every option of a runtime instead of its own', async () => {
    const told: unknown[] = [];
    const clock = createFakeClock(5);
    const harness = createHarness(forecast, {
      clock,
      policy: () => deny('Not today.'),
      randomId: () => 'mine',
      onFault: (fault) => told.push(fault),
    });
    harness.runtime.subscribe(() => {
      throw new Error('broken listener');
    });

    const record = await harness.call({ city: 'Bern' });

    expect([record.status, record.invocationId, record.timings.acceptedAt]).toEqual([
      'unknown_tool',
      'mine',
      5,
    ]);
    expect(harness.faults.length).toBeGreaterThan(0);
    expect(told).toEqual(harness.faults);
    expect(harness.clock).toBe(clock);
  });

  it('runs several tools that share a world, each by its own type', async () => {
    const drafts = new Map<string, string>();
    const write = defineTool({
      name: 'write',
      description: '',
      inputSchema: z.object({ id: z.string(), text: z.string() }),
      handler: ({ id, text }) => {
        drafts.set(id, text);
        return 'written';
      },
    });
    const read = defineTool({
      name: 'read',
      description: '',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      handler: ({ id }) => {
        const text = drafts.get(id);
        if (text === undefined) throw new ToolError('There is no such draft.');
        return text;
      },
    });
    const harness = createHarness([write, read]);

    await harness.call(write, { id: 'a', text: 'Dear Ada' });
    const found = await harness.call(read, { id: 'a' });
    const missing = await harness.call(read, { id: 'b' });
    const wrong = await harness.callRaw(read, '{}');

    expect(found.result).toEqual({ kind: 'text', text: 'Dear Ada' });
    expect([missing.status, wrong.status]).toEqual(['failed', 'invalid_args']);
  });
});
