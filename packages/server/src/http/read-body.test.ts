import { describe, expect, it } from 'vitest';
import { limitBody, readBytes, readJson } from './read-body.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function post(body: BodyInit | null, headers: Record<string, string> = JSON_TYPE): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request('http://localhost/', init);
}

/** A body that never ends, and counts what was taken of it. */
function endlessBody(): { readonly stream: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken++;
        controller.enqueue(new Uint8Array(100));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken: () => taken };
}

describe('readJson', () => {
  it('reads JSON, also with a charset and of a type that ends with +json', async () => {
    expect(await readJson(post('{"a":[1]}'), 100)).toEqual({ a: [1] });
    expect(await readJson(post('1', { 'content-type': 'application/json; charset="UTF-8"' }), 100)).toBe(1);
    expect(await readJson(post('1', { 'content-type': 'application/merge-patch+json' }), 100)).toBe(1);
  });

  it('is undefined for no body at all', async () => {
    expect(await readJson(post(null, {}), 100)).toBeUndefined();
  });

  it.each([
    ['a duplicate key', '{"a":1,"a":2}', ['a']],
    ['__proto__', '{"x":{"__proto__":{}}}', ['x', '__proto__']],
    ['a number that is too large', '{"n":1e400}', ['n']],
    ['an integer that would be changed', '[9007199254740993]', [0]],
    ['a lone surrogate', '{"s":"\\ud800"}', ['s']],
  ])('refuses %s and says where', async (_, text, path) => {
    await expect(readJson(post(text), 1_000)).rejects.toMatchObject({
      code: 'E_INVALID_REQUEST',
      issues: [{ path }],
    });
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['something after it', '{} {}'],
    ['nesting without end', '['.repeat(5_000)],
  ])('refuses %s', async (_, text) => {
    await expect(readJson(post(text), 10_000)).rejects.toMatchObject({ code: 'E_INVALID_REQUEST' });
  });

  it('refuses what is not UTF-8', async () => {
    await expect(readJson(post(Uint8Array.of(0x22, 0xff, 0x22)), 100)).rejects.toMatchObject({
      code: 'E_INVALID_REQUEST',
    });
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=utf-16', {}],
    ['application/jsonp', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('refuses %s %j', async (type, headers) => {
    await expect(readJson(post('{}', { 'content-type': type, ...headers }), 100)).rejects.toMatchObject({
      code: 'E_UNSUPPORTED_MEDIA',
    });
  });

  it('refuses a body without a type', async () => {
    await expect(readJson(post(new TextEncoder().encode('{}'), {}), 100)).rejects.toMatchObject({
      code: 'E_UNSUPPORTED_MEDIA',
    });
  });
});

describe('readBytes', () => {
  it('reads up to the limit, and not a byte more', async () => {
    expect((await readBytes(post('x'.repeat(100)), 100)).byteLength).toBe(100);
    await expect(readBytes(post('x'.repeat(101)), 100)).rejects.toMatchObject({ code: 'E_BODY_TOO_LARGE' });
  });

  it('stops reading when there is too much, also when the length was a lie', async () => {
    const { stream, taken } = endlessBody();

    await expect(
      readBytes(post(stream, { ...JSON_TYPE, 'content-length': '5' }), 1_000),
    ).rejects.toMatchObject({ code: 'E_BODY_TOO_LARGE' });
    expect(taken()).toBeLessThan(15);
  });

  it('reads nothing of what says that it is too large', async () => {
    const { stream, taken } = endlessBody();

    await expect(
      readBytes(post(stream, { ...JSON_TYPE, 'content-length': '1001' }), 1_000),
    ).rejects.toMatchObject({ code: 'E_BODY_TOO_LARGE', context: { maxBytes: 1_000 } });
    expect(taken()).toBe(0);
  });
});

describe('limitBody', () => {
  it('passes on what is within the limit', async () => {
    expect(await limitBody(post('hello'), 5).text()).toBe('hello');
    expect(await limitBody(post(null, {}), 5).text()).toBe('');
  });

  it('fails the reader as soon as there is more', async () => {
    const { stream, taken } = endlessBody();

    await expect(limitBody(post(stream), 1_000).text()).rejects.toMatchObject({ code: 'E_BODY_TOO_LARGE' });
    expect(taken()).toBeLessThan(15);
  });
});
