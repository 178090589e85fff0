import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../packages/toolcrib/src/core/json.ts';
import { sharedData } from './shared-data.ts';

/** A tool as an MCP server has published it. */
export interface RealDefinition {
  readonly server: string;
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Definitions of 70 MCP servers; for `requireData`. */
export const realDefinitionsFile = sharedData('tools/livemcp-527.json');

/** The definitions; none where the file is absent. */
export function readRealDefinitions(): readonly RealDefinition[] {
  return existsSync(realDefinitionsFile) ? JSON.parse(readFileSync(realDefinitionsFile, 'utf8')).tools : [];
}
