import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { freezeCopy, sampleSpec, toolOf, unversionedSpec, versionOf } from '../stores/testkit/sample-tool.ts';
import {
  quarantine,
  type RegisterOutcome,
  register,
  release,
  remove,
  setDeprecation,
  setEnabled,
} from './rules.ts';
import { specDigest } from './spec-digest.ts';
import type { ToolSpec } from './tool-spec.ts';
import type { ToolState, ToolVersion } from './tool-state.ts';
import { VersionIndex } from './version-index.ts';

const NOW = '2026-02-03T04:05:06.007Z';
const entry = freezeCopy({ reason: 'Leaks.', since: '2026-01-02T00:00:00.000Z', by: 'ann' });
const old = freezeCopy({ message: 'Old.', replacement: 'other' });

/** Two versions, of which the second is current; switched off, and in quarantine. */
const tool = toolOf([versionOf(sampleSpec()), versionOf(sampleSpec({ version: '2.0.0', title: 'Refund' }))], {
  enabled: false,
  quarantine: entry,
});
const [first, second] = tool.versions as [ToolVersion, ToolVersion];

function registerNow(state: ToolState | undefined, spec: ToolSpec): RegisterOutcome {
  return register(state, { spec, digest: specDigest(spec) }, { at: NOW, versions: new VersionIndex() });
}

/** A state shows nothing of where it comes from: its keys are in one order, and it is frozen. */
function expectTidy(state: ToolState | undefined): void {
  const keys = ['name', 'enabled', 'quarantine', 'current', 'versions'];
  expect(Object.keys(state ?? {})).toEqual(keys.filter((key) => key in (state ?? {})));
  for (const part of [state, state?.versions, ...(state?.versions ?? [])])
    expect(Object.isFrozen(part)).toBe(true);
}

describe('registering', () => {
  it('refuses one version more than a tool may have, and nothing that is there', () => {
    const versions = Array.from({ length: 5_000 }, (_, minor) =>
      versionOf(sampleSpec({ version: `1.${minor}.0` })),
    );
    const full = toolOf(versions);

    expect(errorOf(() => registerNow(full, sampleSpec({ version: '2.0.0' })))).toMatchObject({
      code: 'E_INVALID_SPEC',
      message: expect.stringContaining('has 5000 versions, which is as many as a tool may have.'),
      context: { field: 'version', toolName: full.name },
    });
    expect(registerNow(full, sampleSpec({ version: '1.7.0' })).kind).toBe('reactivated');
  });

  it('[C2, C3] creates a tool of a new name, enabled, at the time that is given', () => {
    const { spec, digest } = first;

    const outcome = registerNow(undefined, spec);

    expect(outcome).toEqual({
      kind: 'created',
      state: { name: spec.name, enabled: true, current: 1, versions: [{ spec, digest, createdAt: NOW }] },
    });
    if (outcome.kind === 'created') expectTidy(outcome.state);
  });

  it('[C3] changes nothing if it is the current spec, whatever the order of keys', () => {
    const { name, ...rest } = second.spec;
    const inputSchema = Object.fromEntries(Object.entries(rest.inputSchema).toReversed());

    const outcome = registerNow(tool, { ...rest, inputSchema, name });

    expect(outcome).toEqual({ kind: 'unchanged', state: tool });
    expect('state' in outcome && outcome.state).toBe(tool);
  });

  it('[C3, C10, C11] makes another version the current one, keeps the others, and enables the tool', () => {
    const spec = sampleSpec({ version: '1.5.0' });

    const outcome = registerNow(tool, spec);

    const added = { spec, digest: specDigest(spec), createdAt: NOW };
    expect(outcome).toEqual({
      kind: 'updated',
      state: { ...tool, enabled: true, current: 3, versions: [first, second, added] },
    });
    if (outcome.kind !== 'updated') return;
    expect(outcome.state.versions[0]).toBe(first);
    expectTidy(outcome.state);
  });

  it.each([first, second])(
    '[C3, C10] is a conflict if version $spec.version has other content',
    (published) => {
      for (const change of [
        { description: '' },
        { tags: [] },
        { annotations: {} },
        { outputSchema: { type: 'null' } },
      ]) {
        const outcome = registerNow(tool, freezeCopy({ ...published.spec, ...change }));

        expect(outcome).toEqual({ kind: 'conflict', published });
      }
    },
  );

  it('[C4] takes no version for a version of its own', () => {
    const unversioned = toolOf([versionOf(unversionedSpec())]);

    expect(registerNow(unversioned, unversionedSpec()).kind).toBe('unchanged');
    expect(registerNow(unversioned, unversionedSpec({ title: 'Other' })).kind).toBe('conflict');
    expect(registerNow(unversioned, sampleSpec({ title: 'Other' })).kind).toBe('updated');
    expect(registerNow(tool, unversionedSpec({ title: 'Other' })).kind).toBe('updated');
  });

  it('[C10, C11] makes an earlier version with its exact content current again, as it was', () => {
    const deprecated = toolOf([versionOf(first.spec, { deprecation: old }), second], {
      enabled: false,
      quarantine: entry,
    });

    const outcome = registerNow(deprecated, first.spec);

    expect(outcome).toEqual({ kind: 'reactivated', state: { ...deprecated, enabled: true, current: 1 } });
    if (outcome.kind !== 'reactivated') return;
    expect(outcome.state.versions).toBe(deprecated.versions);
    expectTidy(outcome.state);
  });

  it('[C11] leaves a name in quarantine that was removed meanwhile', () => {
    const removed = toolOf([], { name: first.spec.name, quarantine: entry });

    const outcome = registerNow(removed, first.spec);

    expect(outcome).toMatchObject({ kind: 'created', state: { current: 1, quarantine: entry } });
  });
});

