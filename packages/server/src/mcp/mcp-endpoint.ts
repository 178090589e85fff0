import type { McpSession } from './mcp-session.ts';

/** A request to an MCP endpoint, authenticated and allowed. */
export interface McpExchange extends McpSession {
  readonly request: Request;
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
