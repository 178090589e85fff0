import { describe, expect, it } from 'vitest';
import { measurePattern } from '../../core/pattern/measure-pattern.ts';
import { credentialRules, messageRules, redactCredentials, redactMessage } from './redact-credentials.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
// Joined here, so that nothing in this file is written like a credential.
const join = (...parts: string[]) => parts.join('');
const pem = join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE', ' KEY-----');

const withoutKinds = (text: string) => text.replace(/\[redacted:[a-z]+\]/g, '[redacted]');

describe('redactCredentials', () => {
  it.each([
    ['postgres://app:hunter2@db:5432/x', 'postgres://app:[redacted]@db:5432/x'],
    ['redis://:p@ss@cache', 'redis://:[redacted]@cache'],
    [`before ${pem} after`, 'before [redacted] after'],
    [`${JSON.stringify({ key: pem, id: 1 })} ${pem}`, '{"key":"[redacted]","id":1} [redacted]'],
    [`cut ${pem.slice(0, 40)}`, 'cut [redacted]'],
    ['Authorization: Basic YTpi', 'Authorization: Basic [redacted]'],
    ['{"authorization":"Bearer abc","id":1}', '{"authorization":"Bearer [redacted]","id":1}'],
    [`curl -H bearer ${random}.`, 'curl -H bearer [redacted]'],
    [join('id AKIA', 'IOSFODNN7EXAMPLE.'), 'id [redacted].'],
    [JSON.stringify(join('line\nASIA', 'IOSFODNN7EXAMPLE')), String.raw`"line\n[redacted]"`],
    [join('ghp', `_${random}`), '[redacted]'],
    [join('github', `_pat_${random}_${random}`), '[redacted]'],
    [join('glpat', `-${random}`), '[redacted]'],
    [join('npm', `_${random}`), '[redacted]'],
    [join('xoxb', '-123456789012-abcdef'), '[redacted]'],
    [join('sk', `-proj-${random}`), '[redacted]'],
    [join('sk', '-ant-api03-', random), '[redacted]'],
    [join('sk', '-0123456789abcdef0123456789abcdef'), '[redacted]'],
    [join('sk', `_live_${random}`), '[redacted]'],
    [join('AIza', `${random}abc`), '[redacted]'],
    [`t=${join('eyJ', 'hbGciOiJI.eyJzdWIiOiIx.', random)};`, 't=[redacted];'],
    ['https://x.test/?password=secret&a=1', 'https://x.test/?password=[redacted]&a=1'],
    ['https://x.test/?a=1&access_token=abcdefgh#top', 'https://x.test/?a=1&access_token=[redacted]#top'],
    ['password=hunter2; DB_PASSWORD: s3cret', 'password=[redacted]; DB_PASSWORD: [redacted]'],
    [`{"password":"a \\"b\\" c","id":1}`, '{"password":"[redacted]","id":1}'],
    [`{'passwd' => 'a, b'}`, `{'passwd' => '[redacted]'}`],
    [JSON.stringify('{"password":"a b"}'), JSON.stringify('{"password":"[redacted]"}')],
    [`apiKey: "${random}"`, 'apiKey: "[redacted]"'],
    ['GET / Cookie: sid=ab; theme=dark\nAccept: x', 'GET / Cookie: [redacted]\nAccept: x'],
    ['{"set-cookie":"sid=ab; Path=/"}', '{"set-cookie":"[redacted]"}'],
    [
      'https://b.test/o?X-Amz-Date=1&X-Amz-Signature=0123456789',
      'https://b.test/o?X-Amz-Date=1&X-Amz-Signature=[redacted]',
    ],
  ])('takes the secret out of %j', (text, expected) => {
    const clean = redactCredentials(text);

    expect(withoutKinds(clean)).toBe(expected);
    expect(redactCredentials(clean)).toBe(clean);
  });

  it.each([
    'http://localhost:3000/a@b',
    'ada@example.org: 12:30',
    'https://news.test/sk-innovation-to-build-battery-plant-in-georgia',
    'task-0123456789abcdef0123456789abcdef',
    'class="sk-spinner-wandering-cubes"',
    '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'function login(user: string, password: string, passphrase: Passphrase)',
    'connect(password=password, passwd=None, api_key=settings.default_api_key)',
    '{"password":null,"passphrase":"","properties":{"password":{"type":"string"}}}',
    'The bearer of this letter is authorized. Password: required.',
    'a.b.c eyJ.eyJ eyJhbGciOiJI',
    'The cookie: a small text. Cookie: none.',
    'const token = next(); if (secret === undefined) return;',
  ])('leaves %j as it is', (text) => {
    expect(redactCredentials(text)).toBe(text);
  });

  it.each([
    ['password=hunter2', 'password'],
    ['https://app:hunter2@db', 'password'],
    [join('ghp', `_${random}`), 'token'],
    [`Authorization: Bearer ${random}`, 'token'],
    [join('AKIA', 'IOSFODNN7EXAMPLE'), 'key'],
    [pem, 'key'],
    ['https://b.test/?sig=0123456789', 'signature'],
    ['Cookie: sid=1', 'cookie'],
    [`client_secret=${random}`, 'secret'],
  ])('names the kind of the secret in %j', (text, kind) => {
    expect(redactCredentials(text)).toContain(`[redacted:${kind}]`);
  });

  it.each([...credentialRules, ...messageRules])(
    'runs in linear time for $before$secret',
    ({ before, secret }) => {
      expect(measurePattern(`(${before})(${secret})`)).toMatchObject({ safe: true, maxLength: Infinity });
    },
  );

  it.each(['password:"', '://a:', '\\', 'eyJa.', pem.slice(0, 31), 'password:\\"'])(
    'gets through a million characters of %j',
    (part) => {
      const text = part.repeat(1_000_000 / part.length);

      expect(redactCredentials(text).length).toBeLessThanOrEqual(text.length * 2);
      expect(redactCredentials(`password="${text}`).length).toBeLessThanOrEqual(text.length * 2);
    },
  );
});

describe('redactMessage', () => {
  it.each([
    ['upstream said 401 for token=walnut', 'upstream said 401 for token=[redacted]'],
    ['secret=harbour, tried twice', 'secret=[redacted], tried twice'],
    ['{"sessionId":"walnut"}', '{"sessionId":"[redacted]"}'],
    ['access_token: walnut', 'access_token: [redacted]'],
    ['Cookie: walnut', 'Cookie: [redacted]'],
    ['password=hunter2', 'password=[redacted]'],
  ])('takes the secret out of %j, whatever it looks like', (text, expected) => {
    const clean = redactMessage(text);

    expect(withoutKinds(clean)).toBe(expected);
    expect(redactMessage(clean)).toBe(clean);
  });

  it.each(['Unexpected token < in JSON at position 0', 'the secret is out', 'max_tokens: 4'])(
    'leaves %j as it is',
    (text) => {
      expect(redactMessage(text)).toBe(text);
    },
  );
});
