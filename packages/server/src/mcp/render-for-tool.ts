import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, Tool } from 'toolcrib';
import type { CallView } from '../calls/call-desk.ts';
import type { McpEra, McpSession } from './mcp-session.ts';
import { type CallRendering, renderCallView } from './render-call-view.ts';
import { renderedOutputSchema, shownOutputSchema } from './to-mcp-tool.ts';

/** Which tool was called, and by whom. */
export interface CalledTool {
  readonly session: McpSession;
  readonly era: McpEra;
  readonly name: string;
}

/** A call as it stands, in the form that its tool was listed with. */
export async function renderForTool(
  parts: CallRendering['parts'],
  { session, era, name }: CalledTool,
  call: CallView,
): Promise<CallToolResult> {
  const tool = session.view.resolver.resolve(name);
  const outputSchema = renderedOutputSchema(tool, era, call.result);
  return withStructure(await renderCallView(call, { parts, session, outputSchema }), schemaOf(tool, era));
}

/** The schema of structured results; undefined if there are none. */
export function schemaOf(tool: Tool | null, era: McpEra): JsonObject | undefined {
  return tool === null ? undefined : shownOutputSchema(tool, era);
}

/** Clients refuse a result without the structured content that its tool was listed with, unless it is an error. */
export function withStructure(result: CallToolResult, outputSchema: JsonObject | undefined): CallToolResult {
  const isWhole = outputSchema === undefined || result.structuredContent !== undefined;
  return isWhole ? result : { ...result, isError: true };
}
