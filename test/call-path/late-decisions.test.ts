import { describe, expect, it } from 'vitest';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { ToolOptions } from '../../packages/toolcrib/src/core/tool-options.ts';
import type { ToolResolver } from '../../packages/toolcrib/src/core/tool-resolver.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import type { CallGuard } from '../../packages/toolcrib/src/runtime/policy/call-guard.ts';
import {
  allow,
  ask,
  type Decision,
  deny,
  type PolicyQuestion,
} from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { requireScopes } from '../../packages/toolcrib/src/runtime/policy/require-scopes.ts';
import type { RenewCaller } from '../../packages/toolcrib/src/runtime/runtime-options.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { approve, startWorld } from '../world.ts';

const caller = { id: 'ada', scopes: ['money'] };

/** Everything that can be said of a tool and of a caller while a call waits. */
class Changes {
  tool: Tool | null;
  isDisabled = false;
  decide: (question: PolicyQuestion) => Decision;
  guard: CallGuard = () => allow();
  renew: RenewCaller = (call) => call.caller;
  renewed = 0;
  asked = 0;

  constructor(first: Tool, decide: (question: PolicyQuestion) => Decision = () => allow()) {
    this.tool = first;
    this.decide = decide;
  }

  /** The runtime over whatever the tool is by then, with one place. */
  start() {
    const resolver: ToolResolver = {
      resolve: (name) => (name === this.tool?.name && !this.isDisabled ? this.tool : null),
      list: () => (this.tool === null || this.isDisabled ? [] : [this.tool.name]),
      unavailable: () =>
        this.tool !== null && this.isDisabled
          ? { tool: this.tool, code: 'E_TOOL_DISABLED', message: 'The tool pay is disabled.' }
          : undefined,
    };
    const started = startRuntime([], {
      policy: (question) => {
        this.asked++;
        return this.decide(question);
      },
      renewCaller: (call) => {
        this.renewed++;
        return this.renew(call);
      },
      limits: { maxConcurrent: 1 },
    });
    const runtime = started.runtime.withTools(resolver, { guard: (call) => this.guard(call) });
    return { ...started, runtime };
  }
}

/** A tool that pays, once it is told to. */
function createPay(options: Partial<ToolOptions> = {}) {
  const paid: string[] = [];
  const first = deferred<string>();
  const handler: ToolOptions['handler'] = (_, ctx) => {
    paid.push(ctx.invocationId);
    return paid.length === 1 ? first.promise : 'paid';
  };
  const make = (changed: Partial<ToolOptions> = {}) => tool('pay', handler, { ...options, ...changed });
  return { paid, make, release: () => first.resolve('paid') };
}

type Change = (changes: Changes, make: (changed?: Partial<ToolOptions>) => Tool) => void;

const refusals: readonly (readonly [string, Change, object])[] = [
  [
    'is disabled',
    (changes) => {
      changes.isDisabled = true;
    },
    { status: 'unknown_tool', problem: { code: 'E_TOOL_DISABLED' } },
  ],
  [
    'is gone',
    (changes) => {
      changes.tool = null;
    },
    { status: 'unknown_tool', problem: { code: 'E_TOOL_NOT_FOUND' } },
  ],
  [
    'is forbidden by the policy',
    (changes) => {
      changes.decide = () => deny('it is Sunday');
    },
    { status: 'denied', problem: { message: 'Tool "pay" may not be called: it is Sunday.' } },
  ],
  [
    'is forbidden for its arguments',
    (changes) => {
      changes.decide = ({ args }) => (args === undefined ? allow() : deny('it is too much'));
    },
    { status: 'denied', problem: { message: 'Tool "pay" may not be called: it is too much.' } },
  ],
  [
    'requires more',
    (changes, make) => {
      changes.tool = make({ requires: ['money', 'gold'] });
      changes.decide = requireScopes as (question: PolicyQuestion) => Decision;
    },
    // Who approved it did so for what it required then; anybody else is told what is missing.
    { status: 'denied' },
  ],
  [
    'is forbidden by the guard',
    (changes) => {
      changes.guard = () => deny('it is not in the toolset');
    },
    { status: 'denied', problem: { code: 'E_CALL_DENIED' } },
  ],
  [
    'has another definition',
    (changes, make) => {
      changes.tool = make({ description: 'Pays everything.' });
    },
    { status: 'denied', problem: { code: 'E_TOOL_CHANGED' } },
  ],
  [
    'has another effect',
    (changes, make) => {
      changes.tool = make({ effect: 'destructive' });
    },
    { status: 'denied', problem: { code: 'E_TOOL_CHANGED' } },
  ],
  [
    'is of a caller who may not call any more',
    (changes) => {
      changes.renew = () => ({ verdict: 'deny', reason: 'its key was revoked' });
    },
    { status: 'denied', problem: { message: 'Tool "pay" may not be called: its key was revoked.' } },
  ],
  [
    'is of a caller who has lost a scope',
    (changes) => {
      changes.decide = requireScopes as (question: PolicyQuestion) => Decision;
      changes.renew = () => ({ id: 'somebody else', scopes: [] });
    },
    { status: 'denied', problem: { message: 'Tool "pay" may not be called: it requires money.' } },
  ],
  [
    'is of a caller who cannot be asked about',
    (changes) => {
      changes.renew = () => {
        throw new Error('the store is down');
      };
    },
    { status: 'denied', problem: { code: 'E_CALL_DENIED' } },
  ],
];

