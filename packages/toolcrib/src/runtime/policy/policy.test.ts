import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import type { ToolEffect } from '../../core/tool-options.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import { autonomy } from './autonomy.ts';
import { combinePolicies } from './combine-policies.ts';
import { allow, ask, type Decision, deny, type Policy } from './policy.ts';
import { requireScopes } from './require-scopes.ts';

const caller = { id: 'ada', scopes: ['mail.read'] };
const question = (requires: readonly string[], effect: ToolEffect = 'read') => ({
  caller,
  tool: tool('mail', () => '', { requires, effect }),
  args: undefined,
  isRevert: false,
});

describe('policies', () => {
  it('require every scope of the tool and name those that are missing', () => {
    expect(requireScopes(question(['mail.read']))).toEqual(allow());
    expect(requireScopes(question(['mail.send', 'mail.read', 'admin']))).toEqual(
      deny('it requires mail.send, admin'),
    );
    expect(requireScopes({ ...question(['mail.read']), caller: { id: 'bob' } })).toMatchObject({
      verdict: 'deny',
    });
  });

  it('go by the effect of the tool', () => {
    const policy = autonomy({ read: 'allow', write: 'ask', destructive: 'deny' });

    expect(policy(question([], 'read'))).toEqual(allow());
    expect(policy(question([], 'write'))).toEqual(ask('writing tools need approval'));
    expect(policy(question([], 'destructive'))).toEqual(deny('destructive tools are not allowed'));
    // Wrong on purpose.
    expect(errorOf(() => autonomy({ read: 'allow' } as never))).toMatchObject({ code: 'E_INVALID_OPTION' });
  });

  it('combine to the strictest of all answers, in any order, now or later', async () => {
    const verdict = fc.constantFrom('allow', 'ask', 'deny', 'throw');
    const rank = { allow: 0, ask: 1, deny: 2, throw: 2 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(verdict, fc.boolean()), { maxLength: 6 }), async (answers) => {
        const policies = answers.map(
          ([answer, isLater]): Policy =>
            () => {
              if (answer === 'throw') return isLater ? Promise.reject(new Error('no')) : fail();
              const decision = { verdict: answer, reason: 'r' } as Decision;
              return isLater ? Promise.resolve(decision) : decision;
            },
        );

        const decision = await combinePolicies(policies)(question([]));

        expect(rank[decision.verdict]).toBe(Math.max(0, ...answers.map(([answer]) => rank[answer])));
      }),
    );
  });

  it.each([
    { name: 'throws', policy: () => fail() },
    { name: 'rejects', policy: () => Promise.reject(new Error('secret')) },
    { name: 'answers nothing', policy: () => undefined },
    { name: 'answers nonsense', policy: () => ({ verdict: 'yes' }) },
    { name: 'denies without a reason', policy: () => ({ verdict: 'deny' }) },
    { name: 'answers true', policy: () => true },
  ])('deny when one $name, and show nothing of why', async ({ policy }) => {
    let runs = 0;
    // Wrong on purpose.
    const { runtime } = startRuntime([tool('mail', () => String(++runs))], { policy: policy as never });

    const record = await runtime.call({ tool: 'mail', args: {} });

    expect([record.status, record.details().denial, runs]).toEqual([
      'unknown_tool',
      'the policy could not decide',
      0,
    ]);
    expect(record.problem?.message).toBe('There is no tool "mail".');
    expect(record.details().cause).toBeInstanceOf(Error);
    expect(await runtime.visible()).toEqual([]);
  });

  it('answer for lists what they answer for calls', async () => {
    const effect = fc.constantFrom('read', 'write', 'destructive');
    const scopes = fc.subarray(['a', 'b', 'c']);
    const level = fc.constantFrom('allow', 'ask', 'deny');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ effect, requires: scopes }), { maxLength: 8 }),
        fc.record({ read: level, write: level, destructive: level }),
        scopes,
        async (definitions, levels, held) => {
          const tools = definitions.map((options, index) => tool(`t${index}`, () => '', options));
          const policy = combinePolicies([requireScopes, autonomy(levels)]);
          const { runtime } = startRuntime(tools, { policy, limits: { gateTimeoutMs: 1 } });
          const asker = { id: 'ada', scopes: held };

          const names = (await runtime.visible(asker)).map(({ name }) => name);

          for (const { name } of tools) {
            const calling = runtime.call({
              tool: name,
              args: {},
              caller: asker,
              signal: AbortSignal.timeout(0),
            });
            const { status } = await calling;
            expect(status === 'unknown_tool').toBe(!names.includes(name));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('let a hidden tool be called but not be listed', async () => {
    const registry = new ToolRegistry([tool('open', () => ''), tool('secret', () => '')]);
    registry.hide('secret');
    const { runtime } = startRuntime([], { resolver: registry });

    const called = await runtime.call({ tool: 'secret', args: {} });
    const missed = await runtime.call({ tool: 'other', args: {} });

    expect(called.status).toBe('ok');
    expect((await runtime.visible()).map(({ name }) => name)).toEqual(['open']);
    expect(missed.problem?.message).not.toContain('secret');
  });

  it('decide about the arguments too, and the stricter answer counts', async () => {
    const pay = tool('pay', () => 'paid', {
      inputSchema: { type: 'object', properties: { amount: { type: 'number', default: 1_000 } } },
    });
    const { runtime } = startRuntime([pay], {
      policy: ({ args }) =>
        args !== undefined && Number(args.amount) > 100 ? deny('it is too much') : allow(),
    });

    const records = await runtime.callAll([
      { tool: 'pay', args: { amount: 5 } },
      { tool: 'pay', args: { amount: 500 } },
      { tool: 'pay', args: {} },
    ]);

    expect(records.map(({ status }) => status)).toEqual(['ok', 'denied', 'denied']);
    expect(await runtime.visible()).toEqual([pay]);
  });
});

function fail(): never {
  throw new Error('secret');
}
