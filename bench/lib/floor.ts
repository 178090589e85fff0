import type { Definition } from './definitions.ts';

/** A tool as a careful person would keep it without a library. */
export interface PlainTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  handler(args: unknown): string | Promise<string>;
}

/** The floor of defining tools: one frozen object each, in a Map, no name twice. */
export function definePlainTools(definitions: readonly Definition[]): Map<string, PlainTool> {
  const tools = new Map<string, PlainTool>();
  for (const { name, description, json, handler } of definitions) {
    if (tools.has(name)) throw new Error(`There are two tools called ${name}.`);
    tools.set(name, Object.freeze({ name, description, inputSchema: json, handler }));
  }
  return tools;
}

/** What a model is sent of a tool. */
export interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
}

export function toWireTool({ name, description, inputSchema }: PlainTool): WireTool {
  return Object.freeze({ name, description, input_schema: inputSchema });
}
