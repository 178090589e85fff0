import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens at a port that is free, and prints where. The process ends when it is told to. */
export function listenAndTell(listener: RequestListener): void {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  });
  process.on('SIGTERM', () => process.exit(0));
}
