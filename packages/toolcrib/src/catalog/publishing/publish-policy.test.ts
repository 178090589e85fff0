import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { refuseOption } from '../read-catalog-options.ts';
import { policyKey, policyOf, readPolicy, readPolicyDocument } from './publish-policy.ts';

function policyIn(documents: Readonly<Record<string, JsonObject>>, tool?: string) {
  return policyOf((key) => documents[key], tool);
}

describe('the policy that holds', () => {
  it('is that of the tool, then that of the tenant, then the default, field by field', () => {
    const documents = {
      policy: { compatibility: 'semver', lint: 'report' },
      'policy/pay': { compatibility: 'review' },
      'policy/a~1b': { lint: 'block' },
    };

    expect(policyIn({})).toEqual({ compatibility: 'none', lint: 'block' });
    expect(policyIn({}, 'pay')).toEqual({ compatibility: 'none', lint: 'block' });
    expect(policyIn(documents)).toEqual({ compatibility: 'semver', lint: 'report' });
    expect(policyIn(documents, 'pay')).toEqual({ compatibility: 'review', lint: 'report' });
    expect(policyIn(documents, 'a/b')).toEqual({ compatibility: 'semver', lint: 'block' });
    expect(policyIn(documents, 'other')).toEqual(policyIn(documents));
  });

  it('is not that of another tool, whatever tools are called', () => {
    const keys = ['a', 'a/b', 'a~1b', 'a~b', 'a~0b', '/', '~'].map(policyKey);

    expect(new Set([...keys, policyKey(undefined)]).size).toBe(keys.length + 1);
  });
});

describe('a policy from outside', () => {
  it('is a frozen copy', () => {
    const given = { compatibility: 'review', lint: undefined };

    const policy = readPolicy(given, refuseOption);

    expect(policy).toEqual({ compatibility: 'review' });
    expect(Object.keys(policy)).toEqual(['compatibility']);
    expect(Object.isFrozen(policy)).toBe(true);
  });

  it.each([
    { given: null, option: '' },
    { given: [], option: '' },
    { given: 'review', option: '' },
    { given: { compatibility: 'Review' }, option: 'compatibility' },
    { given: { compatibility: null }, option: 'compatibility' },
    { given: { compatibility: ['review'] }, option: 'compatibility' },
    { given: { lint: 'off' }, option: 'lint' },
    { given: { lint: false }, option: 'lint' },
    { given: { Compatibility: 'review' }, option: 'Compatibility' },
    { given: JSON.parse('{"__proto__":{"lint":"report"}}'), option: '__proto__' },
  ])('is refused if it is $given', ({ given, option }) => {
    const error = errorOf(() => readPolicy(given, refuseOption));

    expect([error.code, error.context]).toEqual(['E_INVALID_OPTION', { option }]);
  });

  it('stands under the key of a tool, or of the tenant', () => {
    for (const key of ['policy', 'policy/pay', 'policy/a~1b~0']) {
      expect(readPolicyDocument(key, {}, refuseOption)).toEqual({});
    }
    for (const key of [
      'policy/',
      'policy/a/b',
      'policy/a b',
      'policy/~',
      'policy/~2',
      'policypay',
      'Policy',
    ]) {
      expect(errorOf(() => readPolicyDocument(key, {}, refuseOption)).context).toEqual({ option: '' });
    }
  });
});
