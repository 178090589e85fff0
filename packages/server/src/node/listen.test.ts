import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectRaw, type RawClient } from '../../../../test/http/raw-client.ts';
import { bytesResponse } from '../http/bytes-response.ts';
import type { Handler } from '../http/handler.ts';
import { readBytes } from '../http/read-body.ts';
import { type Listener, type ListenOptions, listen } from './listen.ts';

const open: { listeners: Listener[]; clients: RawClient[] } = { listeners: [], clients: [] };

afterEach(async () => {
  for (const client of open.clients.splice(0)) client.destroy();
  await Promise.all(open.listeners.splice(0).map((listener) => listener.close(0)));
});

async function serve(handler: Handler, options: Partial<ListenOptions> = {}): Promise<Listener> {
  const listener = await listen({ handler, port: 0, ...options });
  open.listeners.push(listener);
  return listener;
}

async function raw(listener: Listener): Promise<RawClient> {
  const client = await connectRaw(listener.port);
  open.clients.push(client);
  return client;
}

const hello: Handler = async () => bytesResponse('hello', { headers: { 'content-type': 'text/plain' } });
const echo: Handler = async (request) => bytesResponse(await request.text(), {});

function toStream(chunks: AsyncIterator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('listen', () => {
  it('serves a handler, with what the connection tells', async () => {
    const listener = await serve(async (request, info) =>
      Response.json({ method: request.method, url: request.url, ...info }),
    );

    const answer = await (await fetch(`${listener.url}/a%2Fb?c=d`)).json();

    expect(answer).toEqual({
      method: 'GET',
      url: `${listener.url}/a%2Fb?c=d`,
      remoteAddress: '127.0.0.1',
      localPort: listener.port,
      target: '/a%2Fb?c=d',
    });
  });

  it('takes the address of a client from a proxy only if that is trusted', async () => {
    const who: Handler = async (_, info) => new Response(info?.remoteAddress);
    const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.9', forwarded: 'for=2.2.2.2' };
    const ask = async (options: Partial<ListenOptions>) =>
      await (await fetch((await serve(who, options)).url, { headers })).text();

    expect(await ask({})).toBe('127.0.0.1');
    expect(await ask({ trustProxies: ['10.0.0.0/8'] })).toBe('127.0.0.1');
    expect(await ask({ trustProxies: ['127.0.0.0/8'] })).toBe('203.0.113.9');
    expect(await ask({ trustProxies: ['127.0.0.0/8'], proxyHeader: 'forwarded' })).toBe('2.2.2.2');
    await expect(serve(who, { trustProxies: ['localhost'] })).rejects.toThrow('"localhost" is not a network');
  });

  it('says who has the port if it is taken', async () => {
    const { port } = await serve(hello);

    await expect(listen({ handler: hello, port })).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(`127.0.0.1:${port}: another program listens there already`),
    });
  });

  it('says so if the machine does not have the address', async () => {
    await expect(listen({ handler: hello, hostname: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      message: expect.stringContaining('does not have that address'),
    });
  });

  it('sends a request to the handler as it is a Request', async () => {
    const listener = await serve(async (request) => {
      const clone = request.clone();
      return Response.json({
        isRequest: request instanceof Request,
        text: await clone.text(),
        type: clone.headers.get('x-a'),
      });
    });

    const answer = await fetch(listener.url, {
      method: 'POST',
      body: 'hi',
      headers: { 'x-a': 'é'.normalize() },
    });

    expect(await answer.json()).toMatchObject({ isRequest: true, text: 'hi' });
  });

  it('sends the length of what is known, and streams the rest as it comes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stream = async function* () {
      yield new TextEncoder().encode('first');
      await promise;
      yield new TextEncoder().encode('second');
    };
    const listener = await serve(async (_, info) =>
      info?.target === '/stream' ? new Response(toStream(stream())) : hello(new Request('http://x')),
    );

    expect((await fetch(listener.url)).headers.get('content-length')).toBe('5');
    const reader = (await fetch(`${listener.url}/stream`)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
    resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('reads no more of a body than the handler wants', async () => {
    const listener = await serve(async (request) => {
      const reader = request.body?.getReader();
      const first = await reader?.read();
      await reader?.cancel();
      return Response.json({ has: (first?.value?.length ?? 0) > 0 });
    });
    const client = await raw(listener);

    client.send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');

    expect(await client.until(/\r\n\r\n.*}/s)).toContain('{"has":true}');
  });

  it('breaks off an answer that fails on the way, and serves on', async () => {
    const listener = await serve(async (_, info) => {
      if (info?.target !== '/broken') return hello(new Request('http://x'));
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('part')),
          pull: () => Promise.reject(new Error('broken')),
        }),
      );
    });

    await expect(fetch(`${listener.url}/broken`).then((answer) => answer.text())).rejects.toThrow();
    expect(await (await fetch(listener.url)).text()).toBe('hello');
  });

  it('survives a handler that fails all rules', async () => {
    const faults: unknown[] = [];
    const handler: Handler = (_, info) => {
      if (info?.target === '/reject') return Promise.reject(new Error('secret'));
      if (info?.target === '/throw') throw new Error('secret');
      return hello(new Request('http://x'));
    };
    const listener = await serve(handler, { onFault: (error) => faults.push(error) });

    for (const path of ['/reject', '/throw']) {
      const answer = await fetch(listener.url + path);
      expect([answer.status, await answer.text()]).toEqual([500, '']);
    }
    expect(await (await fetch(listener.url)).text()).toBe('hello');
    expect(faults).toEqual([new Error('secret'), new Error('secret')]);
  });
});

