import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Actor } from '../auth/actor.ts';
import type { ToolView } from '../tenants/tenant-room.ts';
import type { McpEndpointOptions } from './create-mcp-endpoint.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { McpEra, McpSession } from './mcp-session.ts';
import { PlainStdioTransport } from './plain-stdio-transport.ts';
import { toMcpParts } from './to-mcp-parts.ts';
import { ToolLists } from './tool-lists.ts';
import { watchToolList } from './watch-tool-list.ts';

/** Whom MCP is spoken with over stdio, and with which tools. */
export interface McpStdioOptions extends Omit<McpEndpointOptions, 'maxBodyBytes' | 'isFast'> {
  readonly actor: Actor;
  readonly view: ToolView;
  /** Whether the tools are behind `search_tools` and `call_tool`. @default false */
  readonly isSearchMode?: boolean | undefined;
  /** For the audit log. */
  readonly requestId: string;
  /** @default process.stdin */
  readonly stdin?: Readable | undefined;
  /** Nothing else may be written to it. @default process.stdout */
  readonly stdout?: Writable | undefined;
}

/** A connection over stdio. */
export interface McpStdio {
  /** Resolves when the client has gone or the connection was closed. */
  readonly closed: Promise<void>;
  /** Aborts what is running for the client. */
  close(): Promise<void>;
}

/** Speaks MCP with whoever has started this process, in whichever revision they begin with, until they go. */
export function serveMcpStdio(options: McpStdioOptions): McpStdio {
  const {
    actor,
    view,
    isSearchMode = false,
    requestId,
    stdin = process.stdin,
    stdout = process.stdout,
  } = options;
  const parts = toMcpParts(options);
  const lists = new ToolLists();
  const gone = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  gone.signal.addEventListener('abort', () => resolve());
  stdin.once('end', () => gone.abort()).once('close', () => gone.abort());

  const session: McpSession = { actor, view, isSearchMode, requestId, signal: gone.signal };
  const createServer = ({ era }: { readonly era: McpEra }) => {
    const server = createMcpServer(parts, { session, era, lists });
    const stop = watchToolList({
      view,
      caller: actor.caller,
      // Who is not connected any more does not have to be told.
      onChange: () => void server.sendToolListChanged().catch(() => undefined),
      onFault: parts.onFault,
    });
    server.onclose = stop;
    return server;
  };
  const handle = serveStdio(createServer, {
    transport: new PlainStdioTransport(stdin, stdout),
    onerror: parts.onFault,
  });
  return {
    closed,
    close: async () => {
      gone.abort();
      await handle.close();
    },
  };
}
