import { describe, expect, it } from 'vitest';
import { sampleSpec, unversionedSpec, versionOf } from '../../stores/testkit/sample-tool.ts';
import { findNeighbours, isEnough, stepOf } from './version-step.ts';

const nothing = { verdict: 'compatible', findings: [] } as const;
const same = {
  verdict: 'compatible',
  declaredVerdict: 'compatible',
  input: nothing,
  output: nothing,
  behavioural: [],
} as const;
const harmful = { ...same, verdict: 'breaking', declaredVerdict: 'breaking' } as const;

describe('the step that a change needs', () => {
  it.each([
    { comparison: { ...same, isAddition: false }, step: 'patch' },
    { comparison: { ...same, isAddition: true }, step: 'minor' },
    { comparison: { ...harmful, isAddition: false }, step: 'major' },
    // Only whoever sends what was never declared notices.
    { comparison: { ...harmful, declaredVerdict: 'compatible', isAddition: false }, step: 'minor' },
    // What is not known to be harmless is harm, also if something was added.
    {
      comparison: { ...harmful, verdict: 'unknown', declaredVerdict: 'unknown', isAddition: true },
      step: 'major',
    },
    {
      comparison: { ...same, isAddition: false, behavioural: [{ pointer: '/description', after: 'New.' }] },
      step: 'patch',
    },
  ] as const)(
    'is $step where the verdict is $comparison.verdict, and additions are $comparison.isAddition',
    ({ comparison, step }) => {
      expect(stepOf(comparison)).toBe(step);
    },
  );
});

describe('the step from one version to another', () => {
  it.each([
    { before: '1.0.0', after: '1.0.1', enough: ['patch'] },
    { before: '1.0.0', after: '1.0.0-rc.1', enough: ['patch'] },
    { before: '1.0.0+a', after: '1.0.0+b', enough: ['patch'] },
    { before: '1.0.0', after: '1.1.0', enough: ['patch', 'minor'] },
    { before: '1.2.0', after: '1.1.0', enough: ['patch', 'minor'] },
    { before: '1.9.9', after: '2.0.0', enough: ['patch', 'minor', 'major'] },
    { before: '1.9.9', after: '2.0.0-rc.1', enough: ['patch', 'minor', 'major'] },
    { before: '0.1.0', after: '0.1.1', enough: ['patch'] },
    { before: '0.1.0', after: '0.2.0', enough: ['patch', 'minor', 'major'] },
    { before: '0.9.0', after: '1.0.0', enough: ['patch', 'minor', 'major'] },
    { before: '', after: '1.0.0', enough: ['patch'] },
    { before: '1.0.0', after: '', enough: ['patch'] },
    { before: 'v1.0.0', after: 'v2.0.0', enough: ['patch'] },
    { before: 'nightly', after: '2.0.0', enough: ['patch'] },
  ])('from "$before" to "$after" is enough for $enough', ({ before, after, enough }) => {
    const steps = ['patch', 'minor', 'major'] as const;

    expect(steps.filter((step) => isEnough(step, before, after))).toEqual(enough);
  });
});

describe('the version that another follows', () => {
  const published = [
    ...['1.0.0', '2.0.0', '1.1.0', 'nightly', '2.0.0-rc.1', '1.1.0+b'].map((version) =>
      sampleSpec({ version }),
    ),
    unversionedSpec(),
  ].map((spec) => versionOf(spec));

  it.each([
    { version: '1.0.1', follows: '1.0.0' },
    // Of those that differ in build metadata only, the one that was published last.
    { version: '1.5.0', follows: '1.1.0+b' },
    { version: '1.1.0+c', follows: '1.1.0+b' },
    // What is a pre-release promises nothing.
    { version: '2.0.0-rc.2', follows: '1.1.0+b' },
    { version: '2.0.0', follows: '2.0.0' },
    { version: '9.0.0', follows: '2.0.0' },
    { version: '0.9.0', follows: undefined },
    { version: 'weekly', follows: undefined },
    { version: 'v3.0.0', follows: undefined },
    { version: undefined, follows: undefined },
  ])('is $follows for $version', ({ version, follows }) => {
    expect(findNeighbours(published, version).before?.spec.version).toBe(follows);
  });
});

describe('the version that follows another', () => {
  const published = ['1.0.0', '1.2.0', '1.2.1', '1.1.5-beta', '3.0.0'].map((version) =>
    versionOf(sampleSpec({ version })),
  );

  it.each([
    { version: '1.1.0', next: '1.2.0' },
    { version: '1.2.0', next: '1.2.1' },
    { version: '2.0.0', next: '3.0.0' },
    { version: '3.0.0', next: undefined },
    { version: 'nightly', next: undefined },
  ])('is $next for $version', ({ version, next }) => {
    expect(findNeighbours(published, version).after?.spec.version).toBe(next);
  });
});
