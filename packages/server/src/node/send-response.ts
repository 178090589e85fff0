import type { ServerResponse } from 'node:http';
import { type BytesResponse, isBytesResponse, type WholeBody } from '../http/bytes-response.ts';

/** How a response is sent. */
export interface SendOptions {
  /** How long a client may take nothing of an answer that is ready for it. */
  readonly stallTimeoutMs: number;
  /** Ends a stream after the chunk that is being sent. */
  readonly cut: AbortSignal;
}

/** Sends a response; resolves when all of it was handed over, or the client has gone. Never rejects. */
export async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  options: SendOptions,
): Promise<void> {
  if (isBytesResponse(response)) {
    sendWhole(response, outgoing, options);
    return;
  }
  const headers = toRecord(response.headers);
  outgoing.writeHead(response.status, headers);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipe(response.body, outgoing, options);
}

/** What the client does not take at once stays with the socket, which is watched until it has. */
function sendWhole(
  { status, headers, content }: BytesResponse,
  outgoing: ServerResponse,
  { stallTimeoutMs }: SendOptions,
): void {
  const length = lengthOf(content);
  const list = ['content-length', String(length)];
  for (const [name, value] of headers) if (isOurs(name)) list.push(name, value);
  outgoing.writeHead(status, list);
  if (typeof content === 'string') {
    // One byte for each character: nothing has to be encoded.
    outgoing.end(content, length === content.length ? 'latin1' : 'utf8');
  } else {
    for (const part of content instanceof Uint8Array ? [content] : content) outgoing.write(part);
    outgoing.end();
  }
  if (!outgoing.writableFinished) outgoing.socket?.setTimeout(stallTimeoutMs);
}

function lengthOf(content: WholeBody): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof Uint8Array) return content.length;
  return content.reduce((sum, { length }) => sum + length, 0);
}

/** Whether the connection stays is the listener's to say. */
function isOurs(name: string): boolean {
  return name !== 'connection';
}

function toRecord(headers: Headers): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of headers) if (isOurs(name)) record[name] = value;
  if (headers.has('set-cookie')) record['set-cookie'] = headers.getSetCookie();
  return record;
}

async function pipe(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  { stallTimeoutMs, cut }: SendOptions,
): Promise<void> {
  const reader = body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  outgoing.once('close', cancel);
  cut.addEventListener('abort', cancel, { once: true });
  if (cut.aborted || outgoing.destroyed) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await drained(outgoing, stallTimeoutMs);
    }
    outgoing.end();
  } catch {
    // The status was sent; that the answer is not complete can only be told by breaking it off.
    outgoing.destroy();
  } finally {
    outgoing.off('close', cancel);
    cut.removeEventListener('abort', cancel);
  }
}

/** Resolves when more can be written, or the client has gone; one that takes nothing for too long is sent away. */
function drained(outgoing: ServerResponse, stallTimeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), stallTimeoutMs);
    function settle(): void {
      clearTimeout(timer);
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    }
    outgoing.on('drain', settle).on('close', settle);
  });
}
