import { describe, expect, it } from 'vitest';
import { PlainHeaders } from './plain-headers.ts';

const given = { 'content-type': 'text/plain', vary: 'origin', 'x-request-id': 'a1' };

describe('PlainHeaders', () => {
  it('say what a real list says', () => {
    const [plain, real] = [new PlainHeaders(given).asHeaders(), new Headers(given)];
    for (const headers of [plain, real]) {
      headers.append('Vary', 'accept-encoding');
      headers.set('X-Request-Id', 'b2');
      headers.append('etag', '"1"');
      headers.delete('Content-Type');
    }

    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(real));
    for (const name of ['vary', 'VARY', 'x-request-id', 'content-type', 'none']) {
      expect([plain.get(name), plain.has(name)]).toEqual([real.get(name), real.has(name)]);
    }
    expect([...plain.keys()].sort()).toEqual([...real.keys()].sort());
    expect([...plain.values()].sort()).toEqual([...real.values()].sort());
    const seen: string[] = [];
    plain.forEach((value, name) => {
      seen.push(`${name}: ${value}`);
    });
    expect(seen).toContain('vary: origin, accept-encoding');
  });

  it('can be given to whoever wants headers', () => {
    const plain = new PlainHeaders(new Headers(given)).asHeaders();

    expect(plain).toBeInstanceOf(Headers);
    expect(Object.fromEntries(new Headers(plain))).toEqual(given);
    expect(new Request('http://localhost/', { headers: plain }).headers.get('x-request-id')).toBe('a1');
    expect(new Response('', { headers: plain }).headers.get('vary')).toBe('origin');
  });
});