describe('a client that goes away', () => {
  it('aborts the signal of its request while that is handled', async () => {
    const arrived = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<string>();
    const listener = await serve(async ({ signal }) => {
      signal.addEventListener('abort', () => gone.resolve((signal.reason as Error).name));
      arrived.resolve();
      await gone.promise;
      return new Response(null);
    });
    const client = await raw(listener);

    client.send(GET);
    await arrived.promise;
    client.destroy();

    expect(await gone.promise).toBe('AbortError');
  });

  it('ends the stream that it was sent', async () => {
    const cancelled = Promise.withResolvers<boolean>();
    const listener = await serve(async ({ signal }) => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('x')),
        pull: () => new Promise(() => undefined),
        cancel: () => cancelled.resolve(signal.aborted),
      });
      return new Response(body);
    });
    const client = await raw(listener);

    client.send(GET);
    await client.until(/x/);
    client.destroy();

    expect(await cancelled.promise).toBe(true);
  });

  it('fails the reading of a body that will never be complete', async () => {
    const failed = Promise.withResolvers<unknown>();
    const started = Promise.withResolvers<void>();
    const listener = await serve(async (request) => {
      const reading = request.text();
      started.resolve();
      await reading.catch((error) => failed.resolve([error.name, request.signal.aborted]));
      return new Response(null);
    });
    const client = await raw(listener);

    client.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this');
    await started.promise;
    client.destroy();

    expect(await failed.promise).toEqual(['AbortError', true]);
  });

  it('is not one that has only said all it wants to say', async () => {
    const listener = await serve(echo);
    const client = await raw(listener);

    client.socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi');

    expect(await client.closed()).toMatch(/^HTTP\/1.1 200.*hi$/s);
  });
});

describe('a slow client', () => {
  it('is cut off if its headers take too long', async () => {
    const client = await raw(await serve(hello, { headersTimeoutMs: 50 }));

    client.send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');

    expect(await client.closed()).toMatch(/^HTTP\/1.1 408/);
  });

  it('is cut off if it says nothing at all', async () => {
    const client = await raw(await serve(hello, { headersTimeoutMs: 50 }));

    expect(await client.closed()).toMatch(/^(HTTP\/1.1 408|$)/);
  });

  it('is cut off if its body takes too long, and its handler is told', async () => {
    const aborted = Promise.withResolvers<void>();
    const handler: Handler = async (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      return new Response(await request.text());
    };
    const client = await raw(await serve(handler, { headersTimeoutMs: 50, requestTimeoutMs: 100 }));

    client.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');

    expect(await client.closed()).not.toContain('200');
    await aborted.promise;
  });

  it('is cut off if it is idle between two requests', async () => {
    const client = await raw(await serve(hello, { keepAliveTimeoutMs: 50 }));

    client.send(GET);

    expect(await client.closed()).toMatch(/hello$/);
  });

  it('may be idle for longer than load balancers keep their connections', async () => {
    const client = await raw(await serve(hello));

    client.send(GET);

    expect(await client.until(/hello$/)).toMatch(/keep-alive: timeout=75\r\n/i);
  });

  it('answers again on each of 400 connections that were idle, though slow clients are sent away meanwhile', async () => {
    const listener = await serve(hello, { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 });
    const clients: RawClient[] = [];
    while (clients.length < 400) {
      const client = await raw(listener);
      client.send(GET);
      await client.until(/hello$/);
      clients.push(client);
    }
    // These are sent away by the time limits that hold for a request, so idle connections have met them too.
    const slow = await Promise.all([raw(listener), raw(listener)]);
    slow[0].send('GET / HTTP/1.1\r\nHost: x\r\n');
    await Promise.all(slow.map((client) => client.closed()));

    for (const client of clients) client.send(GET);

    await Promise.all(clients.map((client) => client.until(/hello.*hello$/s)));
  });

  it('is cut off if it takes nothing of its answer, and little of that is kept for it', async () => {
    let made = 0;
    const cancelled = Promise.withResolvers<void>();
    const handler: Handler = async () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              made++;
              controller.enqueue(new Uint8Array(65_536));
            },
            cancel: () => cancelled.resolve(),
          },
          { highWaterMark: 0 },
        ),
      );
    const client = await raw(await serve(handler, { stallTimeoutMs: 200 }));
    client.socket.pause();

    client.send(GET);
    await cancelled.promise;

    // What the kernel holds for both ends, and not much more.
    expect(made * 65_536).toBeLessThan(64 * 1_048_576);
  });

  it('is cut off also if its whole answer is waiting', async () => {
    const closed = Promise.withResolvers<void>();
    const handler: Handler = async ({ signal }) => {
      signal.addEventListener('abort', () => closed.resolve());
      return bytesResponse(new Uint8Array(64 * 1_048_576), {});
    };
    const client = await raw(await serve(handler, { stallTimeoutMs: 200 }));
    client.socket.pause();

    client.send(GET);

    await closed.promise;
  });
});

