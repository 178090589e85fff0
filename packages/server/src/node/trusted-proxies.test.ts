import { describe, expect, it } from 'vitest';
import { createTrustedProxies, type ProxyHeader } from './trusted-proxies.ts';

const networks = ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'];

function find(peer: string | undefined, value?: string, header: ProxyHeader = 'x-forwarded-for') {
  return createTrustedProxies(networks, header).findClient(peer, { [header]: value });
}

describe('the client behind trusted proxies', () => {
  it('is the peer itself if that is no proxy, whatever it says', () => {
    expect(find('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(find('11.0.0.1', '10.0.0.1')).toBe('11.0.0.1');
    expect(find('10.0.0.1')).toBe('10.0.0.1');
    expect(find(undefined, '1.2.3.4')).toBeUndefined();
  });

  it('is the last entry that no trusted proxy stands for: what is before it was written by the client', () => {
    expect(find('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(find('10.0.0.1', '1.1.1.1, 10.0.0.9, 203.0.113.9')).toBe('203.0.113.9');
    expect(find('10.0.0.1', '1.1.1.1, 203.0.113.9,10.0.0.2 , 10.0.0.3')).toBe('203.0.113.9');
    expect(find('127.0.0.1', '10.0.0.7, 10.0.0.2')).toBe('10.0.0.7');
  });

  it('is the same in every form of its address, and of that of a proxy', () => {
    for (const peer of [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      '::FFFF:0a01:203',
      'fd12::1',
      'FD12:0:0::0001',
      'fd12::1%eth0',
    ]) {
      for (const entry of ['2001:db8::7', '[2001:DB8::7]', '[2001:db8:0:0::7]:4711'])
        expect(find(peer, entry)).toBe('2001:db8::7');
      for (const entry of ['203.0.113.9', '203.0.113.9:4711', '::ffff:203.0.113.9', '[::ffff:cb00:7109]:80'])
        expect(find(peer, entry)).toBe('203.0.113.9');
    }
  });

  it.each([
    'unknown',
    '_hidden',
    '',
    ' ',
    '203.0.113',
    '203.0.113.256',
    '0xcb.0.0.1',
    '203.0.113.9:http',
    '[2001:db8::7',
    '2001:db8::7]:80',
    'a\u0000b',
    '"203.0.113.9"',
    '203.0.113.9;203.0.113.8',
    'x'.repeat(15_000),
  ])('is the proxy if that says no address, such as %j', (entry) => {
    expect(find('10.0.0.1', entry)).toBe('10.0.0.1');
    expect(find('10.0.0.1', `203.0.113.9, ${entry}`)).toBe('10.0.0.1');
    expect(find('10.0.0.1', `${entry}, 10.0.0.2`)).toBe('10.0.0.2');
  });

  it('is looked for behind so many proxies only', () => {
    expect(find('10.0.0.1', Array.from({ length: 5_000 }, () => '10.9.9.9').join())).toBe('10.9.9.9');
  });

  it('is read from Forwarded where proxies write that, and then from nothing else', () => {
    const read = (value: string) => find('10.0.0.1', value, 'forwarded');

    expect(read('for=203.0.113.9')).toBe('203.0.113.9');
    expect(read('for=1.1.1.1, For = "[2001:db8::7]:4711";proto=https;by=10.0.0.1')).toBe('2001:db8::7');
    expect(read('for=203.0.113.9, for=10.0.0.2;host="a;b"')).toBe('203.0.113.9');
    // A quote that a client left open does not swallow what the proxy says.
    expect(read('for="1.1.1.1, for=203.0.113.9')).toBe('203.0.113.9');
    // Neither does a name of the service that the client has chosen and the proxy quotes.
    for (const host of ['x, for=9.9.9.9;y=', 'x;for=9.9.9.9;y=', String.raw`\", for=9.9.9.9;y=\"`])
      expect(read(`for=203.0.113.9;host="${host}"`)).toBe('203.0.113.9');
    for (const entry of ['for=unknown', 'for=_a', 'proto=https', 'for=1.1.1.1;for=2.2.2.2', '203.0.113.9'])
      expect(read(entry)).toBe('10.0.0.1');
    const proxies = createTrustedProxies(networks, 'forwarded');
    expect(proxies.findClient('10.0.0.1', { 'x-forwarded-for': '1.2.3.4' })).toBe('10.0.0.1');
  });

  it('takes networks that are written as IPv6 ones of IPv4', () => {
    const proxies = createTrustedProxies(['::ffff:10.0.0.0/104']);

    expect(proxies.findClient('10.9.9.9', { 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
    expect(proxies.findClient('11.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe('11.0.0.1');
  });

  it.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0/8',
    'fd00::/129',
    '::ffff:10.0.0.0/8',
    '10.0.0.1/',
  ])('refuses %j as a network', (network) => {
    expect(() => createTrustedProxies([network])).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });
});
