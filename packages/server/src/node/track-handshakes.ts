import type { Server, Socket } from 'node:net';

/** The connections of a server, of which those with TLS have a socket more. */
export interface Handshakes {
  /** The socket that was accepted for that of a request. */
  acceptedOf(socket: Socket): Socket;
  /** Closes connections that are not encrypted yet: they have sent no request. */
  cut(): void;
}

/** Without TLS a connection is one socket, and there are no handshakes. */
export const noHandshakes: Handshakes = Object.freeze({
  acceptedOf: (socket: Socket) => socket,
  cut: () => undefined,
});

/**
 * Finds the accepted sockets of a server with TLS, which tells of the encrypted ones only. Both have the same peer, and no
 * other connection has it as long as this one is open.
 */
export function trackHandshakes(server: Server): Handshakes {
  const begun = new Map<string, Socket>();
  const accepted = new WeakMap<Socket, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    begun.set(peer, socket);
    socket.once('close', () => {
      if (begun.get(peer) === socket) begun.delete(peer);
    });
  });
  server.on('secureConnection', (socket: Socket) => {
    const peer = peerOf(socket);
    accepted.set(socket, begun.get(peer) ?? socket);
    begun.delete(peer);
  });
  return Object.freeze({
    acceptedOf: (socket: Socket) => accepted.get(socket) ?? socket,
    cut: () => {
      for (const socket of [...begun.values()]) socket.destroy();
    },
  });
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
