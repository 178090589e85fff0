import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../scripts/lib/ensure-built.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}node_modules/.cache/instantiations`;

/** Sixty tools with five fields each, in one file, as a user would write them. */
function sixtyTools(): string {
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const tools = numbers.map(
    (number) => `export const tool${number} = defineTool({
  name: 'tool_${number}',
  description: 'Tool ${number}.',
  inputSchema: z.object({
    city: z.string(),
    days: z.number().int().min(1).default(${number + 1}),
    unit: z.enum(['c', 'f']).optional(),
    tags: z.array(z.string()),
    nested: z.object({ flag: z.boolean(), field${number}: z.string().nullable() }),
  }),
  handler: ({ city, days, nested }) => city.repeat(days) + nested.field${number},
});`,
  );
  const names = numbers.map((number) => `tool${number}`).join(', ');
  return [
    "import { defineTool, ToolRegistry } from 'toolcrib';",
    "import { z } from 'zod';",
    ...tools,
    `export const registry = new ToolRegistry([${names}]);`,
  ].join('\n');
}

describe('sixty Zod tools in one file', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('cost the compiler fewer than 50,000 instantiations', async () => {
    await ensureBuilt();
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/sixty-tools.ts`, sixtyTools());
    writeFileSync(
      `${folder}/tsconfig.json`,
      JSON.stringify({ extends: '../../../tsconfig.base.json', files: ['sixty-tools.ts'] }),
    );

    const report = execFileSync('tsc', ['-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' });

    const instantiations = Number(/Instantiations:\s+(\d+)/.exec(report)?.[1]);
    expect(instantiations).toBeGreaterThan(10_000);
    expect(instantiations).toBeLessThan(50_000);
  });
});
