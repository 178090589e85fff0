import { beforeEach, describe, expect, it } from 'vitest';
import { authorityDigest, specDigest, type ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import { formatLock, parseLock, verifyLock } from '../../packages/toolcrib/src/governance/index.ts';
import type { LockedTool, ToolLock } from '../../packages/toolcrib/src/index.ts';
import { readRealDefinitions, realDefinitionsFile } from '../real-definitions.ts';
import { requireData } from '../shared-data.ts';

const definitions = readRealDefinitions();
const specs = definitions.map(
  ({ server, tool, description, inputSchema }): ToolSpec => ({
    name: `${server}/${tool}`.replaceAll(/\s/g, '-'),
    description,
    inputSchema,
    outputSchema: {},
  }),
);

function lockOf(tools: readonly ToolSpec[]): ToolLock {
  const entries = tools.map((spec): [string, LockedTool] => [
    spec.name,
    { digest: specDigest(spec), authorityDigest: authorityDigest(spec) },
  ]);
  return { lockVersion: 2, tools: Object.fromEntries(entries) };
}

describe('a lock of the tools of real servers', () => {
  beforeEach((context) => requireData(context, realDefinitionsFile));

  it('is one line for each, and holds for them after it was a file', () => {
    const text = formatLock(lockOf(specs));

    const { isOk, tools } = verifyLock(parseLock(text), specs);

    expect(isOk).toBe(true);
    expect(tools).toHaveLength(specs.length);
    expect(text.split('\n')).toHaveLength(specs.length + 7);
  });

  it('shows every one of them that has changed by one blank', () => {
    const changed = specs.map((spec) => ({ ...spec, description: `${spec.description} ` }));

    const { tools } = verifyLock(lockOf(specs), changed);

    expect(new Set(tools.map(({ status }) => status))).toEqual(new Set(['changed']));
    expect(tools).toHaveLength(specs.length);
  });
});
