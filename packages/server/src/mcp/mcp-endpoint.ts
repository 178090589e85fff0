import type { Actor } from '../auth/actor.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** A request to an MCP endpoint, authenticated and allowed. */
export interface McpExchange {
  readonly request: Request;
  readonly actor: Actor;
  readonly view: ToolView;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Whether the tools are behind `search_tools` and `call_tool`. */
  readonly isSearchMode: boolean;
}

/** Speaks MCP, for any tenant and toolset. It keeps nothing between two requests. */
export interface McpEndpoint {
  serve(exchange: McpExchange): Promise<Response>;
  /** Ends open streams. */
  close(): Promise<void>;
}
