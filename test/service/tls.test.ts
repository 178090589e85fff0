import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { TlsPair } from '../../packages/server/src/node/tls-pair.ts';
import { serve } from '../../packages/server/src/serve/serve.ts';
import type { ServeIo } from '../../packages/server/src/serve/serve-options.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { makePair } from '../http/make-pair.ts';

function createWorld(cwd: string, env: ServeIo['env'] = {}) {
  const [printed, logged]: [string[], string[]] = [[], []];
  const reloads = new Set<() => void>();
  const sink = { isTTY: false, columns: undefined };
  const io: ServeIo = {
    ...{ env, cwd, exit: () => undefined },
    stdout: { ...sink, write: (text) => printed.push(text) },
    stderr: { ...sink, write: (text) => logged.push(text) },
    onStop: () => () => undefined,
    onUnhandled: () => () => undefined,
    onReload: (listener) => {
      reloads.add(listener);
      return () => void reloads.delete(listener);
    },
  };
  return { io, printed, logged, reloads };
}

/** The status of a request, and whose certificate the service showed. */
function ask(
  url: string,
): Promise<{ readonly status: number | undefined; readonly subject: string | undefined }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { rejectUnauthorized: false, agent: false }, (incoming) => {
      const subject = (incoming.socket as TLSSocket).getPeerX509Certificate()?.subject;
      incoming.resume().once('end', () => resolve({ status: incoming.statusCode, subject }));
    });
    outgoing.once('error', reject).end();
  });
}

/** As Kubernetes mounts a secret: links to a folder, which is itself a link that is replaced. */
async function mount(
  folder: string,
  version: string,
  { cert, key }: Pick<TlsPair, 'cert' | 'key'>,
): Promise<void> {
  await mkdir(join(folder, version));
  await writeFile(join(folder, version, 'tls.crt'), cert);
  await writeFile(join(folder, version, 'tls.key'), key);
  await symlink(version, join(folder, `..data-${version}`));
  await rename(join(folder, `..data-${version}`), join(folder, '..data'));
}

/** Asks until the answer is as it is expected, or the test is out of time. */
async function askUntil(url: string, subject: string): Promise<number | undefined> {
  for (;;) {
    const answer = await ask(url);
    if (answer.subject === subject) return answer.status;
  }
}

describe('serve() with a certificate', () => {
  it('speaks HTTPS, and takes a new certificate from files that were replaced', async () => {
    await withTempFolder(async (folder) => {
      const secret = join(folder, 'secret');
      await mkdir(secret);
      const [one, two] = [makePair('one.example'), makePair('two.example')];
      await mount(secret, 'v1', one);
      for (const name of ['tls.crt', 'tls.key']) await symlink(`..data/${name}`, join(secret, name));
      const { io, printed, logged, reloads } = createWorld(folder);
      const files = { tlsCertFile: 'secret/tls.crt', tlsKeyFile: 'secret/tls.key' };
      const server = await serve({ port: 0, withExamples: false, ...files }, io);

      expect(server.url).toMatch(/^https:/);
      expect(printed.join('')).toContain(`${server.url}/mcp/default`);
      expect(await ask(`${server.url}/healthz`)).toEqual({ status: 200, subject: 'CN=one.example' });

      await mount(secret, 'v2', { cert: two.cert, key: one.key });
      for (const reload of reloads) reload();
      await mount(secret, 'v3', two);
      for (const reload of reloads) reload();

      expect(await askUntil(`${server.url}/healthz`, 'CN=two.example')).toBe(200);
      await server.close();
      expect(reloads.size).toBe(0);
      expect(logged.join('')).not.toContain('PRIVATE KEY');
    });
  });

  it('keeps the certificate that it had, and logs the code, if another one cannot be used', async () => {
    await withTempFolder(async (folder) => {
      const one = makePair('one.example', 'secret');
      await writeFile(join(folder, 'cert.pem'), one.cert);
      await writeFile(join(folder, 'key.pem'), one.key);
      await writeFile(join(folder, 'passphrase'), 'secret\n');
      const { io, logged, reloads } = createWorld(folder, {
        TOOLCRIB_TLS_CERT: 'cert.pem',
        TOOLCRIB_TLS_KEY: 'key.pem',
      });
      const server = await serve({ port: 0, withExamples: false, tlsPassphraseFile: 'passphrase' }, io);

      await writeFile(join(folder, 'cert.pem'), makePair('two.example').cert);
      for (const reload of reloads) reload();
      await expect.poll(() => logged.join('')).toContain('E_TLS_INVALID');

      expect(await ask(`${server.url}/healthz`)).toEqual({ status: 200, subject: 'CN=one.example' });
      await server.close();
    });
  });

  it('starts with a certificate that expired, and says so with the date', async () => {
    await withTempFolder(async (folder) => {
      const validTo = new Date('2026-01-31T08:00:00Z');
      const { cert, key } = makePair('one.example', { validTo });
      await writeFile(join(folder, 'cert.pem'), cert);
      await writeFile(join(folder, 'key.pem'), key);
      const { io, printed, logged } = createWorld(folder);
      const files = { tlsCertFile: 'cert.pem', tlsKeyFile: 'key.pem' };

      const server = await serve({ port: 0, withExamples: false, ...files }, io);

      expect(printed.join('')).toContain('expired at 2026-01-31T08:00:00.000Z');
      const lines = logged
        .join('')
        .split('\n')
        .filter((line) => line.includes('expired'));
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', problem: 'expired', validTo: '2026-01-31T08:00:00.000Z' },
      ]);
      await server.close();
    });
  });

  it('makes nothing on the disk if the files cannot be used', async () => {
    await withTempFolder(async (folder) => {
      const { io } = createWorld(folder);
      const start = (options: object) => serve({ port: 0, dataFolder: 'data', ...options }, io);

      await expect(start({ tlsCertFile: 'a.pem' })).rejects.toThrow('--tls-key');
      await expect(start({ tlsKeyFile: 'a.pem' })).rejects.toThrow('--tls-cert');
      await expect(start({ tlsPassphraseFile: 'a' })).rejects.toThrow('--tls-cert');
      await expect(start({ tlsCertFile: 'a.pem', tlsKeyFile: 'b.pem' })).rejects.toMatchObject({
        code: 'E_TLS_INVALID',
        message: expect.stringContaining(join(folder, 'a.pem')),
      });
      await expect(mkdir(join(folder, 'data'))).resolves.toBeUndefined();
    });
  });
});
