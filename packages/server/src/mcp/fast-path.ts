import { ProtocolError } from '@modelcontextprotocol/server';
import { answerToolCall } from './answer-tool-call.ts';
import { FastAnswers } from './fast-answer.ts';
import { type FastRequest, FastRequestReader } from './fast-request.ts';
import type { McpExchange } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { SESSION_HEADER } from './mcp-session-ids.ts';
import type { ToolLists } from './tool-lists.ts';

/**
 * Answers plain `tools/list` and `tools/call` without the SDK, whose cost grows with the number of tools and is many
 * times that of a call. What it answers is what the SDK would.
 */
export class FastPath {
  readonly #parts: McpParts;
  readonly #lists: ToolLists;
  readonly #requests = new FastRequestReader();
  readonly #answers: FastAnswers;

  constructor(parts: McpParts, lists: ToolLists) {
    this.#parts = parts;
    this.#lists = lists;
    this.#answers = new FastAnswers(parts.serverInfo);
  }

  /** Undefined if the SDK has to answer. */
  serve(exchange: McpExchange, body: unknown): Promise<Response> | undefined {
    const request = this.#requests.read(exchange.request.headers, body);
    if (request === undefined) return undefined;
    const { call } = request;
    if (call === undefined) return this.#list(exchange, request);
    return this.#parts.extension?.tools?.has(call.name) ? undefined : this.#call(exchange, request, call);
  }

  async #list(exchange: McpExchange, request: FastRequest): Promise<Response> {
    const list = await this.#lists.of(exchange, request.era);
    return this.#answers.list(list.json, request);
  }

  async #call(
    session: McpExchange,
    request: FastRequest,
    { name, args }: NonNullable<FastRequest['call']>,
  ): Promise<Response> {
    const { era, capabilities } = request;
    try {
      const sessionId = session.request.headers.get(SESSION_HEADER) ?? undefined;
      const ids = { requestId: request.id, sessionId };
      const ask = { session, era, name, args, signals: [session.signal], capabilities, ids };
      return this.#answers.result(await answerToolCall(this.#parts, ask), request);
    } catch (error) {
      // Everything else has become a result.
      if (error instanceof ProtocolError) return this.#answers.error(error, request);
      throw error;
    }
  }
}
