import type { ToolcribError } from 'toolcrib';
import type { Actor } from '../auth/actor.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** The two ways in which MCP is spoken here: with an envelope in each request (2026-07-28), or as before. */
export type McpEra = 'modern' | 'legacy';

/** Who speaks MCP, and with which tools: one request over HTTP, or all of them over stdio. */
export interface McpSession {
  readonly actor: Actor;
  readonly view: ToolView;
  /** Whether the tools are behind `search_tools` and `call_tool`. */
  readonly isSearchMode: boolean;
  /** For logs and the audit log. */
  readonly requestId: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Told of a call that was refused because its caller has too many. Must not throw. @default nobody is told */
  readonly onDenied?: ((error: ToolcribError) => void) | undefined;
}
