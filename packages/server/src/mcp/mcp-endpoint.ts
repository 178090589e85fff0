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
  /**
   * Told that the answer is a subscription, which goes on until its client leaves or `end` is called. The answer is called
   * when it is over. @default nobody is told
   */
  readonly onSubscribed?: ((end: () => void) => () => void) | undefined;
}

/** Speaks MCP, for any tenant and toolset. It keeps nothing between two requests. */
export interface McpEndpoint {
  serve(exchange: McpExchange): Promise<Response>;
  /** Ends open subscriptions, and accepts no more. Calls go on. May be called again. */
  close(): Promise<void>;
}
