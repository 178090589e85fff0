import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../http/body-too-large.ts';
import type { DirectRequest } from '../http/direct-request.ts';
import { PlainHeaders } from '../http/plain-headers.ts';

/**
 * A `Request` over a message of Node that makes of it only what is asked for: a real one, with its stream and its signal,
 * costs more than all the rest of a small request. What it does not have itself it takes from a real one.
 */
class NodeRequest {
  readonly #incoming: IncomingMessage;
  readonly #method: string;
  #headers: Headers | undefined;
  #controller: AbortController | undefined;
  #isGone = false;
  #stream: ReadableStream<Uint8Array> | null | undefined;
  #isUsed = false;
  #maxBytes = Number.POSITIVE_INFINITY;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    // Not a field: assigning to one would meet the getter that is inherited.
    this.#method = incoming.method ?? 'GET';
  }

  get method(): string {
    return this.#method;
  }

  get url(): string {
    const { headers, socket, url = '/' } = this.#incoming;
    return `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}${url.startsWith('/') ? url : '/'}`;
  }

  get headers(): Headers {
    this.#headers ??= toHeaders(this.#incoming.rawHeaders);
    return this.#headers;
  }

  /** Aborted when the client has gone before the answer was complete. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isGone) this.#controller.abort(clientGone());
    }
    return this.#controller.signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#stream === undefined) {
      this.#stream = hasBody(this.#incoming) ? toStream(this.#incoming, () => this.#maxBytes) : null;
    }
    return this.#stream;
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  limitTo(maxBytes: number): void {
    this.#maxBytes = Math.min(this.#maxBytes, maxBytes);
  }

  async readUpTo(maxBytes: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#isUsed || this.#stream?.locked === true) throw new TypeError('The body was read already.');
    this.#isUsed = true;
    this.limitTo(maxBytes);
    return await readIncoming(this.#incoming, this.#maxBytes, signal);
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.readUpTo(this.#maxBytes);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.bytes();
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  clone(): Request {
    const init: RequestInit & { duplex: 'half' } = {
      method: this.method,
      headers: this.headers,
      body: this.body,
      signal: this.signal,
      duplex: 'half',
    };
    return new Request(this.url, init);
  }

  /** To be called when the connection is closed before the answer was complete. */
  abort(): void {
    this.#isGone = true;
    this.#controller?.abort(clientGone());
  }
}

// So that it is one to `instanceof`.
Object.setPrototypeOf(NodeRequest.prototype, Request.prototype);

/** A request that is told when its client has gone. */
export type AbortableRequest = DirectRequest & { abort(): void };

/** The request of a message of Node. */
export function toNodeRequest(incoming: IncomingMessage): AbortableRequest {
  // What it leaves out says how a browser would fetch, which means nothing to a server.
  return new NodeRequest(incoming) as unknown as AbortableRequest;
}

function clientGone(): DOMException {
  return new DOMException('The client has gone.', 'AbortError');
}

function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new PlainHeaders({});
  for (let index = 0; index + 1 < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers.asHeaders();
}

function readIncoming(
  incoming: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    function onData(chunk: Buffer): void {
      length += chunk.length;
      if (length > maxBytes) breakOff(bodyTooLarge(maxBytes));
      else chunks.push(chunk);
    }
    function breakOff(reason: unknown): void {
      stop();
      incoming.pause();
      reject(reason);
    }
    function onAbort(): void {
      breakOff(signal?.reason);
    }
    function onEnd(): void {
      stop();
      const [first] = chunks;
      const joined = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
      // Buffers of Node are never over shared memory.
      resolve(joined as Uint8Array<ArrayBuffer>);
    }
    function onGone(): void {
      stop();
      reject(clientGone());
    }
    function stop(): void {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      signal?.removeEventListener('abort', onAbort);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else if (incoming.destroyed && !incoming.readableEnded) onGone();
    else if (incoming.readableEnded) onEnd();
    else incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** Pull-based: Node reads no more from the socket than the reader has asked for, and a little ahead. */
function toStream(incoming: IncomingMessage, maxBytes: () => number): ReadableStream<Uint8Array> {
  const iterator = incoming.iterator({ destroyOnReturn: false });
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next().catch(() => Promise.reject(clientGone()));
        if (done === true) {
          controller.close();
          return;
        }
        length += value.length;
        if (length > maxBytes()) {
          await iterator.return?.();
          throw bodyTooLarge(maxBytes());
        }
        controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