describe('a call that waits for a place', () => {
  it.each(refusals)('does not run if its tool %s meanwhile', async (_, change, expected) => {
    const { paid, make, release } = createPay({ effect: 'write', requires: ['money'] });
    const changes = new Changes(make());
    const { runtime, clock } = changes.start();
    const first = runtime.call({ tool: 'pay', args: {}, caller });
    const second = runtime.call({ tool: 'pay', args: {}, caller, idempotencyKey: 'second' });
    await clock.advance(0);

    change(changes, make);
    release();

    expect((await first).status).toBe('ok');
    const record = await second;
    expect(record).toMatchObject({ ...expected, sideEffect: 'none' });
    expect(record.caller.id).toBe('ada');
    expect(paid).toHaveLength(1);
  });

  it('is refused if it would have to be approved by now, and says so', async () => {
    const { paid, make, release } = createPay();
    const changes = new Changes(make());
    const { runtime, clock } = changes.start();
    const first = runtime.call({ tool: 'pay', args: {} });
    const second = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(0);

    changes.decide = () => ask('since Monday');
    release();
    await first;

    expect(await second).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect((await second).problem?.message).toContain('needs approval');
    expect(paid).toHaveLength(1);
  });

  it('gives its place back when it is refused', async () => {
    const { paid, make, release } = createPay();
    const changes = new Changes(make());
    const { runtime, clock } = changes.start();
    const calls = [1, 2, 3, 4].map(() => runtime.call({ tool: 'pay', args: {} }));
    await clock.advance(0);
    let left = 2;
    changes.guard = () => (left-- > 0 ? deny('no') : allow());

    release();
    const records = await Promise.all(calls);

    expect(records.map(({ status }) => status)).toEqual(['ok', 'denied', 'denied', 'ok']);
    expect(paid).toHaveLength(2);
    changes.guard = () => allow();
    expect((await runtime.call({ tool: 'pay', args: {} })).status).toBe('ok');
  });

  it('runs with the scopes that its caller has by then', async () => {
    const seen: unknown[] = [];
    const first = deferred<string>();
    const pay = tool('pay', (_, ctx) => (seen.push(ctx.caller.scopes) === 1 ? first.promise : 'paid'));
    const changes = new Changes(pay);
    changes.renew = () => ({ id: 'ada', scopes: [] });
    const { runtime, clock } = changes.start();
    const calls = [
      runtime.call({ tool: 'pay', args: {}, caller }),
      runtime.call({ tool: 'pay', args: {}, caller }),
    ];
    await clock.advance(0);

    first.resolve('paid');
    await Promise.all(calls);

    expect(seen).toEqual([['money'], []]);
  });

  it('asks nobody again if it did not have to wait', async () => {
    const changes = new Changes(tool('pay', () => 'paid'));
    const { runtime } = changes.start();

    await runtime.call({ tool: 'pay', args: {} });

    expect([changes.renewed, changes.asked]).toEqual([0, 2]);
  });
});

describe('a call that waits at a gate', () => {
  it.each(refusals)('does not run if its tool %s before it is approved', async (_, change, expected) => {
    const { paid, make, release } = createPay({ effect: 'write', requires: ['money'] });
    release();
    const changes = new Changes(make(), ({ args }) => (args === undefined ? allow() : ask('why')));
    const { runtime, clock } = changes.start();
    const call = runtime.call({ tool: 'pay', args: {}, caller });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();

    change(changes, make);
    await runtime.gates.settle(gate as OpenGate, approve);

    expect(await call).toMatchObject({ ...expected, sideEffect: 'none' });
    expect(paid).toEqual([]);
  });

  it.each(refusals)(
    'does not go on if its tool %s before its question is answered',
    async (_, change, expected) => {
      const paid: string[] = [];
      const make = (changed: Partial<ToolOptions> = {}) =>
        tool(
          'pay',
          async (_args, ctx) => {
            await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
            paid.push('paid');
            return 'paid';
          },
          { effect: 'write', requires: ['money'], ...changed },
        );
      const changes = new Changes(make());
      const { runtime, clock } = changes.start();
      const call = runtime.call({ tool: 'pay', args: {}, caller });
      await clock.advance(0);
      const [gate] = await runtime.gates.list();

      change(changes, make);
      await runtime.gates.settle(gate as OpenGate, approve);

      expect(await call).toMatchObject({ ...expected, sideEffect: 'none' });
      expect(paid).toEqual([]);
      changes.tool = tool('pay', () => 'the place is free');
      changes.isDisabled = false;
      changes.decide = () => allow();
      changes.guard = () => allow();
      changes.renew = (waited) => waited.caller;
      expect((await runtime.call({ tool: 'pay', args: {} })).status).toBe('ok');
    },
  );

  it('and whose process died asks who its caller is by now', async () => {
    const paid: string[] = [];
    const pay = tool('pay', async (_, ctx) => {
      await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
      return `${paid.push('paid')}`;
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} });
    const second = world.start([pay], {
      renewCaller: () => ({ verdict: 'deny', reason: 'its key was revoked' }),
    });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();

    await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(report.waiting[0] ?? '');

    expect(record).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect(paid).toEqual([]);
  });
});
