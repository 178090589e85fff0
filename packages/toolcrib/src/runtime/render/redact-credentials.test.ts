import { describe, expect, it } from 'vitest';
import { measurePattern } from '../../core/pattern/measure-pattern.ts';
import { credentialRules, redactCredentials } from './redact-credentials.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
// Joined here, so that nothing in this file is written like a credential.
const join = (...parts: string[]) => parts.join('');
const pem = join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE', ' KEY-----');

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
  ])('takes the secret out of %j', (text, expected) => {
    expect(redactCredentials(text)).toBe(expected);
    expect(redactCredentials(expected)).toBe(expected);
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
  ])('leaves %j as it is', (text) => {
    expect(redactCredentials(text)).toBe(text);
  });

  it.each(credentialRules)('runs in linear time for $before$secret', ({ before, secret }) => {
    expect(measurePattern(`(${before})(${secret})`)).toEqual({ safe: true, maxLength: Infinity });
  });

  it.each(['password:"', '://a:', '\\', 'eyJa.', pem.slice(0, 31), 'password:\\"'])(
    'gets through a million characters of %j',
    (part) => {
      const text = part.repeat(1_000_000 / part.length);

      expect(redactCredentials(text).length).toBeLessThanOrEqual(text.length * 2);
      expect(redactCredentials(`password="${text}`).length).toBeLessThanOrEqual(text.length * 2);
    },
  );
});
