import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { SAMPLE_TIME, sampleSpec, unversionedSpec } from '../../stores/testkit/sample-tool.ts';
import { refuseOption } from '../read-catalog-options.ts';
import { specDigest } from '../spec-digest.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { draftKey, readDraft, type ToolDraft, toDraftRegistration } from './tool-draft.ts';

const finding = { rule: 'breaking-change', severity: 'error', pointer: '', message: 'It breaks.' } as const;

function draftOf(spec: ToolSpec = sampleSpec(), changes: Partial<ToolDraft> = {}): ToolDraft {
  return { spec, digest: specDigest(spec), since: SAMPLE_TIME, findings: [finding], ...changes };
}

function read(value: unknown, key = draftKey('refund_order', '1.0.0')): ToolDraft {
  return readDraft(key, value, refuseOption);
}

describe('the key of a draft', () => {
  it('is another one for every version of every tool', () => {
    const names = ['a', 'a/b', 'a/b/1', 'a~1b', 'a~', 'a~0'];
    const versions = ['1', 'b/1', 'b', '/', '~1', null];
    const keys = names.flatMap((name) => versions.map((version) => draftKey(name, version)));

    expect(new Set(keys).size).toBe(names.length * versions.length);
  });

  it('begins with that of its tool, and with that of no other', () => {
    expect(draftKey('a', '1').startsWith(draftKey('a'))).toBe(true);
    expect(draftKey('a', null).startsWith(draftKey('a'))).toBe(true);
    expect(draftKey('a/b', '1').startsWith(draftKey('a'))).toBe(false);
    expect(draftKey('ab', '1').startsWith(draftKey('a'))).toBe(false);
  });

  it('is short enough for a store, however long its parts are', () => {
    expect(draftKey('~'.repeat(256), '/'.repeat(128)).length).toBeLessThanOrEqual(1_024);
  });
});

describe('a draft from outside', () => {
  it('is the same after it was written and read, frozen through and through', () => {
    const said = { by: 'ann', reason: 'Better.', source: 'https://a.example' };
    const draft = draftOf(sampleSpec(), {
      ...said,
      base: { version: '0.9.0', digest: specDigest(sampleSpec()) },
      findings: [finding, { ...finding, start: 1, end: 2, fix: 'Leave it.', waiver: 'Known.' }],
    });

    const copy = read(JSON.parse(JSON.stringify(draft)));

    expect(copy).toEqual(draft);
    for (const part of [copy, copy.spec, copy.spec.inputSchema, copy.findings, ...copy.findings]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('may have no version', () => {
    const draft = draftOf(unversionedSpec());

    expect(read(draft, draftKey('refund_order', null))).toEqual(draft);
    expect(errorOf(() => read(draft)).context).toEqual({ option: 'spec' });
  });

  it.each([
    ['', null],
    ['', [draftOf()]],
    ['approved', { ...draftOf(), approved: true }],
    ['spec', { ...draftOf(), spec: undefined }],
    ['spec', { ...draftOf(), spec: { ...sampleSpec(), owner: 'me' } }],
    ['spec', draftOf(sampleSpec({ name: 'other' }))],
    ['spec', draftOf(sampleSpec({ version: '1.0.1' }))],
    ['digest', { ...draftOf(), spec: sampleSpec({ description: 'Swapped.' }) }],
    ['digest', { ...draftOf(), digest: specDigest(sampleSpec({ description: 'Swapped.' })) }],
    ['digest', { ...draftOf(), digest: undefined }],
    ['since', { ...draftOf(), since: 'yesterday' }],
    ['by', { ...draftOf(), by: '' }],
    ['by', { ...draftOf(), by: 'x'.repeat(257) }],
    ['source', { ...draftOf(), source: 'x'.repeat(513) }],
    ['findings', { ...draftOf(), findings: undefined }],
    ['findings', { ...draftOf(), findings: ['It breaks.'] }],
    ['findings', { ...draftOf(), findings: [{ ...finding, severity: 'fatal' }] }],
    ['findings', { ...draftOf(), findings: [{ ...finding, pointer: 1 }] }],
    ['findings', { ...draftOf(), findings: [{ ...finding, hint: 'None.' }] }],
  ])('is refused for its %s', (option, value) => {
    const error = errorOf(() => read(value));

    expect([error.code, error.context]).toEqual(['E_INVALID_OPTION', { option }]);
    expect(error.message).not.toMatch(/\.\.$/);
  });
});

it('has the registration that it would have if it were approved, and says that it is not', () => {
  const { spec } = draftOf();
  const draft = draftOf(spec, { by: 'ann', source: 'https://a.example' });

  expect(toDraftRegistration(draft, false)).toEqual({
    ...{ spec, enabled: false, createdAt: SAMPLE_TIME, source: 'https://a.example' },
    draft: { by: 'ann', findings: [finding] },
  });
});
