import { describe, expect, it } from 'vitest';
import type { ToolVersion } from './tool-state.ts';
import { VersionIndex } from './version-index.ts';

function toVersion(version: string | undefined): ToolVersion {
  const spec = { name: 'add', inputSchema: {}, outputSchema: {}, ...(version !== undefined && { version }) };
  return { spec, digest: 'sha256/v1:0', createdAt: '2026-01-01T00:00:00.000Z' };
}

const index = new VersionIndex();

function addAll(names: readonly (string | undefined)[], start: readonly ToolVersion[] = []) {
  return names.reduce((versions, name) => index.add(versions, toVersion(name)), start);
}

const names = Array.from({ length: 300 }, (_, minor) => (minor === 7 ? undefined : `1.${minor}.0`));

describe('VersionIndex', () => {
  it('finds each of many versions, and none that is not there', () => {
    const versions = addAll(names);

    expect(names.map((name) => index.indexOf(versions, name))).toEqual(names.map((_, position) => position));
    expect(index.find(versions, undefined)).toBe(versions[7]);
    expect(index.find(versions, '1.300.0')).toBeUndefined();
  });

  it('knows what was added to a list that was asked already, and nothing that was added to another', () => {
    const base = addAll(names);
    expect(index.find(base, '2.0.0')).toBeUndefined();

    const [left, right] = [addAll(['2.0.0'], base), addAll(['3.0.0', '2.0.0'], base)];

    expect([index.indexOf(left, '2.0.0'), index.indexOf(left, '3.0.0')]).toEqual([300, -1]);
    expect([index.indexOf(right, '2.0.0'), index.indexOf(right, '3.0.0')]).toEqual([301, 300]);
    expect(index.indexOf(base, '2.0.0')).toBe(-1);
  });
});
