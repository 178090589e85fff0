import { globSync, readFileSync } from 'node:fs';
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

interface FoundTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: { readonly properties?: JsonObject };
}

function readTools(file: string): readonly FoundTool[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as FoundTool);
}

/** Rules of schemas say nothing here: the sets have types that are none of JSON Schema. */
const schemaRules: ReadonlySet<string> = new Set(['schema-invalid', 'schema-bomb', 'remote-reference']);

function isFlagged({ name, description, parameters }: FoundTool): boolean {
  const properties = parameters?.properties ?? {};
  const findings = lintSpec({ name, description, inputSchema: { type: 'object', properties } });
  return findings.some(({ rule, severity }) => severity === 'error' && !schemaRules.has(rule));
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

  it('has errors in at most one of two thousand others with their parameters', (context) => {
    const file = sharedData('retrieval/mcpscale/tools.jsonl');
    requireData(context, file);
    const tools = readTools(file);

    expect(tools.length).toBeGreaterThan(15_000);
    expect(tools.filter(isFlagged).length / tools.length).toBeLessThanOrEqual(1 / 2_000);
  });

  it('has errors in at most one of a thousand definitions of all kinds', (context) => {
    const folder = sharedData('retrieval');
    requireData(context, folder);
    const tools = globSync('*/tools.jsonl', { cwd: folder }).flatMap((name) =>
      readTools(`${folder}/${name}`),
    );

    expect(tools.length).toBeGreaterThan(35_000);
    expect(tools.filter(isFlagged).length / tools.length).toBeLessThanOrEqual(1 / 1_000);
  });
});
