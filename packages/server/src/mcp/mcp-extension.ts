import type {
  CallToolRequestParams,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { McpSession } from './mcp-session.ts';

/** Answers the calls of a tool that needs what only MCP has; undefined leaves a call to the tool of the catalog. */
export type McpExtensionTool = (
  params: CallToolRequestParams,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult | undefined>;

/**
 * What a host offers over MCP beside the tools of the catalogue: resources, prompts, completions, or tools that need
 * what only MCP has. What it answers does not go through the call path: it has no policy, no ledger and no audit.
 */
export interface McpExtension {
  /** Called for each request before it is handled, to declare capabilities and set handlers. @default nothing */
  readonly extend?: ((server: Server, session: McpSession) => void) | undefined;
  /** By name. They are called instead of tools of the catalogue, which list them. @default none */
  readonly tools?: ReadonlyMap<string, McpExtensionTool> | undefined;
}
