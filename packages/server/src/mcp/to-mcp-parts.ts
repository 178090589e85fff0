import { randomUUID } from 'node:crypto';
import type { McpEndpointOptions } from './create-mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { createMcpSessionIds } from './mcp-session-ids.ts';
import { QueryQueue } from './query-queue.ts';
import { createRequestStates } from './request-states.ts';
import { RunningCalls } from './running-calls.ts';

const DAY_MS = 86_400_000;

/** Reads what both ways of speaking MCP are made of. @throws RangeError if the signing key is too short. */
export function toMcpParts(options: Omit<McpEndpointOptions, 'maxBodyBytes' | 'isFast'>): McpParts {
  const {
    calls,
    approvals,
    clock,
    limiter,
    signingKey,
    version,
    auditArguments = false,
    maxResultBytes = 262_144,
    taskAfterMs = 10_000,
    keepCallsDays = 0,
    extension,
    onFault = ignore,
  } = options;
  return {
    calls,
    approvals,
    clock,
    limiter,
    states: createRequestStates(signingKey, clock),
    sessionIds: createMcpSessionIds(signingKey, options.randomId ?? randomUUID),
    running: new RunningCalls(),
    queries: new QueryQueue(),
    serverInfo: { name: 'toolcrib', title: 'Toolcrib', version },
    extension,
    auditArguments,
    maxResultBytes,
    taskAfterMs,
    keepCallsMs: keepCallsDays === 0 ? null : Math.round(keepCallsDays * DAY_MS),
    onFault,
  };
}

function ignore(): void {
  // Nobody wants to know.
}