describe('switching', () => {
  it('[C6] changes nothing but whether the tool is on, and nothing at all if it is so already', () => {
    expect(setEnabled(tool, true)).toEqual({ ...tool, enabled: true });
    expectTidy(setEnabled(tool, true));
    expect(setEnabled(tool, false)).toBe(tool);
  });
});

describe('deprecating', () => {
  it('changes one version, and takes it back without a trace', () => {
    const deprecated = setDeprecation(tool, first, old);
    const [changed] = deprecated.versions;

    expect(deprecated).toEqual({ ...tool, versions: [{ ...first, deprecation: old }, second] });
    expectTidy(deprecated);
    expect(deprecated.versions[1]).toBe(second);
    const restored = setDeprecation(deprecated, changed ?? first, undefined);
    expect(restored).toEqual(tool);
    expect(Object.keys(restored.versions[0] ?? {})).not.toContain('deprecation');
  });

  it('changes nothing if the version is deprecated in the same words, or not at all', () => {
    const deprecated = setDeprecation(tool, first, old);
    const [changed = first] = deprecated.versions;

    expect(setDeprecation(deprecated, changed, { replacement: 'other', message: 'Old.' })).toBe(deprecated);
    expect(setDeprecation(deprecated, changed, { message: 'Old.' })).not.toBe(deprecated);
    expect(setDeprecation(tool, first, undefined)).toBe(tool);
  });
});

describe('quarantine', () => {
  it('[C11] keeps its first reason until it is released', () => {
    const free = release(tool);

    expect(free).toEqual(toolOf([first, second], { enabled: false }));
    expectTidy(free);
    expect(free && release(free)).toBe(free);
    expect(free && quarantine(free, free.name, entry)).toEqual(tool);
    expectTidy(free && quarantine(free, free.name, entry));
    expect(quarantine(tool, tool.name, { reason: 'Other.', since: NOW })).toBe(tool);
  });

  it('[C11] outlives the tool, and nothing is left of a name when it is released', () => {
    const removed = remove(tool);

    expect(removed).toEqual({ name: tool.name, enabled: true, quarantine: entry, current: 0, versions: [] });
    expectTidy(removed);
    expect(removed && remove(removed)).toBe(removed);
    expect(removed && release(removed)).toBeUndefined();
  });

  it('is all that outlives it', () => {
    expect(remove(toolOf([first, second]))).toBeUndefined();
  });
});
