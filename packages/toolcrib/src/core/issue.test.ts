import { describe, expect, it } from 'vitest';
import { formatIssues } from './issue.ts';

describe('formatIssues', () => {
  it('writes paths as code would', () => {
    const issues = [
      { path: [], message: 'must be an object' },
      { path: ['stops', 2, 'name'], message: 'is required' },
      { path: ['a b', 'c-d'], message: 'is wrong' },
    ];

    expect(formatIssues(issues)).toBe(
      'the value must be an object; stops[2].name is required; ["a b"]["c-d"] is wrong',
    );
  });

  it('stays short: it cuts names that a model made up', () => {
    const [key, message] = ['k'.repeat(1_000_000), 'is not allowed'];

    expect(formatIssues([{ path: ['a', key], message }])).toMatch(/^a\.k{80}… is not allowed$/);
    expect(formatIssues([{ path: [`${key} `], message }])).toMatch(/^\["k{80}…"\] is not allowed$/);
  });

  it('stays short: it counts what it leaves out', () => {
    const issues = Array.from({ length: 12 }, (_, index) => ({
      path: [`f${index}`],
      message: 'is required',
    }));

    expect(formatIssues(issues)).toMatch(/^f0 is required; .*; f4 is required; and 7 more$/);
  });
});
