import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const CHANNEL = 'net.client.socket';

/** Notes every host that this process connects to, or tries to, until it is asked. */
export function watchNetwork(): { stop(): readonly string[] } {
  const hosts = new Set<string>();
  const onSocket = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    socket.on('lookup', (...[, , , host]) => hosts.add(host));
    socket.on('connectionAttempt', (address) => hosts.add(address));
  };
  subscribe(CHANNEL, onSocket);
  return {
    stop: () => {
      unsubscribe(CHANNEL, onSocket);
      return [...hosts];
    },
  };
}
