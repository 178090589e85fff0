import { describe, expect, it } from 'vitest';
import type { LintRule } from '../../lint/lint-rule.ts';
import { freezeCopy, SAMPLE_TIME, sampleSpec, toolOf, versionOf } from '../../stores/testkit/sample-tool.ts';
import { CheckedAnswers } from '../checks/spec-answers.ts';
import { specDigest } from '../spec-digest.ts';
import { SpecDigests } from '../spec-digests.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { ToolState } from '../tool-state.ts';
import { findConcerns, type Surroundings } from './find-concerns.ts';
import { NameLooks } from './name-looks.ts';
import { contentOf, isSameContent } from './spec-content.ts';
import { TenantIndex } from './tenant-index.ts';

/** Finds nothing by itself in what the samples say. */
const described = 'Pays the price of an order back.';
const inputSchema = {
  type: 'object',
  properties: { order: { type: 'string', description: 'The number of the order.' } },
  required: ['order'],
  additionalProperties: false,
};

function specOf(changes: Partial<ToolSpec> = {}): ToolSpec {
  return sampleSpec({ description: described, inputSchema, ...changes });
}

function find(spec: ToolSpec, states: readonly ToolState[], surroundings: Partial<Surroundings> = {}) {
  const byName = new Map(states.map((state) => [state.name, state]));
  return findConcerns(
    { spec, digest: specDigest(spec) },
    {
      stateOf: (name) => byName.get(name),
      index: () => new TenantIndex({ digests: new SpecDigests(), looks: new NameLooks() }, states),
      rules: [],
      answers: new CheckedAnswers(undefined),
      waivers: [],
      source: undefined,
      wasRemoved: () => false,
      ...surroundings,
    },
  );
}

function ruleOf(id: string, severity: 'error' | 'warning' | 'info'): LintRule {
  return { id, check: () => [{ rule: id, severity, pointer: '', message: `${id}.`, fix: 'None.' }] };
}

const published = toolOf([versionOf(specOf())]);
const quarantine = freezeCopy({ reason: 'Leaks.', since: SAMPLE_TIME });

describe('what there is to say of a new version', () => {
  it('is nothing if nothing is wrong', () => {
    expect(find(specOf(), [])).toEqual([]);
    expect(find(specOf({ version: '2.0.0' }), [published])).toEqual([]);
  });

  it('begins with what is most severe', () => {
    const rules = [ruleOf('c', 'info'), ruleOf('b', 'warning'), ruleOf('a', 'error')];

    const findings = find(specOf(), [], { rules });

    expect(findings.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  });

  it('has the reason with every finding that was waived, and with no other', () => {
    const rules = [ruleOf('a', 'error'), ruleOf('b', 'error')];
    const waivers = [
      { rule: 'a', reason: 'It has to be.' },
      { rule: 'A', reason: 'No.' },
    ];

    const findings = find(specOf(), [], { rules, waivers });

    expect(findings.map(({ rule, waiver }) => [rule, waiver])).toEqual([
      ['a', 'It has to be.'],
      ['b', undefined],
    ]);
  });
});

describe('a new name', () => {
  it('is compared with those that look like it', () => {
    const [finding, ...others] = find(specOf({ name: 'refund_\u043erder', description: 'Other.' }), [
      published,
    ]).filter(({ rule }) => rule === 'look-alike-name');

    expect(finding).toMatchObject({ severity: 'error' });
    expect(finding?.message).toContain('refund_order');
    expect(others).toEqual([]);
  });

  it('is a copy if it says the same as another tool, in whatever version and order of keys', () => {
    const { properties, ...rest } = inputSchema;
    const copy = specOf({ name: 'pay_back', version: '7.0.0', inputSchema: { ...rest, properties } });

    const [finding] = find(copy, [published]);

    expect(finding).toMatchObject({ rule: 'copied-definition', severity: 'warning', pointer: '/name' });
    expect(finding?.message).toContain('"refund_order"');
  });

  it('is a copy that must not be published if the other tool is in quarantine', () => {
    const copy = specOf({ name: 'pay_back' });

    expect(find(copy, [{ ...published, quarantine }])).toMatchObject([
      { rule: 'copied-definition', severity: 'error' },
    ]);
  });

  it('names some of many that it is a copy of, and each of those that are in quarantine', () => {
    const states = Array.from({ length: 9 }, (_, index) => {
      const name = `pay_${index}`;
      return toolOf([versionOf(specOf({ name }))], { name, ...(index === 8 && { quarantine }) });
    });

    const messages = find(specOf({ name: 'other' }), states).map(({ severity, message }) => [
      severity,
      message,
    ]);

    expect(messages).toEqual([
      ['error', 'It is the tool "pay_8", which is in quarantine, under another name.'],
      ...[0, 1, 2, 3, 4].map((index) => [
        'warning',
        `It is the same as the tool "pay_${index}", under another name.`,
      ]),
      ['warning', 'It is the same as at least 3 more tools, under other names.'],
    ]);
  });

  it('is none if anything that a model reads is another, or nothing is described', () => {
    const others: readonly Partial<ToolSpec>[] = [
      { title: 'Refund' },
      { tags: ['money'] },
      { annotations: { readOnlyHint: true } },
      { outputSchema: { type: 'object' } },
      { inputSchema: { ...inputSchema, required: [] } },
    ];

    for (const changes of others) {
      const findings = find(specOf({ name: 'pay_back', ...changes }), [published]);
      expect(findings.filter(({ rule }) => rule === 'copied-definition')).toEqual([]);
    }
    const silent = toolOf([versionOf(specOf({ description: '' }))]);
    const rules = find(specOf({ name: 'pay_back', description: '' }), [silent]).map(({ rule }) => rule);
    expect(rules).not.toContain('copied-definition');
  });

  it('is new again after its tool was removed', () => {
    const removed = toolOf([], { name: 'refund_order', quarantine });
    const other = toolOf([versionOf(specOf({ name: 'pay_back' }))]);

    expect(find(specOf(), [removed, other])).toMatchObject([{ rule: 'copied-definition' }]);
  });
});

describe('a version of a tool that is there', () => {
  const ofSource = (source?: string) => toolOf([versionOf(specOf(), source === undefined ? {} : { source })]);

  it.each([
    { before: 'a', source: 'b', isFound: true },
    { before: 'a', source: 'A', isFound: true },
    { before: 'a', source: undefined, isFound: true },
    { before: 'a', source: 'a', isFound: false },
    { before: undefined, source: 'a', isFound: true },
    { before: undefined, source: undefined, isFound: false },
  ])('from $source after $before has another source: $isFound', ({ before, source, isFound }) => {
    const findings = find(specOf({ version: '2.0.0' }), [ofSource(before)], { source });

    expect(findings.map(({ rule }) => rule)).toEqual(isFound ? ['source-changed'] : []);
  });
});

it('tells contents apart by all that a model reads, the name and the version apart', () => {
  const { description: _, ...silent } = specOf();

  expect(isSameContent(specOf(), specOf({ name: 'a', version: '9' }))).toBe(true);
  expect(isSameContent(silent, { ...silent, description: '', tags: [] })).toBe(true);
  expect(contentOf(silent)).not.toBe(contentOf(specOf()));
});
