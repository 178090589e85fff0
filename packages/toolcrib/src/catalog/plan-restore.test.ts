import { expect, it } from 'vitest';
import { ChangePlan } from './change-plan.ts';
import { doAtOnce } from './pieces.ts';
import { planRestore } from './plan-restore.ts';
import { Replica } from './replica.ts';
import { specDigest } from './spec-digest.ts';
import type { ToolState } from './tool-state.ts';

const at = '2026-01-01T00:00:00.000Z';
const spec = { name: 'add', inputSchema: {}, outputSchema: {} };
const versions = [{ spec, digest: specDigest(spec), createdAt: at }];
const quarantine = { reason: 'It leaks.', since: at };
const state: ToolState = { name: 'add', enabled: true, quarantine, current: 1, versions };

function changesOf(present: ToolState, wanted: ToolState) {
  const replica = new Replica({ sequence: 1, tools: new Map([['add', present]]), documents: new Map() });
  const plan = new ChangePlan(replica, { at });
  doAtOnce(planRestore(plan, replica, { states: [wanted], documents: [], compared: new Map() }));
  return plan.toChangeSet()?.events.map(({ type }) => type);
}

it('leaves a tool alone that is the same, in whatever order its state tells it', () => {
  expect(changesOf({ versions, current: 1, quarantine, enabled: true, name: 'add' }, state)).toBeUndefined();
});

it('restores a tool of which anything is another', () => {
  const others: readonly ToolState[] = [
    { ...state, enabled: false },
    { ...state, quarantine: { ...quarantine, by: 'ann' } },
    {
      ...state,
      versions: versions.map((version) => ({ ...version, createdAt: '2026-01-02T00:00:00.000Z' })),
    },
    { ...state, versions: versions.map((version) => ({ ...version, deprecation: { message: 'Old.' } })) },
    { ...state, versions: versions.map((version) => ({ ...version, spec: { ...spec, title: 'Add' } })) },
    // The order of keys in a spec is its author's.
    {
      ...state,
      versions: versions.map((version) => ({
        ...version,
        spec: { name: 'add', outputSchema: {}, inputSchema: {} },
      })),
    },
  ];

  for (const other of others) expect(changesOf(other, state)).toEqual(['tool-restored']);
});
