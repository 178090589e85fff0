import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import type { Handshakes } from './track-handshakes.ts';

/** How long a new connection is safe though it has sent no request: that may be on its way. In milliseconds. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Keeps a server from having more connections than a number. A connection beyond it takes the place of the one that has
 * been idle for longest, and is closed at once if there is none: connections with a request are never closed.
 */
export function limitConnections(
  server: NetServer,
  { maxConnections, handshakes }: { readonly maxConnections: number; readonly handshakes: Handshakes },
): void {
  const limit = new ConnectionLimit(maxConnections);
  server.on('connection', (socket) => limit.accept(socket));
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const socket = handshakes.acceptedOf(incoming.socket);
    limit.begin(socket);
    outgoing.once('close', () => limit.end(socket));
  });
}

class ConnectionLimit {
  readonly #maxConnections: number;
  /** Each with the number of its requests that have no answer yet. */
  readonly #requests = new Map<Socket, number>();
  /** Without a request since an answer, the longest idle first. */
  readonly #idle = new Set<Socket>();
  /** Without a request so far, with the time when they were accepted, the oldest first. */
  readonly #silent = new Map<Socket, number>();

  constructor(maxConnections: number) {
    this.#maxConnections = maxConnections;
  }

  accept(socket: Socket): void {
    this.#requests.set(socket, 0);
    this.#silent.set(socket, performance.now());
    socket.once('close', () => this.#forget(socket));
    if (this.#requests.size <= this.#maxConnections) return;
    const closed = this.#findIdle() ?? socket;
    this.#forget(closed);
    closed.destroy();
  }

  begin(socket: Socket): void {
    const count = this.#requests.get(socket);
    // The requests that a connection had sent may be read after it was closed.
    if (count === undefined) return;
    this.#requests.set(socket, count + 1);
    this.#idle.delete(socket);
    this.#silent.delete(socket);
  }

  end(socket: Socket): void {
    const count = this.#requests.get(socket);
    if (count === undefined) return;
    this.#requests.set(socket, count - 1);
    if (count === 1) this.#idle.add(socket);
  }

  #findIdle(): Socket | undefined {
    const [idle] = this.#idle;
    if (idle !== undefined) return idle;
    const [oldest] = this.#silent;
    const isSafe = oldest === undefined || performance.now() - oldest[1] <= FIRST_REQUEST_MS;
    return isSafe ? undefined : oldest[0];
  }

  #forget(socket: Socket): void {
    this.#requests.delete(socket);
    this.#idle.delete(socket);
    this.#silent.delete(socket);
  }
}
