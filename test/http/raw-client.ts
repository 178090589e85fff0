import { connect, type Socket } from 'node:net';

/** A client that sends bytes as a test likes, legal or not. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** Everything that came, once it matches. Rejects if the connection is closed before. */
  until(pattern: RegExp): Promise<string>;
  /** Everything that came, once the server has closed the connection. */
  closed(): Promise<string>;
  destroy(): void;
}

/** Connects to a port of this machine. */
export async function connectRaw(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = '';
  let isClosed = false;
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of [...listeners]) listener();
  };
  const end = () => {
    isClosed = true;
    wake();
  };
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    wake();
  });
  socket.on('error', end).on('end', end).on('close', end);

  function wait(check: () => string | Error | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      const listener = () => {
        const outcome = check();
        if (outcome === undefined) return;
        listeners.delete(listener);
        if (typeof outcome === 'string') resolve(outcome);
        else reject(outcome);
      };
      listeners.add(listener);
      listener();
    });
  }

  return {
    socket,
    send: (text) => void socket.write(text),
    until: (pattern) =>
      wait(() => {
        if (pattern.test(received)) return received;
        return isClosed ? new Error(`Closed after ${JSON.stringify(received)}`) : undefined;
      }),
    closed: () => wait(() => (isClosed ? received : undefined)),
    destroy: () => void socket.destroy(),
  };
}
