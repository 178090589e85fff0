import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toRequest } from '../../bench/lib/service/mcp-message.ts';
import { runLoad } from '../../bench/lib/service/run-load.ts';

describe('the load of the service bench', () => {
  it('sends a request so often, over so many connections', async () => {
    const sockets = new Set<unknown>();
    const bodies: string[] = [];
    const port = await startServer((request, response) => {
      sockets.add(request.socket);
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response.end('fine');
      });
    });
    const request = toRequest({ era: 'modern', tool: 3 }, { path: '/mcp' });

    await runLoad({ port, request, count: 20, connections: 4 });

    expect(sockets.size).toBe(4);
    expect(bodies).toEqual(Array.from({ length: 20 }, () => request.body));
  });

  it('knows where an answer in chunks ends', async () => {
    let count = 0;
    const port = await startServer((_, response) => {
      count += 1;
      response.write(`data: ${'0\r\n'.repeat(50_000)}`);
      setImmediate(() => response.end('the end'));
    });

    await runLoad({ port, request: toRequest({ era: 'legacy' }, { path: '/' }), count: 6, connections: 2 });

    expect(count).toBe(6);
  });

  it('rejects when an answer is an error', async () => {
    let count = 0;
    const port = await startServer((_, response) => {
      count += 1;
      response.writeHead(count === 3 ? 503 : 200).end('same');
    });
    const request = toRequest({ era: 'modern' }, { path: '/' });

    await expect(runLoad({ port, request, count: 5, connections: 1 })).rejects.toThrow('503');
  });

  it('rejects when an answer is of another length than the first', async () => {
    let count = 0;
    const port = await startServer((_, response) => {
      count += 1;
      response.end('x'.repeat(count === 3 ? 5 : 4));
    });
    const request = toRequest({ era: 'modern' }, { path: '/' });

    await expect(runLoad({ port, request, count: 5, connections: 1 })).rejects.toThrow('5 bytes');
  });

  it('rejects when the server goes away', async () => {
    const port = await startServer((request) => request.socket.destroy());
    const request = toRequest({ era: 'modern' }, { path: '/' });

    await expect(runLoad({ port, request, count: 1, connections: 1 })).rejects.toThrow('closed');
  });
});

/** A server that does not outlive the test; gives its port. */
async function startServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
