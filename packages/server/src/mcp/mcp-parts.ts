import type { Implementation } from '@modelcontextprotocol/server';
import type { Clock } from 'toolcrib/runtime';
import type { Limiter } from '../auth/limiter.ts';
import type { Approvals } from '../calls/approvals.ts';
import type { CallDesk } from '../calls/call-desk.ts';
import type { McpExtension } from './mcp-extension.ts';
import type { McpSessionIds } from './mcp-session-ids.ts';
import type { QueryQueue } from './query-queue.ts';
import type { RequestStates } from './request-states.ts';
import type { RunningCalls } from './running-calls.ts';

/** What an MCP endpoint is made of. */
export interface McpParts {
  readonly calls: Pick<CallDesk, 'start' | 'find' | 'findOwn' | 'wait' | 'cancel' | 'artifact'>;
  /** Without it nothing can be decided over MCP. */
  readonly approvals: Approvals | undefined;
  readonly clock: Clock;
  /** Without it nobody is held to limits but those of calls. */
  readonly limiter: Pick<Limiter, 'takeRequest' | 'acquire'> | undefined;
  readonly states: RequestStates;
  readonly sessionIds: McpSessionIds;
  readonly running: RunningCalls;
  readonly queries: QueryQueue;
  readonly serverInfo: Implementation;
  readonly extension: McpExtension | undefined;
  readonly auditArguments: boolean;
  /** Texts and JSON with more bytes are not sent whole. */
  readonly maxResultBytes: number;
  /** After so many milliseconds a call is a task, for a client that can follow one. */
  readonly taskAfterMs: number;
  /** How long calls are kept at least, in milliseconds; null for ever. */
  readonly keepCallsMs: number | null;
  /** Told of what no answer can tell, with the id of its request if it failed one. Never throws. */
  readonly onFault: McpFaultListener;
}

/** Is told of failures that are not the client's. */
export type McpFaultListener = (error: unknown, requestId?: string) => void;
