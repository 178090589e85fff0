import type { Answer, TestService } from '../open-service.ts';

/** A message of MCP, to be sent with a key. */
export interface McpAsk {
  readonly key: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** @default '2026-07-28' */
  readonly revision?: '2026-07-28' | '2025-11-25' | undefined;
  /** @default '/mcp/default' */
  readonly path?: string | undefined;
  readonly capabilities?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent instead of the message. */
  readonly body?: string | undefined;
}

export const mcpRevisions = ['2026-07-28', '2025-11-25'] as const;

/** Sends a message over HTTP, as a client of the revision does, and reads the last message that comes back. */
export async function askMcp(
  service: Pick<TestService, 'ask'>,
  ask: McpAsk,
): Promise<Answer & { readonly last: Answer['body'] }> {
  const { key, method, params = {}, revision = '2026-07-28', path = '/mcp/default', capabilities = {} } = ask;
  const isModern = revision === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const sent = isModern ? { ...params, _meta: { ...meta, ...Object(params._meta) } } : params;
  const name = params.name ?? params.taskId;
  const answer = await service.ask('POST', path, {
    key,
    body: ask.body ?? { jsonrpc: '2.0', id: 1, method, params: sent },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && typeof name === 'string' && { 'mcp-name': name }),
      ...ask.headers,
    },
  });
  // Not by a pattern: to those, more characters end a line than to readers of events.
  const lines = answer.text.split('\n').filter((line) => line.startsWith('data: '));
  const events = lines.map((line): unknown => JSON.parse(line.slice('data: '.length)));
  return { ...answer, last: answer.body ?? events.at(-1) };
}
