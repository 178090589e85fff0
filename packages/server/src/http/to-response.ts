import { acceptsGzip } from './accepts-gzip.ts';
import { bytesResponse } from './bytes-response.ts';
import { formatEtag, hasEtag } from './etag.ts';
import type { RouteAnswer } from './route.ts';

const MIN_COMPRESSED = 1_024;
const JSON_TYPE = 'application/json';

/** The answer of a route as a response to a request: as JSON, compressed if that pays, or "not modified". */
export function toResponse(answer: RouteAnswer, request: Request): Response {
  const headers = new Headers(answer.headers);
  const { etag } = answer;
  if (etag !== undefined) {
    headers.set('etag', formatEtag(etag));
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
    if (isRead(request) && hasEtag(request.headers.get('if-none-match'), etag))
      return notModified(answer, headers);
  }
  const body = toBody(answer.body, headers);
  const status = answer.status ?? (body === null ? 204 : 200);
  if (body === null || !isWorthCompressing(body, headers)) return wrap(body, { status, headers });
  headers.append('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers.get('accept-encoding'))) return wrap(body, { status, headers });
  headers.set('content-encoding', 'gzip');
  // Other bytes than those of the plain answer, so it cannot be the same strong tag.
  if (etag !== undefined) headers.set('etag', formatEtag(etag, { isWeak: true }));
  return new Response(compress(body), { status, headers });
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

function wrap(body: Body | null, init: { readonly status: number; readonly headers: Headers }): Response {
  return body === null || body instanceof ReadableStream
    ? new Response(body, init)
    : bytesResponse(body, init);
}

function toBody(body: unknown, headers: Headers): Body | null {
  if (body === undefined) return null;
  const isTyped = headers.has('content-type');
  if (body instanceof ReadableStream) return body;
  // Nothing here is shared with another thread.
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  if (typeof body === 'string' && isTyped) return body;
  if (!isTyped) headers.set('content-type', JSON_TYPE);
  return JSON.stringify(body) ?? 'null';
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function notModified({ body }: RouteAnswer, headers: Headers): Response {
  if (body instanceof ReadableStream) body.cancel().catch(() => undefined);
  headers.delete('content-type');
  headers.delete('content-encoding');
  return new Response(null, { status: 304, headers });
}

function isWorthCompressing(body: Body, headers: Headers): boolean {
  // Who says that an answer must not be stored says that there are secrets in it; lengths would tell of them.
  if (headers.has('content-encoding') || headers.get('cache-control') === 'no-store') return false;
  if (typeof body === 'string' && body.length < MIN_COMPRESSED) return false;
  if (body instanceof Uint8Array && body.byteLength < MIN_COMPRESSED) return false;
  return isCompressible(headers.get('content-type') ?? '');
}

function isCompressible(type: string): boolean {
  if (type.startsWith('text/event-stream')) return false;
  return type.startsWith('text/') || type.startsWith(JSON_TYPE) || type.startsWith('application/x-ndjson');
}

function compress(body: Body): ReadableStream<Uint8Array> {
  const stream = body instanceof ReadableStream ? body : new Blob([body]).stream();
  // The type of the library asks for more of the buffer than the standard does.
  const gzip = new CompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>;
  return (stream as ReadableStream<Uint8Array>).pipeThrough(gzip);
}
