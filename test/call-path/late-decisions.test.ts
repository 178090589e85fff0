import { describe, expect, it } from 'vitest';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { ToolOptions } from '../../packages/toolcrib/src/core/tool-options.ts';
import type { ToolResolver } from '../../packages/toolcrib/src/core/tool-resolver.ts';
import type { Awaitable } from '../../packages/toolcrib/src/runtime/awaitable.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import type { InsertOutcome, Ledger } from '../../packages/toolcrib/src/runtime/ledger/ledger.ts';
import type { LedgerEntry } from '../../packages/toolcrib/src/runtime/ledger/ledger-entry.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import type { CallGuard } from '../../packages/toolcrib/src/runtime/policy/call-guard.ts';
import {
  allow,
  ask,
  type Decision,
  deny,
  type PolicyQuestion,
} from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { requireScopes } from '../../packages/toolcrib/src/runtime/policy/require-scopes.ts';
import type {
  RenewCaller,
  RuntimeOptions,
  WaitedCall,
} from '../../packages/toolcrib/src/runtime/runtime-options.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { approve, startWorld } from '../world.ts';

const caller = { id: 'ada', scopes: ['money'] };

/** Everything that can be said of a tool and of a caller while a call waits. */
class Changes {
  tool: Tool | null;
  isDisabled = false;
  decide: (question: PolicyQuestion) => Awaitable<Decision>;
  guard: CallGuard = () => allow();
  renew: RenewCaller = (call) => call.caller;
  renewed = 0;
  asked = 0;
  resolved = 0;

  constructor(first: Tool, decide: (question: PolicyQuestion) => Awaitable<Decision> = () => allow()) {
    this.tool = first;
    this.decide = decide;
  }

  /** The runtime over whatever the tool is by then, with one place. */
  start(options: Pick<RuntimeOptions, 'ledger'> = {}) {
    const resolver: ToolResolver = {
      resolve: (name) => {
        this.resolved++;
        return name === this.tool?.name && !this.isDisabled ? this.tool : null;
      },
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
      ...options,
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

    expect([changes.renewed, changes.asked, changes.resolved]).toEqual([0, 2, 1]);
  });
});

describe('a call that is held up for less than a second', () => {
  /** A call of a tool that pays, in a runtime whose policy and ledger can be held up. */
  function startHeld(handler: ToolOptions['handler'] = () => 'paid') {
    const released = deferred<void>();
    const held = { policy: false, ledger: false };
    const paid: string[] = [];
    const changes = new Changes(
      tool('pay', async (args, ctx) => {
        await handler(args, ctx);
        return `${paid.push('paid')}`;
      }),
      ({ args }) => (held.policy && args !== undefined ? released.promise.then(allow) : allow()),
    );
    const inner = memoryLedger();
    const write = async <Answer>({ state }: LedgerEntry, work: () => Answer) => {
      if (held.ledger && state === 'running') await released.promise;
      return work();
    };
    const ledger: Ledger = {
      isDurable: true,
      insert: (entry) => write(entry, () => inner.insert(entry)) as Promise<InsertOutcome>,
      replace: (entry) => write(entry, () => inner.replace(entry)) as Promise<boolean>,
      get: (id) => inner.get(id),
      find: (query) => inner.find(query),
      findSummaries: (query) => inner.findSummaries(query),
      prune: (before) => inner.prune(before),
    };
    const { runtime, clock } = changes.start({ ledger });
    const disable = async () => {
      await clock.advance(500);
      changes.isDisabled = true;
      released.resolve();
    };
    return { changes, runtime, clock, held, paid, disable };
  }
  const refused = { status: 'unknown_tool', sideEffect: 'none', problem: { code: 'E_TOOL_DISABLED' } };

  it.each(['policy', 'ledger'] as const)('by the %s does not run if its tool is disabled', async (by) => {
    const { changes, runtime, held, paid, disable } = startHeld();
    held[by] = true;
    const call = runtime.call({ tool: 'pay', args: {} });

    await disable();

    expect(await call).toMatchObject(refused);
    expect(paid).toEqual([]);
    held[by] = false;
    changes.isDisabled = false;
    expect((await runtime.call({ tool: 'pay', args: {} })).status).toBe('ok');
  });

  it('by the ledger does not go on after its question if its tool is disabled', async () => {
    const { runtime, clock, held, paid, disable } = startHeld((_, ctx) =>
      ctx.waitFor({ name: 'sure', prompt: 'Sure?' }),
    );
    const call = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    held.ledger = true;
    void runtime.gates.settle(gate as OpenGate, approve);

    await disable();

    expect(await call).toMatchObject(refused);
    expect(paid).toEqual([]);
  });

  it('looks at its tool once more, and asks nobody', async () => {
    const { changes, runtime } = startHeld();

    await runtime.call({ tool: 'pay', args: {} });

    expect([changes.renewed, changes.asked, changes.resolved]).toEqual([0, 2, 2]);
  });
});