describe('a hostile client', () => {
  it.each([
    ['garbage', '\x16\x03\x01\x02\x00\x01'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n'],
    ['an endless length', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\0\r\n\r\n'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a huge path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['many headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5_000)}\r\n`],
    [
      'more headers than Node would look at',
      `GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(2_500)}Origin: http://evil.example\r\n\r\n`,
    ],
    ['a bad method', 'G\0T / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('with %s never reaches the handler', async (_, bytes) => {
    let runs = 0;
    const listener = await serve(async (request) => {
      runs++;
      return echo(request);
    });
    const client = await raw(listener);

    client.send(Buffer.from(bytes, 'latin1'));

    expect(await client.closed()).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(runs).toBe(0);
    expect((await fetch(listener.url)).status).toBe(200);
  });

  it('with broken chunks fails its own request only', async () => {
    const listener = await serve(echo);
    const client = await raw(listener);

    client.send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc');

    expect(await client.closed()).not.toContain('200');
    expect((await fetch(listener.url)).status).toBe(200);
  });

  it('gets its answer although it sends on, and is cut off then', async () => {
    const handler: Handler = async (request) =>
      readBytes(request, 1_000).then(
        () => new Response('fine'),
        (error) => new Response(error.code, { status: 413 }),
      );
    const client = await raw(await serve(handler));

    client.send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const flood = () => {
      while (client.socket.writable && client.socket.write(chunk));
    };
    client.socket.on('drain', flood);
    flood();

    expect(await client.until(/E_BODY_TOO_LARGE/)).toMatch(/^HTTP\/1.1 413/);
    await client.closed();
  });

  it('gets answers in the order of its requests, however many it sends at once', async () => {
    const first = Promise.withResolvers<void>();
    const listener = await serve(async (_, info) => {
      if (info?.target === '/1') await first.promise;
      if (info?.target === '/3') first.resolve();
      return bytesResponse(`<${info?.target}>`, {});
    });
    const client = await raw(listener);

    client.send(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));

    expect((await client.until(/<\/3>/)).match(/<[^>]*>/g)).toEqual(['</1>', '</2>', '</3>']);
  });

  it('finds no more connections than there are to be', async () => {
    const listener = await serve(hello, { maxConnections: 1 });
    const [first, second] = [await raw(listener), await raw(listener)];

    expect(await second.closed()).toBe('');
    first.send(GET);
    expect(await first.until(/hello/)).toContain('200');
  });
});

describe('connections beyond the limit', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

  /** A server of three connections, whose requests to /busy are answered at the end of the test. */
  async function serveThree() {
    const busy = Promise.withResolvers<void>();
    const handler: Handler = async (request, { target } = {}) => {
      if (target === '/busy') await busy.promise;
      return hello(request, {});
    };
    return { listener: await serve(handler, { maxConnections: 3 }), end: busy.resolve };
  }

  async function rawIdle(listener: Listener): Promise<RawClient> {
    const client = await raw(listener);
    client.send(GET);
    await client.until(/hello/);
    return client;
  }

  it('take the places of those that are idle, the longest idle first', async () => {
    const { listener } = await serveThree();
    const [first, second, third] = [
      await rawIdle(listener),
      await rawIdle(listener),
      await rawIdle(listener),
    ];
    first.send(GET);
    await first.until(/hello.*hello/s);

    const others = [await rawIdle(listener), await rawIdle(listener)];

    await Promise.all([second.closed(), third.closed()]);
    for (const client of [first, ...others]) client.send(GET);
    expect(await first.until(/hello.*hello.*hello/s)).toContain('200');
    for (const client of others) await client.until(/hello.*hello/s);
  });

  it('leave alone those that wait for an answer, also after one of several', async () => {
    const { listener, end } = await serveThree();
    const [busy, pipelined, idle] = [await raw(listener), await raw(listener), await rawIdle(listener)];
    busy.send(get('/busy'));
    pipelined.send(get('/') + get('/busy'));
    await pipelined.until(/hello/);

    const fourth = await raw(listener);
    fourth.send(get('/busy'));
    await idle.closed();
    const fifth = await raw(listener);

    expect(await fifth.closed()).toBe('');
    end();
    expect(await busy.until(/hello/)).toContain('200');
    expect(await pipelined.until(/hello.*hello/s)).toContain('200');
    expect(await fourth.until(/hello/)).toContain('200');
  });

  it('take the place of one that has sent nothing, once it has had time to', async () => {
    const { listener } = await serveThree();
    const silent = [await raw(listener), await raw(listener), await raw(listener)];
    const early = await raw(listener);
    expect(await early.closed()).toBe('');
    const startedAt = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(startedAt + 1_001);
    onTestFinished(() => now.mockRestore());

    const late = await rawIdle(listener);

    expect(await silent[0]?.closed()).toBe('');
    late.send(GET);
    await late.until(/hello.*hello/s);
    silent[2]?.send(GET);
    expect(await silent[2]?.until(/hello/)).toContain('200');
  });
});

