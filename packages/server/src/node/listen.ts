import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { ConfigError, requireKnownOptions } from 'toolcrib';
import type { Handler } from '../http/handler.ts';
import { drainRequest } from './drain-request.ts';
import { limitConnections } from './limit-connections.ts';
import { toNodeRequest } from './node-request.ts';
import { sendResponse } from './send-response.ts';
import { assertTlsPair, type TlsPair, toTlsOptions } from './tls-pair.ts';
import { type Handshakes, noHandshakes, trackHandshakes } from './track-handshakes.ts';
import { createTrustedProxies, type ProxyHeader } from './trusted-proxies.ts';

/** Where and how to listen. */
export interface ListenOptions {
  readonly handler: Handler;
  /** @default 127.0.0.1 */
  readonly hostname?: string | undefined;
  /** 0 for any that is free. */
  readonly port: number;
  /**
   * A connection beyond these takes the place of the one that has been idle for longest. It is closed at once if all others
   * have requests, or are new. @default 10_000
   */
  readonly maxConnections?: number | undefined;
  /** TLS, 1.2 or later, with this certificate; without it, plain HTTP. */
  readonly tls?: TlsPair | undefined;
  /** How long a client may take for a handshake, and for the headers of a request. @default 10_000 */
  readonly headersTimeoutMs?: number | undefined;
  /** How long a client may take for a whole request, its body included. @default 60_000 */
  readonly requestTimeoutMs?: number | undefined;
  /** How long a connection may be idle between two requests. @default 75_000, longer than load balancers keep theirs */
  readonly keepAliveTimeoutMs?: number | undefined;
  /**
   * Addresses and networks of proxies, such as `10.0.0.0/8`, that are trusted to name the address of a client. @default none
   */
  readonly trustProxies?: readonly string[] | undefined;
  /** The header in which they name it. @default 'x-forwarded-for' */
  readonly proxyHeader?: ProxyHeader | undefined;
  /** How long a client may take nothing of an answer that is ready for it. @default 60_000 */
  readonly stallTimeoutMs?: number | undefined;
  /**
   * How long a client may take, once the server closes, for the rest of its request or of an event stream: nothing that runs
   * is cut by that. @default 5_000
   */
  readonly closeTimeoutMs?: number | undefined;
  /** @default 16_384 */
  readonly maxHeaderBytes?: number | undefined;
  /** Told of what should not happen: a handler that rejects, or an answer that cannot be sent. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A server that listens. */
export interface Listener {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /**
   * Uses another certificate for connections from now on. Those that are open are kept.
   *
   * @throws ConfigError `E_TLS_INVALID` for a pair that cannot be used; the one before stays. TypeError without TLS.
   */
  replaceTls(pair: TlsPair): void;
  /**
   * Accepts no more connections, ends event streams, finishes what runs, and closes each connection after its answer. Does not
   * wait long for clients that neither send nor read on. What is left after the grace is cut. Resolves when no connection is
   * left.
   */
  close(graceMs: number): Promise<void>;
}

const optionFields: Record<keyof ListenOptions, true> = {
  handler: true,
  hostname: true,
  port: true,
  maxConnections: true,
  tls: true,
  headersTimeoutMs: true,
  requestTimeoutMs: true,
  keepAliveTimeoutMs: true,
  trustProxies: true,
  proxyHeader: true,
  stallTimeoutMs: true,
  closeTimeoutMs: true,
  maxHeaderBytes: true,
  onFault: true,
};

const optionNames: ReadonlySet<string> = new Set(Object.keys(optionFields));
const tlsNames: ReadonlySet<string> = new Set<keyof TlsPair>(['cert', 'key', 'passphrase']);

const MAX_HEADERS = 200;

/** How long an idle connection stays when the server closes: a request may be on its way over it. */
const LINGER_MS = 500;

/** A request and its answer, until the last byte of it was taken. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether the answer only tells what happens, and is cut when the server closes. */
  isFeed: boolean;
}

