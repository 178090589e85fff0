import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySnapshot } from '../../../../test/catalog/any-snapshot.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { SnapshotTool, ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import type { ToolSpec } from './tool-spec.ts';

const [january, february] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const quarantine = { reason: 'It leaks.', since: january };

function specOf(changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name: 'weather',
    version: '1.0.0',
    inputSchema: { type: 'object', title: 'In' },
    outputSchema: {},
    ...changes,
  };
}

function toolOf(changes: Partial<SnapshotTool> = {}): SnapshotTool {
  return { spec: specOf(), enabled: true, createdAt: january, revision: 1, history: [], ...changes };
}

function snapshotOf(...tools: readonly SnapshotTool[]): ToolRegistrySnapshot {
  return readSnapshot({ snapshotVersion: 1, tools, quarantinedNames: [], documents: [] });
}

describe('the difference of two snapshots', () => {
  it('tells which tools came and went, with their current version', () => {
    const { version: _, ...unversioned } = specOf({ name: 'news' });
    const before = snapshotOf(
      toolOf({ spec: specOf({ name: 'a' }) }),
      toolOf({ spec: specOf({ name: 'z' }) }),
    );
    const after = snapshotOf(toolOf({ spec: unversioned }), toolOf({ spec: specOf({ name: 'z' }) }));

    expect(diffSnapshots(before, after)).toEqual({
      isEmpty: false,
      added: [{ name: 'news', version: null }],
      removed: [{ name: 'a', version: '1.0.0' }],
      changed: [],
      quarantinedNames: [],
      documents: [],
    });
  });

  it('tells of a new version what somebody sees who uses the current one', () => {
    const spec = specOf({ version: '1.1.0', description: 'Tells the weather.' });
    const history = [{ spec: specOf(), createdAt: january, deprecation: { message: 'Old.' } }];
    const updated = toolOf({ spec, createdAt: february, revision: 2, history });

    expect(diffSnapshots(snapshotOf(toolOf()), snapshotOf(updated)).changed).toEqual([
      {
        name: 'weather',
        current: { from: '1.0.0', to: '1.1.0' },
        spec: [
          { field: 'version', pointer: '/version', before: '1.0.0', after: '1.1.0' },
          { field: 'description', pointer: '/description', after: 'Tells the weather.' },
        ],
        addedVersions: ['1.1.0'],
        changedVersions: [{ version: '1.0.0', deprecation: { to: { message: 'Old.' } } }],
      },
    ]);
  });

  it('tells of switches and quarantine from what to what', () => {
    const stopped = toolOf({ enabled: false, quarantine });

    expect(diffSnapshots(snapshotOf(toolOf()), snapshotOf(stopped)).changed).toEqual([
      { name: 'weather', enabled: { from: true, to: false }, quarantine: { to: quarantine } },
    ]);
  });

  it('tells of a name that lost its tool but not its quarantine', () => {
    const before = snapshotOf(toolOf({ quarantine }));
    const after = readSnapshot({
      snapshotVersion: 1,
      tools: [],
      quarantinedNames: [{ name: 'weather', quarantine }],
      documents: [],
    });

    expect(diffSnapshots(before, after)).toMatchObject({
      removed: [{ name: 'weather', version: '1.0.0' }],
      quarantinedNames: [{ name: 'weather', to: quarantine }],
    });
  });

  it('tells that a version has other content, keys in another order, or was registered at another time', () => {
    const before = snapshotOf(toolOf({ spec: specOf({ name: 'a' }) }), toolOf());
    const after = snapshotOf(
      toolOf({ spec: specOf({ name: 'a', title: 'A' }) }),
      toolOf({ spec: specOf({ inputSchema: { title: 'In', type: 'object' } }), createdAt: february }),
    );
    const spec = [{ field: 'title', pointer: '/title', after: 'A' }];

    expect(diffSnapshots(before, after).changed).toEqual([
      { name: 'a', spec, changedVersions: [{ version: '1.0.0', spec }] },
      {
        name: 'weather',
        changedVersions: [
          { version: '1.0.0', isReordered: true, createdAt: { from: january, to: february } },
        ],
      },
    ]);
  });

  it('tells that versions were registered in another order', () => {
    const other = { spec: specOf({ version: '2.0.0' }), createdAt: january };
    const before = snapshotOf(toolOf({ revision: 1, history: [other] }));
    const after = snapshotOf(toolOf({ revision: 2, history: [other] }));

    expect(diffSnapshots(before, after).changed).toEqual([
      { name: 'weather', order: { from: ['1.0.0', '2.0.0'], to: ['2.0.0', '1.0.0'] } },
    ]);
  });

  it('is empty exactly if the snapshots are the same to the byte', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const { isEmpty, ...lists } = diffSnapshots(before, after);

        expect(isEmpty).toBe(JSON.stringify(before) === JSON.stringify(after));
        expect(Object.values(lists).flat().length === 0).toBe(isEmpty);
      }),
      { numRuns: 1000 },
    );
  });

  it('is mirrored when the snapshots change places', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        expect(diffSnapshots(after, before)).toEqual(mirror(diffSnapshots(before, after)));
      }),
      { numRuns: 1000 },
    );
  });

  it('is JSON, frozen through and through, and sorted by name', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const diff = diffSnapshots(before, after);

        expect(JSON.parse(JSON.stringify(diff))).toStrictEqual(diff);
        expect(isDeeplyFrozen(diff)).toBe(true);
        for (const list of [diff.added, diff.removed, diff.changed, diff.quarantinedNames]) {
          const names = list.map(({ name }) => name);
          expect(names).toEqual([...names].sort());
        }
      }),
    );
  });
});

/** Snapshots that have much in common: one tool of the one is that of the other, or only its switch differs. */
const pairs = fc
  .oneof(
    fc.tuple(anySnapshot, anySnapshot),
    anySnapshot.map((snapshot) => [snapshot, snapshot] as const),
    fc.tuple(anySnapshot, fc.nat()).map(([snapshot, index]) => {
      const place = index % Math.max(snapshot.tools.length, 1);
      const tools = snapshot.tools.map((tool, at) =>
        at === place ? { ...tool, enabled: !tool.enabled } : tool,
      );
      return [snapshot, { ...snapshot, tools }] as const;
    }),
  )
  .map(([before, after]) => [readSnapshot(before), readSnapshot(after)] as const);

const opposites: Readonly<Record<string, string>> = {
  added: 'removed',
  removed: 'added',
  addedVersions: 'removedVersions',
  removedVersions: 'addedVersions',
  from: 'to',
  to: 'from',
  before: 'after',
  after: 'before',
};
/** What is from the snapshots themselves. */
const contents: readonly string[] = ['from', 'to', 'before', 'after'];

function mirror(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mirror);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    opposites[key] ?? key,
    contents.includes(key) ? item : mirror(item),
  ]);
  return Object.fromEntries(entries);
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
