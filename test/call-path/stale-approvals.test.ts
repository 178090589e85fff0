import { describe, expect, it } from 'vitest';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import { ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { tool } from '../runtime.ts';
import { approve, startWorld } from '../world.ts';

describe('an approval', () => {
  it('for one version does not run another one', async () => {
    const ran: string[] = [];
    const pay = (version: string) => tool('pay', () => `${ran.push(version)}`, { version });
    const world = startWorld();
    const policy = () => ask('why');
    await world.killDuring([pay('1.0.0')], { tool: 'pay', args: {} }, { policy });
    const second = world.start([pay('2.0.0')], { policy });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(report.waiting[0] ?? '');
    expect([ran, record.status]).toEqual([[], 'denied']);
  });

  it('of a question is not taken for another question of the same name', async () => {
    const paid: number[] = [];
    let price = 10;
    const pay = tool('pay', async (_args, ctx) => {
      const amount = price;
      await ctx.waitFor({ name: 'confirm', prompt: `Pay ${amount} EUR?`, details: { amount } });
      paid.push(amount);
      return 'paid';
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} });
    price = 1_000_000;
    const second = world.start([pay]);
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    expect(gate?.prompt).toBe('Pay 10 EUR?');
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(0);
    expect(report.waiting).toHaveLength(1);
    expect(paid).toEqual([]);
  });

  it('for arguments with one default is not taken for another default', async () => {
    const ran: unknown[] = [];
    let account = 'A';
    const library = {
      '~standard': {
        version: 1 as const,
        vendor: 'x',
        validate: (value: unknown) => ({ value: { account, ...(value as object) } }),
      },
    };
    const pay = tool('pay', (args) => `${ran.push(args)}`, {
      inputSchema: withJsonSchema(library as never, {
        type: 'object',
        properties: { account: { type: 'string' } },
      }),
    });
    const world = startWorld();
    const policy = () => ask('why');
    await world.killDuring([pay], { tool: 'pay', args: {} }, { policy });
    account = 'B';
    const second = world.start([pay], { policy });
    await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    expect(gate?.details).toEqual({ arguments: { account: 'A' } });
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(0);
    expect(ran).toEqual([]);
  });

  it('of a revert says that it is one', async () => {
    const world = startWorld();
    const pay = tool('pay', () => 'paid', { revert: () => undefined });
    let asking = false;
    const { runtime, clock } = world.start([pay], {
      policy: () => (asking ? ask('why') : { verdict: 'allow' }),
    });
    const { invocationId } = await runtime.call({ tool: 'pay', args: {} });
    asking = true;
    void runtime.revert(invocationId);
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    expect(JSON.stringify(gate)).toMatch(/revert|taken? back/i);
  });

  it('with a hidden default is shown although another field became no JSON', async () => {
    const library = {
      '~standard': {
        version: 1 as const,
        vendor: 'x',
        validate: () => ({ value: { amount: 1_000_000, when: new Date(0) } }),
      },
    };
    const pay = tool('pay', () => 'paid', {
      inputSchema: withJsonSchema(library as never, {
        type: 'object',
        properties: { when: { type: 'string' } },
      }),
    });
    const world = startWorld();
    const { runtime, clock } = world.start([pay], { policy: () => ask('why') });
    void runtime.call({ tool: 'pay', args: { when: '1970' } });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    expect(JSON.stringify(gate?.details)).toContain('1000000');
  });
});
