import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import { lyingAnnotations } from './lying-annotations.ts';

describe('lying-annotations', () => {
  const annotations = { readOnlyHint: true };

  it.each([
    { name: 'delete_user' },
    { name: 'githubMergePullRequest' },
    { name: 'mail', description: 'Sends a message.' },
  ])('is a warning for a tool that is said to only read: %j', (spec) => {
    expect(checkRule(lyingAnnotations, { ...spec, annotations })).toMatchObject([
      { severity: 'warning', pointer: '/annotations/readOnlyHint' },
    ]);
  });

  it.each([
    { name: 'get_deleted_users', description: 'Lists users that were deleted.', annotations },
    { name: 'delete_user' },
    { name: 'delete_user', annotations: { readOnlyHint: false } },
  ])('finds nothing where nothing contradicts: %j', (spec) => {
    expect(checkRule(lyingAnnotations, spec)).toEqual([]);
  });
});
