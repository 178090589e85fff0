import { ToolcribError } from 'toolcrib';
import { parseStrictJson } from 'toolcrib/runtime';
import { bodyTooLarge } from './body-too-large.ts';
import { decodeText } from './decode-text.ts';
import { isDirectRequest } from './direct-request.ts';
import { InvalidRequest } from './invalid-request.ts';
import { findExcess, jsonLimitsOf } from './json-counter.ts';
import { LARGE_BYTES } from './large-bodies.ts';
import { parseLargeJson } from './parse-large-json.ts';

const PART_BYTES = 131_072;

/**
 * The bytes of a body, read as they come and never more than the limit, whatever `Content-Length` says. An aborted signal
 * ends the reading, whether the client sends on or not.
 *
 * @throws ToolcribError `E_BODY_TOO_LARGE`; the reason of the signal.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  assertLength(request, maxBytes);
  if (isDirectRequest(request)) return await request.readUpTo(maxBytes, signal);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  // Not awaited: the source may take its time to stop.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await readChunks(reader, maxBytes, signal);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    signal?.throwIfAborted();
    if (done) break;
    length += value.byteLength;
    if (length > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw bodyTooLarge(maxBytes);
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : joinChunks(chunks, length);
}

/**
 * The JSON of a body, read once and strictly, a large one in pieces; undefined if there is no body at all.
 *
 * @throws ToolcribError `E_BODY_TOO_LARGE`, `E_UNSUPPORTED_MEDIA`, `E_INVALID_REQUEST`; the reason of the signal.
 */
export async function readJson(request: Request, maxBytes: number, signal?: AbortSignal): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null) assertJsonType(type);
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') throw unsupportedMedia();
  const bytes = await readBytes(request, maxBytes, signal);
  if (bytes.byteLength === 0 && type === null) return undefined;
  if (type === null) throw unsupportedMedia();
  const limits = jsonLimitsOf(maxBytes);
  // What the keys of are counted by parts is read in parts.
  const maxPlainBytes = limits.areKeysOfParts ? PART_BYTES : LARGE_BYTES;
  if (bytes.byteLength > maxPlainBytes) return await parseLargeJson(bytes, { limits, pause: giveWay });
  const text = decodeText(bytes);
  if (text === undefined) throw new InvalidRequest('The body is not UTF-8.');
  const excess = findExcess(text, limits);
  if (excess !== undefined) throw new InvalidRequest(`The body ${excess}.`);
  const outcome = parseStrictJson(text, { maxChars: maxBytes });
  if (!outcome.ok) throw new InvalidRequest('The body is not acceptable JSON.', outcome.issues);
  return outcome.value;
}

/** Lets other requests have their turn. */
function giveWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** @throws ToolcribError `E_BODY_TOO_LARGE` if the client says so itself. */
function assertLength(request: { readonly headers: Headers }, maxBytes: number): void {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes);
}

/** A request whose body cannot be read beyond the limit. */
export function limitBody(request: Request, maxBytes: number): Request {
  assertLength(request, maxBytes);
  if (isDirectRequest(request)) {
    request.limitTo(maxBytes);
    return request;
  }
  if (request.body === null) return request;
  let length = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > maxBytes) controller.error(bodyTooLarge(maxBytes));
      else controller.enqueue(chunk);
    },
  });
  // Required for streams by the standard; the type of the DOM does not have it.
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(counter), duplex: 'half' };
  return new Request(request, init);
}

function assertJsonType(type: string): void {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const isJson =
    media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json'));
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
  if (!isJson || !isUtf8) throw unsupportedMedia();
}

function unsupportedMedia(): ToolcribError {
  return new ToolcribError(
    'E_UNSUPPORTED_MEDIA',
    'Send the body as application/json, in UTF-8 and not compressed.',
  );
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}
