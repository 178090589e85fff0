import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../packages/server/src/node/listen.ts';
import { connectRaw } from '../../http/raw-client.ts';
import { openTestService } from '../open-service.ts';

const large = JSON.stringify({ lock: 'x'.repeat(1_500_000) });
const path = '/v1/tenants/default/lock/verify';

async function openSockets(requestTimeoutMs: number) {
  const service = await openTestService({ requestTimeoutMs });
  const listener = await listen({ handler: service.fetch, port: 0, requestTimeoutMs: 30_000 });
  onTestFinished(() => listener.close(0));
  const makeViewer = async () => (await service.makeKey({ roles: ['viewer'] })).key;
  return {
    makeViewer,
    /** Begins a body whose length nobody knows, and does not go on with it. */
    trickle: async (key: string) => {
      const client = await connectRaw(listener.port);
      onTestFinished(() => client.destroy());
      client.send(
        `POST ${path} HTTP/1.1\r\nHost: localhost:${listener.port}\r\nAuthorization: Bearer ${key}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"l\r\n',
      );
      return client;
    },
    upload: async (key: string) => {
      const response = await fetch(`${listener.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: large,
      });
      return { status: response.status, code: ((await response.json()) as { code?: string }).code };
    },
  };
}

describe('bodies that trickle', () => {
  it('give their turn back when their time is up, so that others can send theirs', async () => {
    const { makeViewer, trickle, upload } = await openSockets(500);
    const clients = await Promise.all(
      [await makeViewer(), await makeViewer()].map(async (key) => await trickle(key)),
    );
    for (const client of clients) expect(await client.until(/}$/)).toContain('E_REQUEST_TIMED_OUT');

    for (const key of [await makeViewer(), await makeViewer()]) {
      // The lock means nothing; it was read.
      expect(await upload(key)).toEqual({ status: 400, code: 'E_INVALID_LOCK' });
    }
  });

  it('give their turn back when their connection is closed', async () => {
    const { makeViewer, trickle, upload } = await openSockets(20_000);
    const [one, two] = [await makeViewer(), await makeViewer()];
    const clients = await Promise.all([trickle(one), trickle(two)]);
    const waiting = upload(await makeViewer());
    for (const client of clients) client.destroy();

    expect(await waiting).toEqual({ status: 400, code: 'E_INVALID_LOCK' });
    expect(await upload(one)).toEqual({ status: 400, code: 'E_INVALID_LOCK' });
  });
});
