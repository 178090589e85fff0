import { allow, deny, type Policy } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { toolOf } from '../../../../test/calls/call-world.ts';
import { servicePolicy } from './service-policy.ts';

const pay = toolOf('pay', undefined, { requires: ['money', 'mail'] });

function decide(policy: Policy, scopes: readonly string[] | undefined, tool = pay) {
  return policy({ caller: { id: 'a', tenant: 'acme', scopes }, tool, args: undefined, isRevert: false });
}

describe('the policy of the service', () => {
  it('requires every scope of a tool, and takes * for all of them', () => {
    const policy = servicePolicy();

    expect(decide(policy, undefined)).toEqual({ verdict: 'deny', reason: 'it requires money, mail' });
    expect(decide(policy, ['money'])).toEqual({ verdict: 'deny', reason: 'it requires mail' });
    expect(decide(policy, ['money', 'mail'])).toEqual({ verdict: 'allow' });
    expect(decide(policy, ['*'])).toEqual({ verdict: 'allow' });
    expect(decide(policy, ['m*', '**'])).toMatchObject({ verdict: 'deny' });
  });

  it('asks before destructive tools unless the host wants something else', () => {
    const wipe = toolOf('wipe', undefined, { effect: 'destructive' });

    expect(decide(servicePolicy(), [], wipe)).toMatchObject({ verdict: 'ask' });
    expect(
      decide(
        servicePolicy(() => allow()),
        [],
        wipe,
      ),
    ).toEqual({ verdict: 'allow' });
  });

  it('is as strict as the policy of the host', () => {
    expect(
      decide(
        servicePolicy(() => deny('closed')),
        ['*'],
      ),
    ).toEqual({ verdict: 'deny', reason: 'closed' });
  });

  it('is by scopes if the policy of the host is', () => {
    const byScopes = Object.assign(() => allow(), { isByScopes: true });

    expect(servicePolicy().isByScopes).toBe(true);
    expect(servicePolicy(byScopes).isByScopes).toBe(true);
    expect(servicePolicy(() => allow()).isByScopes).not.toBe(true);
  });
});
