import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../packages/toolcrib/src/index.ts';
import { lintSpec } from '../../packages/toolcrib/src/lint/index.ts';
import { requireData, sharedData } from '../shared-data.ts';

interface RealDefinition {
  readonly server: string;
  readonly tool: string;
  readonly description: string;
  readonly inputSchema?: JsonObject;
}

/** Where a reader agrees, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'pdf-reader-mcp:read_pdf schema-invalid':
    'exclusiveMinimum is true, as in draft-04; no provider takes that.',
};

describe('lint of real definitions', () => {
  it('has no error but where a reader agrees', (context) => {
    const file = sharedData('tools/livemcp-527.json');
    requireData(context, file);
    const { tools } = JSON.parse(readFileSync(file, 'utf8')) as { tools: readonly RealDefinition[] };

    const errors = tools.flatMap(({ server, tool, description, inputSchema = {} }) =>
      lintSpec({ name: tool, description, inputSchema })
        .filter(({ severity }) => severity === 'error')
        .map(({ rule }) => `${server}:${tool} ${rule}`),
    );

    expect(tools).toHaveLength(527);
    expect(new Set(errors)).toEqual(new Set(Object.keys(exceptions)));
  });

  it('has few errors among thousands of others', (context) => {
    const file = sharedData('retrieval/mcpscale/tools.jsonl');
    requireData(context, file);
    const lines = readFileSync(file, 'utf8').trim().split('\n');

    const flagged = lines.filter((line) => {
      const { name, description } = JSON.parse(line) as { name: string; description?: string };
      const spec = { name, description, inputSchema: { type: 'object' } };
      return lintSpec(spec).some(({ severity }) => severity === 'error');
    });

    expect(lines.length).toBeGreaterThan(15_000);
    expect(flagged.length / lines.length).toBeLessThan(0.001);
  });
});
