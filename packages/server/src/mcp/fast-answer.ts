import { type Implementation, type RequestId, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { BytesResponse } from '../http/bytes-response.ts';
import { LargeResponse } from './large-response.ts';
import type { McpEra } from './mcp-session.ts';

/** To whom an answer goes. */
export interface AnswerTarget {
  readonly era: McpEra;
  readonly id: RequestId;
}

const jsonHeaders = { 'content-type': 'application/json' };
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};
const streamStart = 'event: message\ndata: ';
const streamEnd = '\n\n';

/** Writes answers as the SDK does: in the older revisions as the one event of a stream, since then as JSON. */
export class FastAnswers {
  readonly #meta: Readonly<Record<string, unknown>>;
  readonly #listTail: Readonly<Record<McpEra, string>>;
  readonly #encoder = new TextEncoder();

  constructor(serverInfo: Implementation) {
    this.#meta = { [SERVER_INFO_META_KEY]: serverInfo };
    const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: this.#meta };
    this.#listTail = { legacy: '}', modern: `,${JSON.stringify(modern).slice(1)}` };
  }

  /** The answer to `tools/list`, around the JSON of the tools. */
  list(tools: Uint8Array, { era, id }: AnswerTarget): Response {
    const head = this.#encoder.encode(`${era === 'legacy' ? streamStart : ''}{"result":{"tools":`);
    const tail = this.#encoder.encode(
      `${this.#listTail[era]},"jsonrpc":"2.0","id":${JSON.stringify(id)}}${era === 'legacy' ? streamEnd : ''}`,
    );
    // All of it is written, so it need not be cleared before.
    const bytes = Buffer.allocUnsafe(head.length + tools.length + tail.length);
    bytes.set(head);
    bytes.set(tools, head.length);
    bytes.set(tail, head.length + tools.length);
    return new LargeResponse(bytes, { headers: era === 'legacy' ? streamHeaders : jsonHeaders });
  }

  result(result: Readonly<Record<string, unknown>>, { era, id }: AnswerTarget): Response {
    return toResponse(
      { result: era === 'modern' ? this.#complete(result) : result, jsonrpc: '2.0', id },
      era,
    );
  }

  error(
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
    target: AnswerTarget,
  ): Response {
    const { code, message, data } = error;
    const told = { code, message, ...(data === undefined ? {} : { data }) };
    return toResponse({ jsonrpc: '2.0', id: target.id, error: told }, target.era);
  }

  #complete(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { _meta: meta } = result;
    return { resultType: 'complete', ...result, _meta: { ...(meta as object | undefined), ...this.#meta } };
  }
}

function toResponse(message: unknown, era: McpEra): Response {
  const json = JSON.stringify(message);
  return era === 'legacy'
    ? new BytesResponse(`${streamStart}${json}${streamEnd}`, { headers: streamHeaders })
    : new BytesResponse(json, { headers: jsonHeaders });
}
