import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { makePair } from '../../../../test/http/make-pair.ts';
import type { Handler } from '../http/handler.ts';
import { type Listener, type ListenOptions, listen } from './listen.ts';

const open: { listeners: Listener[]; sockets: Socket[] } = { listeners: [], sockets: [] };

afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  await Promise.all(open.listeners.splice(0).map((listener) => listener.close(0)));
});

const pair = makePair('one.example');
const hello: Handler = async (request) => new Response(`hello ${new URL(request.url).protocol}`);

async function serve(handler: Handler, options: Partial<ListenOptions> = {}): Promise<Listener> {
  const listener = await listen({ handler, port: 0, tls: pair, ...options });
  open.listeners.push(listener);
  return listener;
}

interface Client {
  readonly socket: TLSSocket;
  readonly subject: string;
  /** What came after the last answer that was waited for. */
  ask(path?: string): Promise<string>;
  readonly closed: Promise<unknown>;
}

/** Trusts any certificate: which one it is tells its subject. */
async function connectTo({ port }: Listener, options: ConnectionOptions = {}): Promise<Client> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  open.sockets.push(socket);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined).setEncoding('latin1');
  const { subject } = socket.getPeerX509Certificate() ?? { subject: '' };
  const ask = async (path = '/') => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    let text = '';
    while (!text.includes('hello')) text += (await once(socket, 'data'))[0];
    return text;
  };
  return { socket, subject, ask, closed };
}

describe('a listener with TLS', () => {
  it('answers over TLS, and nothing else', async () => {
    const listener = await serve(hello);
    const plain = connect(listener.port, '127.0.0.1');
    open.sockets.push(plain.on('error', () => undefined));

    expect(listener.url).toBe(`https://127.0.0.1:${listener.port}`);
    expect(await (await connectTo(listener)).ask()).toMatch(/^HTTP\/1.1 200 .*hello https:/s);
    plain.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(plain, 'close');
    expect(plain.bytesRead).toBeLessThan(20);
  });

  it('refuses TLS before 1.2', async () => {
    const listener = await serve(hello);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

    await expect(connectTo(listener, old)).rejects.toMatchObject({
      code: expect.stringMatching(/SSL|ECONNRESET/),
    });
    const current = await connectTo(listener, { maxVersion: 'TLSv1.2' });
    expect(current.socket.getProtocol()).toBe('TLSv1.2');
  });

  it.each([
    [
      'a key of another certificate',
      { ...pair, key: makePair('two.example').key },
      'not that of the certificate',
    ],
    ['no certificate', { ...pair, cert: 'none' }, 'certificate is not in PEM form'],
    ['no key', { ...pair, key: 'none' }, 'key is not in PEM form'],
    [
      'an encrypted key alone',
      { ...makePair('a', 'secret'), passphrase: undefined },
      'no passphrase was given',
    ],
    ['another passphrase', { ...makePair('a', 'secret'), passphrase: 'guess' }, 'with this passphrase'],
  ])('does not start with %s', async (_, tls, message) => {
    await expect(serve(hello, { tls })).rejects.toMatchObject({
      code: 'E_TLS_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('takes an encrypted key with its passphrase', async () => {
    const listener = await serve(hello, { tls: makePair('one.example', 'secret') });

    expect(await (await connectTo(listener)).ask()).toContain('200');
  });

  it('uses another certificate for new connections, and keeps those that are open', async () => {
    const finish = Promise.withResolvers<void>();
    const listener = await serve(async (request) => {
      if (request.url.endsWith('/slow')) await finish.promise;
      return await hello(request);
    });
    const [idle, busy] = [await connectTo(listener), await connectTo(listener)];
    await idle.ask();
    const answer = busy.ask('/slow');

    listener.replaceTls(makePair('two.example'));
    expect(() => listener.replaceTls({ ...pair, key: 'none' })).toThrow(
      expect.objectContaining({ code: 'E_TLS_INVALID' }),
    );
    finish.resolve();

    expect(await answer).toContain('200');
    expect(await idle.ask()).toContain('200');
    expect([idle.subject, (await connectTo(listener)).subject]).toEqual(['CN=one.example', 'CN=two.example']);
  });

  it('closes the connection that has been idle for longest if there are too many, and none with a request', async () => {
    const finish = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const listener = await serve(
      async (request) => {
        if (!request.url.endsWith('/slow')) return await hello(request);
        began.resolve();
        await finish.promise;
        return await hello(request);
      },
      { maxConnections: 2 },
    );
    const [busy, idle] = [await connectTo(listener), await connectTo(listener)];
    const answer = busy.ask('/slow');
    await began.promise;
    await idle.ask();

    const third = await connectTo(listener);

    await idle.closed;
    expect(await third.ask()).toContain('200');
    finish.resolve();
    expect(await answer).toContain('200');
  });

  it('closes when it is told to, also with a handshake that does not go on', async () => {
    const finish = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const listener = await serve(async (request) => {
      began.resolve();
      await finish.promise;
      return await hello(request);
    });
    const silent = connect(listener.port, '127.0.0.1');
    open.sockets.push(silent.on('error', () => undefined));
    await once(silent, 'connect');
    const busy = await connectTo(listener);
    const answer = busy.ask();
    await began.promise;

    const closed = listener.close(3_600_000);
    finish.resolve();

    expect(await answer).toMatch(/connection: close/i);
    await Promise.all([closed, busy.closed]);
    expect(silent.bytesRead).toBe(0);
  });
});
