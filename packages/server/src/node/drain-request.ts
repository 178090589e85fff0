import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_DRAINED_BYTES = 8 * 1_048_576;
const MAX_DRAIN_MS = 1_000;

/**
 * Reads and forgets what is left of a body that nobody wanted, so that the client gets its answer and the connection can
 * be used again; a client that sends on and on is cut off.
 */
export function drainRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  outgoing.once('finish', () => {
    if (incoming.complete || incoming.destroyed) return;
    const { socket } = incoming;
    let length = 0;
    const timer = setTimeout(() => socket.destroy(), MAX_DRAIN_MS);
    // Node does not tell a message that was answered that its connection is closed; who still reads it has to know.
    const onClose = (): void => void incoming.destroy();
    const stop = (): void => {
      clearTimeout(timer);
      socket.off('close', onClose);
    };
    socket.once('close', onClose);
    incoming
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_DRAINED_BYTES) socket.destroy();
      })
      .once('close', stop)
      .once('end', stop)
      .on('error', () => undefined)
      .resume();
  });
}
