import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a server on loopback got. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a client sent.
  readonly body: any;
  /** Aborted when the client hung up before the answer was complete. */
  readonly signal: AbortSignal;
}

/** What a server answers: JSON, or a stream of server-sent events. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly events: Iterable<SentEvent> | AsyncIterable<SentEvent> };

/** One server-sent event; data that is no text is written as JSON. */
export interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** A server that speaks somebody's wire format to a real SDK. */
export interface Loopback {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port. An answer that throws becomes a status 500 with the message. */
export async function startLoopback(
  answer: (request: SeenRequest, index: number) => Reply | Promise<Reply>,
): Promise<Loopback> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming, response).then(async (request) => {
      requests.push(request);
      try {
        await send(response, await answer(request, requests.length - 1));
      } catch (error) {
        if (response.headersSent) response.destroy();
        else await send(response, { status: 500, json: { error: { message: String(error) } } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return {
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? undefined : JSON.parse(text),
    signal: controller.signal,
  };
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if ('json' in reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for await (const { event, data } of reply.events) {
    if (response.destroyed) return;
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
