import { describe, expect, it } from 'vitest';
import { bytesResponse, isBytesResponse } from './bytes-response.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const init = { status: 201, headers: { 'content-type': 'application/json' } };

describe('bytesResponse', () => {
  it.each([
    ['a text', '{"a":1}'],
    ['bytes', bytes('{"a":1}')],
    ['bytes in parts', [bytes('{"a"'), bytes(':'), bytes('1}')]],
  ])('is to others the response of %s', async (_, content) => {
    const response = bytesResponse(content, init);

    expect(response).toBeInstanceOf(Response);
    expect(isBytesResponse(response)).toBe(true);
    expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false]);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.clone().text()).toBe('{"a":1}');
    expect(await response.clone().json()).toEqual({ a: 1 });
    expect(await response.clone().bytes()).toEqual(bytes('{"a":1}'));
    expect((await response.clone().arrayBuffer()).byteLength).toBe(7);
    expect((await response.clone().blob()).size).toBe(7);
    expect(await new Response(response.body).text()).toBe('{"a":1}');
    expect(response.bodyUsed).toBe(true);
  });

  it('becomes a real one with the headers that it has by then', async () => {
    const response = bytesResponse('a', init);
    response.headers.set('x-request-id', 'b2');

    const real = response.toReal();

    expect(isBytesResponse(real)).toBe(false);
    expect(real.status).toBe(201);
    expect(Object.fromEntries(real.headers)).toEqual({
      'content-type': 'application/json',
      'x-request-id': 'b2',
    });
    expect(await real.text()).toBe('a');
  });

  it('is no real one', () => {
    expect(isBytesResponse(new Response('a'))).toBe(false);
  });
});
