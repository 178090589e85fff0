import { describe, expect, it } from 'vitest';
import { sampleSpec, toolOf, versionOf } from '../../stores/testkit/sample-tool.ts';
import type { CatalogFinding } from '../catalog-event.ts';
import { CheckedAnswers } from '../checks/spec-answers.ts';
import { specDigest } from '../spec-digest.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { judgeVersion, type Proposal } from './judge-version.ts';

const one = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
const current = sampleSpec({ inputSchema: one });
const breaking = {
  ...one,
  properties: { ...one.properties, why: {} },
  required: ['order', 'why'],
};
const error: CatalogFinding = {
  rule: 'hidden-unicode',
  severity: 'error',
  pointer: '/title',
  message: 'Hidden.',
};
const warning: CatalogFinding = { ...error, severity: 'warning' };
const waived: CatalogFinding = { ...error, waiver: 'It has to be.' };

function judge(changes: Partial<ToolSpec>, proposal: Partial<Proposal> = {}) {
  const spec = sampleSpec({ inputSchema: one, version: '1.0.1', ...changes });
  return judgeVersion({
    candidate: { spec, digest: specDigest(spec) },
    state: toolOf([versionOf(current)]),
    findings: [],
    isDraft: false,
    isKnown: false,
    answers: new CheckedAnswers(undefined),
    ...proposal,
    policy: { compatibility: 'none', lint: 'block', ...proposal.policy },
  });
}

const semver = { policy: { compatibility: 'semver', lint: 'block' } } as const;
const review = { policy: { compatibility: 'review', lint: 'block' } } as const;

describe('what was found in a definition', () => {
  it('refuses it where it is an error that nobody has waived', () => {
    const findings = [error, waived, warning];

    expect(judge({}, { findings })).toEqual({ action: 'refuse', code: 'E_LINT_FAILED', findings });
    expect(judge({}, { findings, isDraft: true })).toMatchObject({ action: 'refuse' });
    expect(judge({}, { findings, state: undefined })).toMatchObject({ action: 'refuse' });
  });

  it('is told with it otherwise', () => {
    const findings = [waived, warning];

    expect(judge({}, { findings })).toEqual({ action: 'publish', findings });
    expect(judge({}, { findings: [error], policy: { compatibility: 'none', lint: 'report' } })).toEqual({
      action: 'publish',
      findings: [error],
    });
  });
});

describe('without a policy on compatibility', () => {
  it('publishes what breaks callers, and holds what is a draft', () => {
    expect(judge({ inputSchema: breaking })).toEqual({ action: 'publish', findings: [] });
    expect(judge({}, { isDraft: true })).toEqual({ action: 'hold', findings: [] });
  });
});

describe('with the policy "semver"', () => {
  it('refuses what breaks callers within a major version, and says what it needs', () => {
    const verdict = judge({ version: '1.9.0', inputSchema: breaking, description: 'Other.' }, semver);

    expect(verdict).toMatchObject({ action: 'refuse', code: 'E_INCOMPATIBLE_VERSION', needs: 'major' });
    expect(verdict).toMatchObject({ base: { spec: { version: '1.0.0' } } });
    expect(verdict.findings).not.toEqual([]);
    for (const { rule, severity, pointer } of verdict.findings) {
      expect([rule, severity]).toEqual(['breaking-change', 'error']);
      expect(pointer).toMatch(/^\/inputSchema/);
    }
    expect(judge({ version: '2.0.0', inputSchema: breaking }, semver).action).toBe('publish');
  });

  it('refuses what adds to a tool without another minor version', () => {
    const inputSchema = { ...one, properties: { order: { type: ['string', 'null'] } } };
    const verdict = judge({ inputSchema }, { ...semver, findings: [warning] });

    expect(verdict).toMatchObject({ action: 'refuse', code: 'E_INCOMPATIBLE_VERSION', needs: 'minor' });
    expect(verdict.findings.map(({ rule }) => rule)).toEqual(['added-capability', 'hidden-unicode']);
    expect(judge({ inputSchema, version: '1.1.0' }, semver).action).toBe('publish');
  });

  it('lets a patch change what a model reads', () => {
    expect(judge({ description: 'Other.' }, semver)).toEqual({ action: 'publish', findings: [] });
  });

  it('does not take words for a version that says anything', () => {
    expect(judge({ version: 'next', description: 'Other.' }, semver).action).toBe('publish');
    expect(judge({ version: 'next', inputSchema: breaking }, semver)).toMatchObject({ needs: 'major' });
  });

  it('does not take other build metadata for another version, whatever was there before', () => {
    const older = versionOf(sampleSpec({ version: '0.9.0', inputSchema: one }));
    const state = toolOf([older, versionOf(sampleSpec({ version: '1.0.0+a', inputSchema: one }))]);

    const verdict = judge({ version: '1.0.0+b', inputSchema: breaking }, { ...semver, state });

    expect(verdict).toMatchObject({
      action: 'refuse',
      needs: 'major',
      base: { spec: { version: '1.0.0+a' } },
    });
  });
});

describe('with the policy "review"', () => {
  it.each([
    {
      what: 'what breaks callers',
      changes: { inputSchema: breaking, version: '2.0.0' },
      rule: 'breaking-change',
    },
    { what: 'another description', changes: { description: 'Other.' }, rule: 'behavioural-change' },
    { what: 'another title', changes: { title: 'Refund' }, rule: 'behavioural-change' },
    {
      what: 'other annotations',
      changes: { annotations: { readOnlyHint: true } },
      rule: 'behavioural-change',
    },
    { what: 'other tags', changes: { tags: ['money'] }, rule: 'behavioural-change' },
  ])('holds $what', ({ changes, rule }) => {
    const verdict = judge(changes, { ...review, findings: [warning] });

    expect(verdict.action).toBe('hold');
    expect(verdict.findings.map((finding) => finding.rule)).toEqual([rule, 'hidden-unicode']);
  });

  it.each([
    { what: 'what was waived', findings: [waived] },
    { what: 'a copy', findings: [{ ...warning, rule: 'copied-definition' }] },
    { what: 'what comes from another source', findings: [{ ...warning, rule: 'source-changed' }] },
  ])('holds $what', ({ findings }) => {
    expect(judge({}, { ...review, findings })).toEqual({ action: 'hold', findings });
    expect(judge({}, { ...review, findings, state: undefined })).toEqual({ action: 'hold', findings });
  });

  it('publishes what is new, and what changes nothing', () => {
    expect(judge({}, { ...review, findings: [warning] })).toEqual({ action: 'publish', findings: [warning] });
    expect(judge({}, { ...review, state: undefined })).toEqual({ action: 'publish', findings: [] });
    expect(judge({}, { ...review, isDraft: true })).toEqual({ action: 'hold', findings: [] });
  });
});