/**
 * Serves a handler over HTTP.
 *
 * @throws ConfigError `E_INVALID_OPTION` if the address cannot be had, or a proxy isn't an address or network; `E_TLS_INVALID`.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  requireKnownOptions(options, optionNames);
  if (options.tls !== undefined) requireKnownOptions(options.tls, tlsNames, 'tls.');
  const { hostname = '127.0.0.1', port } = options;
  const closing = new AbortController();
  const open = new Set<Exchange>();
  const listener = createRequestListener(options, { open, closing: closing.signal });
  const { server, handshakes } = makeServer(options, listener);
  limitConnections(server, { maxConnections: options.maxConnections ?? 10_000, handshakes });
  // Node would leave out what is beyond a number, without a word; here such requests are refused.
  server.maxHeadersCount = 0;
  await bind(server, hostname, port);
  const { port: bound } = server.address() as AddressInfo;
  return Object.freeze({
    url: `${options.tls === undefined ? 'http' : 'https'}://${hostname.includes(':') ? `[${hostname}]` : hostname}:${bound}`,
    port: bound,
    replaceTls: (pair: TlsPair) => {
      if (!('setSecureContext' in server)) throw new TypeError('The listener was started without TLS.');
      assertTlsPair(pair);
      server.setSecureContext(toTlsOptions(pair));
    },
    close: (graceMs: number) =>
      closeServer(
        { server, handshakes, closing, open, closeTimeoutMs: options.closeTimeoutMs ?? 5_000 },
        graceMs,
      ),
  });
}

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

function makeServer(
  options: ListenOptions,
  listener: RequestListener,
): { readonly server: Server | SecureServer; readonly handshakes: Handshakes } {
  const shared = serverOptions(options);
  if (options.tls === undefined) return { server: createServer(shared, listener), handshakes: noHandshakes };
  assertTlsPair(options.tls);
  const tls = { ...toTlsOptions(options.tls), handshakeTimeout: shared.headersTimeout };
  const server = createSecureServer({ ...shared, ...tls }, listener);
  return { server, handshakes: trackHandshakes(server) };
}

function serverOptions(options: ListenOptions) {
  const headersTimeout = options.headersTimeoutMs ?? 10_000;
  const requestTimeout = options.requestTimeoutMs ?? 60_000;
  return {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout, requestTimeout),
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 75_000,
    maxHeaderSize: options.maxHeaderBytes ?? 16_384,
    requireHostHeader: true,
    // Tells a peer that is gone without a word from one that is silent.
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    noDelay: true,
  };
}

function createRequestListener(
  options: ListenOptions,
  { open, closing }: { readonly open: Set<Exchange>; readonly closing: AbortSignal },
) {
  const { handler, stallTimeoutMs = 60_000, onFault } = options;
  const { trustProxies = [], proxyHeader } = options;
  const never = new AbortController().signal;
  const proxies = trustProxies.length === 0 ? undefined : createTrustedProxies(trustProxies, proxyHeader);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
      outgoing.writeHead(431, { connection: 'close' }).end();
      return;
    }
    const request = toNodeRequest(incoming);
    const exchange: Exchange = { incoming, outgoing, isFeed: false };
    open.add(exchange);
    outgoing.once('close', () => {
      open.delete(exchange);
      if (!outgoing.writableFinished) request.abort();
    });
    // A failing socket is told by `close`.
    outgoing.on('error', () => undefined);
    const { remoteAddress: peer, localPort } = incoming.socket;
    const remoteAddress = proxies === undefined ? peer : proxies.findClient(peer, incoming.headers);
    const response = await handler(request, { remoteAddress, localPort, target: incoming.url });
    if (outgoing.destroyed) return;
    if (closing.aborted) outgoing.setHeader('connection', 'close');
    drainRequest(incoming, outgoing);
    exchange.isFeed = incoming.method === 'GET' && isEventStream(response);
    await sendResponse(response, outgoing, { stallTimeoutMs, cut: exchange.isFeed ? closing : never });
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answer(incoming, outgoing).catch((error) => {
      onFault?.(error);
      // Nothing of the error is for the client.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { connection: 'close' }).end();
    });
  };
}

/** An event stream of a GET only tells what happens; that of a POST holds an answer. */
function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function bind(server: Server | SecureServer, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(hostname, port, cause)));
    server.listen(port, hostname, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function cannotListen(hostname: string, port: number, cause: NodeJS.ErrnoException): ConfigError {
  const place = `${hostname}:${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens there already; choose another port, or stop that program',
    EACCES: 'this needs more rights; choose a port above 1023',
    EADDRNOTAVAIL: 'this machine does not have that address',
    ENOTFOUND: 'there is no such host',
  };
  const reason = reasons[cause.code ?? ''] ?? `the system says ${cause.code ?? 'no more'}`;
  return new ConfigError('E_INVALID_OPTION', `Cannot listen at ${place}: ${reason}.`, {
    context: { option: 'port', hostname, port, systemCode: cause.code },
    cause,
  });
}

interface Closing {
  readonly server: Server | SecureServer;
  readonly handshakes: Handshakes;
  readonly closing: AbortController;
  readonly open: ReadonlySet<Exchange>;
  readonly closeTimeoutMs: number;
}

async function closeServer(
  { server, handshakes, closing, open, closeTimeoutMs }: Closing,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Not that of node:http, which closes idle connections at once, with requests that are on their way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  closing.abort();
  const timers = [
    setTimeout(
      () => {
        server.closeIdleConnections();
        handshakes.cut();
      },
      Math.min(LINGER_MS, graceMs),
    ),
    setTimeout(() => cutUnfinished(open), Math.min(closeTimeoutMs, graceMs)),
    setTimeout(() => server.closeAllConnections(), graceMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}

/** Cuts clients that have not sent all of their request, and those that have not taken the end of their events. */
function cutUnfinished(open: ReadonlySet<Exchange>): void {
  for (const { incoming, outgoing, isFeed } of open) if (isFeed || !incoming.complete) outgoing.destroy();
}