describe('a call whose policy is slow whenever it is asked', () => {
  /** The policy takes a second and a half for each question; something happens during the fourth one. */
  function startSlow(change: (changes: Changes) => void) {
    const { paid, make, release } = createPay({ effect: 'write' });
    release();
    const changes = new Changes(make());
    const started = changes.start();
    changes.decide = () => {
      if (changes.asked === 4) started.clock.setTimer(() => change(changes), 500);
      return new Promise((resolve) => started.clock.setTimer(() => resolve(allow()), 1_500));
    };
    return { ...started, changes, paid };
  }

  it.each([
    [
      'its caller may not call',
      refusals.find(([name]) => name === 'is of a caller who may not call any more'),
    ],
    ['its tool is disabled', refusals.find(([name]) => name === 'is disabled')],
  ])('does not run if %s since it was last asked', async (_, refusal) => {
    const [, change, expected] = refusal ?? [];
    const { runtime, clock, paid } = startSlow((changes) => change?.(changes, () => changes.tool as Tool));
    const call = runtime.call({ tool: 'pay', args: {}, caller });

    await clock.advance(60_000);

    expect(await call).toMatchObject({ ...expected, sideEffect: 'none' });
    expect(paid).toEqual([]);
  });

  it('runs if nothing has changed, and the policy is asked no more often for it', async () => {
    const { runtime, clock, changes, paid } = startSlow(() => undefined);
    const call = runtime.call({ tool: 'pay', args: {}, caller });

    await clock.advance(60_000);

    expect((await call).status).toBe('ok');
    expect([changes.asked, changes.renewed, paid.length]).toEqual([4, 2, 1]);
  });

  it('is asked about again for other scopes, until it is refused as they never stay', async () => {
    const { runtime, clock, changes, paid } = startSlow(() => undefined);
    changes.renew = () => ({ id: 'ada', scopes: [`${changes.renewed}`] });
    const call = runtime.call({ tool: 'pay', args: {}, caller });

    await clock.advance(60_000);

    expect(await call).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect((await call).problem?.message).toContain('changes again and again');
    expect([changes.asked, paid]).toEqual([8, []]);
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
    const asked: WaitedCall[] = [];
    const request = { tool: 'pay', args: {}, origin: 'key:1', idempotencyKey: 'k1', providerCallId: 'p1' };
    await world.killDuring([pay], request);
    const second = world.start([pay], {
      renewCaller: (call) => {
        asked.push(call);
        return { verdict: 'deny', reason: 'its key was revoked' };
      },
    });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();

    await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(report.waiting[0] ?? '');

    expect(record).toMatchObject({
      status: 'denied',
      sideEffect: 'none',
      providerCallId: 'p1',
    });
    expect(asked).toMatchObject([{ toolName: 'pay', origin: 'key:1' }]);
    expect(paid).toEqual([]);
  });
});

describe('a call whose key is revoked while it is held up', () => {
  /** A process whose callers can be revoked, with a tool that pays. */
  function startRevocable(options: Partial<RuntimeOptions> = {}) {
    let isRevoked = false;
    const paid: string[] = [];
    const world = startWorld();
    const pay = tool('pay', async (_, ctx) => `${paid.push(ctx.invocationId)}`, { effect: 'write' });
    const order = tool(
      'order',
      async (_, ctx) => {
        await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
        return `${paid.push(ctx.invocationId)}`;
      },
      { effect: 'write' },
    );
    const renewCaller: RenewCaller = (call) =>
      isRevoked ? { verdict: 'deny', reason: 'its key was revoked' } : call.caller;
    const process = world.start([pay, order], { renewCaller, ...options });
    const revoke = () => {
      isRevoked = true;
    };
    return { ...process, clock: world.clock, ledger: world.ledger, paid, revoke, renewCaller };
  }
  const refused = { status: 'denied', sideEffect: 'none' };

  it('by the ledger does not begin', async () => {
    const { runtime, clock, ledger, paid, revoke, stall, letGo } = startRevocable();
    stall();
    const call = runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    await clock.advance(2_000);

    revoke();
    letGo();

    const record = await call;
    expect(record).toMatchObject(refused);
    expect(ledger.get(record.invocationId)).toMatchObject({ state: 'denied', idempotencyKey: null });
    expect(paid).toEqual([]);
  });

  it('by the ledger does not go on after its question was answered', async () => {
    const renewed = deferred<void>();
    const first = startRevocable({
      renewCaller: (call) => {
        renewed.resolve();
        return first.renewCaller(call);
      },
    });
    const { runtime, clock, paid, revoke } = first;
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    void runtime.gates.settle(gate as OpenGate, approve);
    await renewed.promise;
    first.stall();
    await clock.advance(2_000);

    revoke();
    first.letGo();

    expect(await call).toMatchObject(refused);
    expect(paid).toEqual([]);
  });

  it('behind a call of the same batch does not begin', async () => {
    const { runtime, clock, paid, revoke } = startRevocable();
    const calls = runtime.callAll([
      { tool: 'order', args: {} },
      { tool: 'pay', args: {} },
    ]);
    await clock.advance(2_000);
    const [gate] = await runtime.gates.list();

    revoke();
    await runtime.gates.settle(gate as OpenGate, approve);

    expect(await calls).toMatchObject([refused, refused]);
    expect(paid).toEqual([]);
  });

  it('by a slow policy does not begin', async () => {
    const decided = deferred<Decision>();
    const { runtime, clock, paid, revoke } = startRevocable({ policy: () => decided.promise });
    const call = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(2_000);

    revoke();
    decided.resolve(allow());

    expect(await call).toMatchObject(refused);
    expect(paid).toEqual([]);
  });

  it('by the model of its turn does not begin', async () => {
    const { runtime, paid, revoke } = startRevocable();
    const before = await runtime.call({ tool: 'pay', args: {}, turnId: 'turn' });

    revoke();
    const after = await runtime.call({ tool: 'pay', args: {}, turnId: 'turn' });

    expect(before.status).toBe('ok');
    expect(after).toMatchObject(refused);
    expect(paid).toHaveLength(1);
  });
});
