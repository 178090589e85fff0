import { describe, expect, it } from 'vitest';
import { acceptsGzip } from './accepts-gzip.ts';
import { toResponse } from './to-response.ts';

function get(headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { headers });
}

const large = { text: 'x'.repeat(2_000) };
const gzip = { 'accept-encoding': 'gzip, br' };

async function unzip(response: Response): Promise<string> {
  const stream = response.body?.pipeThrough(new DecompressionStream('gzip'));
  return await new Response(stream ?? null).text();
}

describe('toResponse', () => {
  it('sends JSON', async () => {
    const response = toResponse({ body: { a: 1 } }, get());

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('sends a bare string as JSON, and one with a type as it is', async () => {
    expect(await toResponse({ body: 'a' }, get()).text()).toBe('"a"');
    expect(await toResponse({ body: 'a', headers: { 'content-type': 'text/plain' } }, get()).text()).toBe(
      'a',
    );
  });

  it('has status 204 without a body, unless it has its own', () => {
    expect(toResponse({}, get()).status).toBe(204);
    expect(toResponse({ status: 202 }, get()).status).toBe(202);
  });

  it('compresses what is large enough, if the client can read it', async () => {
    const response = toResponse({ body: large }, get(gzip));

    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(JSON.parse(await unzip(response))).toEqual(large);
  });

  it('says that it could have been compressed if the client cannot read it', () => {
    const response = toResponse({ body: large }, get({ 'accept-encoding': 'br' }));

    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('accept-encoding');
  });

  it.each([
    ['what is small', { body: { a: 1 } }],
    ['event streams', { body: new ReadableStream(), headers: { 'content-type': 'text/event-stream' } }],
    ['images', { body: new Uint8Array(5_000), headers: { 'content-type': 'image/png' } }],
    ['what must not be stored', { body: large, headers: { 'cache-control': 'no-store' } }],
  ])('does not compress %s', (_, answer) => {
    expect(toResponse(answer, get(gzip)).headers.get('content-encoding')).toBeNull();
  });

  it('passes on what was compressed before', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' };
    const response = toResponse({ body: new Uint8Array(3_000), headers }, get(gzip));

    expect(response.headers.get('content-encoding')).toBe('br');
    expect((await response.bytes()).byteLength).toBe(3_000);
  });

  it('has a strong tag for plain bytes and a weak one for compressed bytes', () => {
    expect(toResponse({ body: large, etag: 'v1' }, get()).headers.get('etag')).toBe('"v1"');
    expect(toResponse({ body: large, etag: 'v1' }, get(gzip)).headers.get('etag')).toBe('W/"v1"');
  });

  it('answers 304 without a body to a client that has it already', async () => {
    const response = toResponse({ body: large, etag: 'v1' }, get({ ...gzip, 'if-none-match': 'W/"v1"' }));

    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe('"v1"');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.text()).toBe('');
  });

  it('answers a change in full, whatever If-None-Match says', () => {
    const request = new Request('http://localhost/', { method: 'PUT', headers: { 'if-none-match': '"v1"' } });

    expect(toResponse({ body: large, etag: 'v1' }, request).status).toBe(200);
  });
});

describe('acceptsGzip', () => {
  it.each(['gzip', 'br, GZIP;q=0.5', '*', 'x-gzip', 'gzip ; q=1.0'])('is true for %j', (header) => {
    expect(acceptsGzip(header)).toBe(true);
  });

  it.each([null, '', 'br', 'gzip;q=0', 'gzip; q=0.000, *', 'identity', '*;q=0'])(
    'is false for %j',
    (header) => {
      expect(acceptsGzip(header)).toBe(false);
    },
  );
});
