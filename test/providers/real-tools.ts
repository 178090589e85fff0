import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { compileJsonSchema } from '../../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import type { ToolDescription } from '../../packages/toolcrib/src/core/tool.ts';
import { sharedData } from '../shared-data.ts';

interface RealDefinition {
  readonly server: string;
  readonly tool: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

/** Definitions of 70 MCP servers; for `requireData`. */
export const realToolsFile = sharedData('tools/livemcp-527.json');

/** The definitions, each under a name of its own; none where the file is absent. */
export function readRealTools(): readonly ToolDescription[] {
  if (!existsSync(realToolsFile)) return [];
  const { tools } = JSON.parse(readFileSync(realToolsFile, 'utf8')) as { tools: readonly RealDefinition[] };
  return tools.map(({ server, tool, description = '', inputSchema }) => ({
    name: `${server}.${tool}`,
    description,
    inputSchema: inputSchema ?? { type: 'object', properties: {} },
  }));
}

/** What our validator has against a value. */
export type Judge = (value: unknown) => readonly string[];

/** Judges for schemas, each compiled once. */
export function createJudges(): (schema: object) => Judge {
  const known = new Map<string, Judge>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const judge = known.get(key) ?? createJudge(schema);
    known.set(key, judge);
    return judge;
  };
}

function createJudge(schema: object): Judge {
  const check = compileJsonSchema(readJsonSchema(schema));
  return (value) => check(value as JsonValue).map(({ path, message }) => `${path.join('/')} ${message}`);
}
