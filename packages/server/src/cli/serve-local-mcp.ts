import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { ToolcribError } from 'toolcrib';
import { mcpPrincipal } from '../auth/operator-principal.ts';
import { toActor } from '../auth/to-actor.ts';
import { watchUnhandled } from '../isolate/unhandled-errors.ts';
import { serveMcpStdio } from '../mcp/serve-mcp-stdio.ts';
import { createLog } from '../operations/log.ts';
import { viewOf } from '../routes/view-of.ts';
import { serviceVersion } from '../service/service-version.ts';
import type { McpOptions } from './cli-io.ts';
import { openLocalService } from './client/open-local-service.ts';

/** From how many tools on a client finds them by `search_tools`; as a service has it. */
const SEARCH_MODE_FROM = 128;

/** Where MCP is spoken, and until when. */
export interface McpStreams {
  readonly stdin?: Readable | undefined;
  readonly stdout?: Writable | undefined;
  readonly signal: AbortSignal;
}

/**
 * Serves the local tools to the one client that has started this process, as whoever has the database, until the client
 * goes. Makes the database if there is none, so that a client can be set up with this alone.
 */
export async function serveLocalMcp(options: McpOptions, { signal, ...streams }: McpStreams): Promise<void> {
  const { tenant, toolset } = options;
  const local = await openLocalService(options, { publishTo: [tenant], isCreated: true });
  const log = createLog({ level: 'error', hasStacks: true });
  // Code of a tool that leaves an error behind does not end the connection.
  const unwatch = watchUnhandled((error) => log.error('an error was caught by nothing', error));
  try {
    const { service } = local.running;
    const actor = toActor(mcpPrincipal, tenant);
    if (actor === undefined)
      throw new ToolcribError('E_FORBIDDEN', `You hold nothing in the tenant "${tenant}".`);
    const view = await viewOf({ service, actor }, toolset);
    const { calls, approvals, clock, keepCallsDays, randomId } = service;
    const connection = serveMcpStdio({
      ...{ actor, view, calls, approvals, clock, keepCallsDays, ...streams },
      isSearchMode: (await view.describe(actor.caller)).length >= SEARCH_MODE_FROM,
      requestId: randomId(),
      version: serviceVersion,
      // What it seals never leaves this connection.
      signingKey: randomBytes(32),
    });
    signal.addEventListener('abort', () => void connection.close(), { once: true });
    await connection.closed;
  } finally {
    await local.close();
    unwatch();
  }
}
