import { type Implementation, type RequestId, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { bytesResponse } from '../http/bytes-response.ts';
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
  list(tools: string | Uint8Array<ArrayBuffer>, { era, id }: AnswerTarget): Response {
    const head = `${era === 'legacy' ? streamStart : ''}{"result":{"tools":`;
    const tail = `${this.#listTail[era]},"jsonrpc":"2.0","id":${JSON.stringify(id)}}${era === 'legacy' ? streamEnd : ''}`;
    const content =
      typeof tools === 'string'
        ? `${head}${tools}${tail}`
        : // One after the other, as they are: to copy a long list takes longer than to send it.
          [this.#encoder.encode(head), tools, this.#encoder.encode(tail)];
    return bytesResponse(content, { headers: era === 'legacy' ? streamHeaders : jsonHeaders });
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
    ? bytesResponse(`${streamStart}${json}${streamEnd}`, { headers: streamHeaders })
    : bytesResponse(json, { headers: jsonHeaders });
}
