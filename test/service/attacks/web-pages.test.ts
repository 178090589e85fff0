import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../packages/server/src/node/listen.ts';
import { connectRaw } from '../../http/raw-client.ts';
import { openTestService } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

/** The service at a port of this machine, and a way to send any headers to it. */
async function openListening(
  options: { readonly hosts?: readonly string[]; readonly origins?: readonly string[] } = {},
) {
  const { tools } = createAttackTools();
  const service = await openTestService({ tools, ...options });
  const { key } = await service.makeKey({});
  const listener = await listen({ handler: service.fetch, port: 0 });
  onTestFinished(() => listener.close(0));
  const send = async (headers: readonly string[], path = '/v1/whoami'): Promise<number> => {
    const client = await connectRaw(listener.port);
    const lines = [`GET ${path} HTTP/1.1`, ...headers, `Authorization: Bearer ${key}`, 'Connection: close'];
    client.send(`${lines.join('\r\n')}\r\n\r\n`);
    const text = await client.until(/^HTTP\/1\.1 \d{3}/);
    client.destroy();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  };
  return { send, port: listener.port };
}

describe('a page that has its name point to this machine', () => {
  it('is refused by every spelling of Host', async () => {
    const { send, port } = await openListening();
    const hosts = [
      ...[
        'evil.example',
        `evil.example:${port}`,
        `localhost.evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
      ],
      ...[
        `localhost.:${port}`,
        `localhost:${port + 1}`,
        'localhost',
        `localhost:${port}@evil.example`,
        '127.0.0.1',
      ],
      ...[
        `[::ffff:127.0.0.1]:${port}`,
        `[::]:${port}`,
        `[::1%25lo]:${port}`,
        `0.0.0.0:${port}`,
        `127.1:${port}`,
      ],
      ...[
        `2130706433:${port}`,
        `0x7f.1:${port}`,
        `localhost:${port}, evil.example`,
        `evil.example#localhost:${port}`,
      ],
      ...['', `:${port}`, `localhost:0${port}`, `*:${port}`, '*', `[::1]:${port}x`],
    ];

    for (const host of hosts) expect([400, 403], `Host: ${host}`).toContain(await send([`Host: ${host}`]));
    expect(await send([`Host: localhost:${port}`])).toBe(200);
  });

  it('gains nothing by headers of proxies, by two hosts, or by a host in the target', async () => {
    const { send, port } = await openListening();
    const own = `Host: localhost:${port}`;

    expect([400, 403]).toContain(await send(['Host: evil.example', `X-Forwarded-Host: localhost:${port}`]));
    expect([400, 403]).toContain(await send(['Host: evil.example', `Forwarded: host=localhost:${port}`]));
    expect([400, 403]).toContain(await send(['Host: evil.example', own]));
    expect([400, 403]).toContain(await send([own, 'Host: evil.example']));
    expect([400, 403]).toContain(await send([]));
    expect(await send(['Host: evil.example'], `http://localhost:${port}/v1/whoami`)).not.toBe(200);
    expect(await send([own], 'http://evil.example/v1/whoami')).not.toBe(200);
  });

  it('is refused by its origin under the right name, on every route, also those without a key', async () => {
    const { send, port } = await openListening({ origins: ['https://console.example'] });
    const host = `Host: localhost:${port}`;
    const origins = [
      ...[
        'https://evil.example',
        'null',
        'https://console.example.evil.example',
        'http://console.example',
        'file://',
      ],
      ...[
        'https://console.example:444',
        `http://localhost:${port + 1}`,
        `http://127.0.0.1:${port}`,
        'localhost',
        '',
      ],
    ];

    for (const origin of origins) {
      for (const path of ['/v1/whoami', '/healthz', '/mcp/default', '/openapi.json']) {
        expect(await send([host, `Origin: ${origin}`], path), `${origin} ${path}`).toBe(403);
      }
    }
    expect(await send([host, 'Origin: https://console.example'])).toBe(200);
  });
});
