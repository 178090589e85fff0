import type { Tool as McpTool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { JsonObject, Tool, ToolDescription } from 'toolcrib';
import type { CallResult } from 'toolcrib/runtime';
import type { CallResultView } from '../calls/call-desk.ts';
import type { McpEra } from './mcp-session.ts';

/**
 * A tool as MCP clients see it. What it does to the world is what our policy goes by; what its definition claims of
 * that does not count.
 */
export function toMcpTool(
  { name, description, inputSchema }: ToolDescription,
  tool: Tool | null,
  era: McpEra,
): McpTool {
  const outputSchema = tool === null ? undefined : shownOutputSchema(tool, era);
  return {
    name,
    ...(tool?.title === undefined ? {} : { title: tool.title }),
    description,
    inputSchema: toObjectSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(tool === null ? {} : { annotations: toAnnotations(tool) }),
  };
}

/** The schema that structured results follow; undefined if there are none. Before 2026 they had to be objects. */
export function shownOutputSchema(tool: Tool, era: McpEra): JsonObject | undefined {
  const { outputSchema } = tool;
  return era === 'modern' || outputSchema?.type === 'object' ? outputSchema : undefined;
}

/**
 * Replaces the unknown schema of a tool that was removed. Nothing fits it, so a redacted result is sent as `redactedResult`, which
 * every listed schema accepts.
 */
const UNKNOWN_SCHEMA: JsonObject = { not: {} };

/**
 * The schema by which a result is rendered. A client may still list a tool that was removed during the call, with its output schema,
 * so every JSON result of such a tool is structured.
 */
export function renderedOutputSchema(
  tool: Tool | null,
  era: McpEra,
  result: CallResult | CallResultView | null,
): JsonObject | undefined {
  if (tool !== null) return shownOutputSchema(tool, era);
  if (result?.kind !== 'json') return undefined;
  const isObject = typeof result.value === 'object' && result.value !== null && !Array.isArray(result.value);
  return era === 'modern' || isObject ? UNKNOWN_SCHEMA : undefined;
}

/** Arguments are always an object, and clients drop a whole list for one schema that does not say so. */
function toObjectSchema(schema: JsonObject): McpTool['inputSchema'] {
  return { ...schema, type: 'object' };
}

function toAnnotations({ effect, annotations }: Tool): ToolAnnotations {
  const { idempotentHint, openWorldHint } = annotations ?? {};
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    ...(typeof idempotentHint === 'boolean' ? { idempotentHint } : {}),
    ...(typeof openWorldHint === 'boolean' ? { openWorldHint } : {}),
  };
}