describe('closing', () => {
  it('finishes what runs, tells its connection to end, and takes no more', async () => {
    const arrived = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const listener = await serve(async () => {
      arrived.resolve();
      await finish.promise;
      return hello(new Request('http://x'));
    });
    const answer = fetch(listener.url);
    await arrived.promise;

    const closed = listener.close(60_000);
    await expect(fetch(listener.url)).rejects.toThrow();
    finish.resolve();

    expect((await answer).headers.get('connection')).toBe('close');
    expect(await (await answer).text()).toBe('hello');
    await closed;
  });

  it('answers a request that was on its way over an idle connection', async () => {
    const listener = await serve(hello);
    const client = await raw(listener);
    client.send(GET);
    await client.until(/hello/);

    const closed = listener.close(60_000);
    client.send(GET);

    expect(await client.closed()).toMatch(/hello.*connection: close.*hello$/is);
    await closed;
  });

  it('ends event streams after a whole event, and tells their makers', async () => {
    const aborted = Promise.withResolvers<void>();
    const listener = await serve(async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
        pull: () => new Promise(() => undefined),
        cancel: () => aborted.resolve(),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const client = await raw(listener);
    client.send(GET);
    await client.until(/data: 1/);

    const closed = listener.close(60_000);

    // The last chunk says that nothing is missing.
    expect(await client.closed()).toMatch(/data: 1\n\n\r\n0\r\n\r\n$/);
    await closed;
    await aborted.promise;
  });

  it('waits for the stream of a POST, which holds an answer', async () => {
    const finish = Promise.withResolvers<void>();
    const listener = await serve(async () => {
      const events = async function* () {
        yield new TextEncoder().encode('data: progress\n\n');
        await finish.promise;
        yield new TextEncoder().encode('data: result\n\n');
      };
      return new Response(toStream(events()), {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
    const client = await raw(listener);
    client.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await client.until(/progress/);

    const closed = listener.close(60_000);
    finish.resolve();

    expect(await client.until(/0\r\n\r\n$/)).toContain('data: result');
    await closed;
  });

  it('does not wait for clients that read no events or send no body, only for what runs', async () => {
    const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const large = new Uint8Array(1_048_576);
    const handler: Handler = async (request, { target } = {}) => {
      if (target === '/body') return echo(request, {});
      if (target === '/events') {
        const body = new ReadableStream({ pull: (controller) => controller.enqueue(large) });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      }
      arrived.resolve();
      await finish.promise;
      return hello(request, {});
    };
    const listener = await serve(handler, { closeTimeoutMs: 10 });
    const [reader, sender, runner] = [await raw(listener), await raw(listener), await raw(listener)];
    reader.send('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
    await reader.until(/event-stream/);
    reader.socket.pause();
    sender.send('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    runner.send(GET);
    await arrived.promise;

    const closed = listener.close(60_000);
    expect(await sender.closed()).toBe('');
    finish.resolve();

    expect(await runner.closed()).toMatch(/hello$/);
    await closed;
  });

  it('cuts what is left after the grace', async () => {
    const arrived = Promise.withResolvers<void>();
    const listener = await serve(() => {
      arrived.resolve();
      return new Promise(() => undefined);
    });
    const client = await raw(listener);
    client.send(GET);
    await arrived.promise;

    await listener.close(10);

    expect(await client.closed()).toBe('');
  });

  it('can be asked for twice', async () => {
    const listener = await serve(hello);

    await Promise.all([listener.close(0), listener.close(0)]);
  });
});
