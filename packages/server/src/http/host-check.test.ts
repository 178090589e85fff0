import { describe, expect, it } from 'vitest';
import { createHostCheck } from './host-check.ts';

function check(
  headers: Record<string, string>,
  options: { hosts?: string[]; origins?: string[]; port?: number; url?: string } = {},
): string | undefined {
  const { hosts = [], origins = [], port = 7420, url = 'http://localhost/' } = options;
  return createHostCheck({ hosts, origins }).check({ headers: new Headers(headers), url }, port);
}

const refused = expect.objectContaining({ code: 'E_HOST_REFUSED' });

describe('the check of Host', () => {
  it.each(['localhost:7420', '127.0.0.1:7420', '[::1]:7420', 'LOCALHOST:7420'])('knows %s', (host) => {
    expect(check({ host })).toBeUndefined();
  });

  it.each([
    'evil.example:7420',
    'localhost',
    'localhost:7421',
    'localhost.evil.example:7420',
    'evil.example',
    '127.0.0.1.evil.example:7420',
    'localhost:7420, evil.example',
    'localhost:7420@evil.example',
    'evil.example#localhost:7420',
    '127.1:7420',
    '0.0.0.0:7420',
    '',
  ])('refuses %j by default', (host) => {
    expect(() => check({ host })).toThrow(refused);
  });

  it('refuses a request from the network without one', () => {
    expect(() => check({})).toThrow(refused);
  });

  it('knows loopback without a port only at the ports of the schemes', () => {
    expect(check({ host: 'localhost' }, { port: 80 })).toBeUndefined();
    expect(check({ host: 'localhost' }, { port: 443 })).toBeUndefined();
  });

  it('knows what it was told, and loopback still', () => {
    const hosts = ['Tools.example', 'tools.example:8443'];

    expect(check({ host: 'tools.example' }, { hosts })).toBeUndefined();
    expect(check({ host: 'tools.example:443' }, { hosts })).toBeUndefined();
    expect(check({ host: 'tools.example:8443' }, { hosts })).toBeUndefined();
    expect(check({ host: 'localhost:7420' }, { hosts })).toBeUndefined();
    expect(() => check({ host: 'tools.example:1' }, { hosts })).toThrow(refused);
    expect(() => check({ host: 'a.tools.example' }, { hosts })).toThrow(refused);
  });

  it('takes any name if told so, as long as it is one', () => {
    expect(check({ host: 'anything.example:99' }, { hosts: ['*'] })).toBeUndefined();
    for (const host of ['[', 'a b', 'a/b', 'a@b', 'a:b', 'a:123456', '']) {
      expect(() => check({ host }, { hosts: ['*'] })).toThrow(refused);
    }
  });

  it('takes the name of the URL where there is no network', () => {
    const hostCheck = createHostCheck({ hosts: [], origins: [] });

    expect(hostCheck.check({ headers: new Headers(), url: 'http://localhost:99/x' })).toBeUndefined();
    expect(() => hostCheck.check({ headers: new Headers(), url: 'http://evil.example/x' })).toThrow(refused);
  });
});

describe('the check of Origin', () => {
  const host = 'localhost:7420';

  it('takes pages of the service itself, which need no permission to read', () => {
    expect(check({ host, origin: 'http://localhost:7420' })).toBeUndefined();
    expect(check({ host, origin: 'https://localhost:7420' })).toBeUndefined();
  });

  it('names an allowed origin', () => {
    const origins = ['https://console.example'];

    expect(check({ host, origin: 'https://console.example' }, { origins })).toBe('https://console.example');
  });

  it.each([
    'http://evil.example',
    'null',
    'http://localhost:3000',
    'http://localhost:7420.evil.example',
    'https://console.example.evil.example',
    'http://console.example',
    '',
  ])('refuses %j', (origin) => {
    expect(() => check({ host, origin }, { origins: ['https://console.example'] })).toThrow(refused);
  });

  it('refuses foreign pages also if any Host is allowed', () => {
    expect(() => check({ host: 'a.example', origin: 'http://b.example' }, { hosts: ['*'] })).toThrow(refused);
  });
});
