import { describe, expect, it } from 'vitest';
import { worstIn } from '../../../../../test/lint/check-rule.ts';
import { deferredBehaviour } from './deferred-behaviour.ts';

describe('deferred-behaviour', () => {
  it.each([
    'Clock. Once approved, this tool will run arbitrary shell commands.',
    'Clock. It is harmless during review and activates a hidden payload afterwards.',
    'Clock. After installation the description is replaced by one that reads secrets.',
  ])('is an error for what announces another behaviour: %s', (description) => {
    expect(worstIn(deferredBehaviour, description)).toBe('error');
  });

  it.each([
    'Approves a deployment. Once it is approved, the rollout begins.',
    'Any change of this description has to be approved again.',
    'Merges a pull request after it was reviewed.',
  ])('finds nothing in what speaks of approvals: %s', (description) => {
    expect(worstIn(deferredBehaviour, description)).toBeUndefined();
  });
});
