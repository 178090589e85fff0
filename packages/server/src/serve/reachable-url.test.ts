import { describe, expect, it } from 'vitest';
import { createHostCheck } from '../http/host-check.ts';
import { reachableUrl } from './reachable-url.ts';

const all = { url: 'http://0.0.0.0:7420', host: '0.0.0.0', isLoopback: false };
const named = ['tools.example.com', 'tools.example.com:7420'];

describe('reachableUrl()', () => {
  it.each([
    ['the first name, with the port', { hosts: [...named, 'b.example', 'b.example:7420'] }],
    ['with TLS', { url: 'https://0.0.0.0:7420', hosts: named }, 'https://tools.example.com:7420'],
    ['the port of the name', { hosts: ['tools.example.com:90'] }, 'http://tools.example.com:90'],
    ['the port of TLS in the name', { hosts: ['tools.example.com:443'] }, 'https://tools.example.com'],
    [
      'the port of the scheme',
      { url: 'http://0.0.0.0', hosts: ['a.example', 'a.example:80'] },
      'http://a.example',
    ],
    ['one address of several', { url: 'http://10.0.0.7:7420', host: '10.0.0.7', hosts: named }],
    ['an IPv6 address', { hosts: ['[2001:db8::1]', '[2001:db8::1]:7420'] }, 'http://[2001:db8::1]:7420'],
    ['loopback, where any name is good', { hosts: ['*'] }, 'http://127.0.0.1:7420'],
    ['a name before any name', { hosts: ['*', ...named] }],
    ['loopback of IPv6', { url: 'http://[::]:7420', host: '::', hosts: ['*'] }, 'http://[::1]:7420'],
    [
      'loopback, if the name goes without the port',
      { hosts: ['tools.example.com'] },
      'http://127.0.0.1:7420',
    ],
    [
      'its own address, if any name is good',
      { url: 'http://10.0.0.7:7420', host: '10.0.0.7', hosts: ['*'] },
      'http://10.0.0.7:7420',
    ],
    [
      'loopback, though it has a name',
      { url: 'http://127.0.0.1:7420', host: '127.0.0.1', isLoopback: true, hosts: named },
      'http://127.0.0.1:7420',
    ],
  ])('is one that the service answers under: %s', (_, place, expected = 'http://tools.example.com:7420') => {
    const url = reachableUrl({ ...all, ...place });

    expect(url).toBe(expected);
    const { host } = new URL(url);
    const check = createHostCheck({ hosts: place.hosts, origins: [] });
    expect(() => check.check({ headers: new Headers({ host }), url }, 7420)).not.toThrow();
  });
});
