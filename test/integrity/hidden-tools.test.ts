import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore, openCatalog, type ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import { preflight } from '../../packages/toolcrib/src/governance/index.ts';
import type { ToolDigest, ToolLock } from '../../packages/toolcrib/src/index.ts';

const names = [
  'get_weather',
  'get_weathers',
  'getWeather',
  'get_whether',
  'weather',
  'send_mail',
  'send_mails',
];

function spec(name: string): ToolSpec {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, outputSchema: {} };
}

async function reportOf(tools: readonly string[], allowed: readonly string[], locked: readonly string[]) {
  const catalog = await openCatalog(memoryStore());
  await catalog.registerAll(tools.map(spec));
  const digest: ToolDigest = `sha256/v1:${'0'.repeat(64)}`;
  const entries = locked.map((name) => [name, { digest, authorityDigest: digest }] as const);
  const lock: ToolLock = { lockVersion: 2, tools: Object.fromEntries(entries) };
  const report = await preflight(lock, { catalog, isAllowed: (name) => allowed.includes(name) });
  return report.tools;
}

describe('preflight', () => {
  it('tells a caller the same whether tools exist or not that they may not use and have not locked', async () => {
    const some = fc.subarray(names);
    await fc.assert(
      fc.asyncProperty(some, some, some, async (tools, allowed, locked) => {
        const visible = tools.filter((name) => allowed.includes(name) || locked.includes(name));

        expect(await reportOf(tools, allowed, locked)).toEqual(await reportOf(visible, allowed, locked));
      }),
    );
  });
});
