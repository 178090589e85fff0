import { describe, expect, it } from 'vitest';
import { measurePattern } from '../../core/pattern/measure-pattern.ts';
import { credentialRules } from './credential-rules.ts';
import { messageRules } from './message-rules.ts';
import { redactCredentials, redactMessage } from './redact-credentials.ts';

const hex = '0123456789abcdef0123456789abcdef';
const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
// Joined here, so that nothing in this file is written like a credential.
const join = (...parts: string[]) => parts.join('');
const pem = join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE', ' KEY-----');

const withoutKinds = (text: string) => text.replace(/\[redacted:[a-z]+\]/g, '[redacted]');

const wellKnownTokens = [
  join('hf', `_${random}`),
  join('ya29', `.a0-${random}`),
  join('GOCSPX', `-${random.slice(4)}`),
  join('SG', `.${random.slice(10)}.${random}-${random.slice(22)}`),
  join('dop', `_v1_${hex}${hex}`),
  join('shpat', `_${hex}`),
  join('pypi', `-AgEIcHlwaS5vcmc${random}_${random}`),
  join('lin', `_api_${random}abcdefgh`),
  join('ntn', `_${random}${random}`),
  join('hvs', `.${random}`),
  join('dapi', hex),
  join('gsk', `_${random}${random}`),
  join('xai', `-${random}${random}`),
  join('pplx', `-${random}${random}`),
  join('r8', `_${random}abcde`),
  join('figd', `_${random}-${random}`),
  join('ATATT3', `xFfGF0${random}-${random}=${hex.slice(24)}`),
  join('dp.', `pt.${random}${random}`),
  join('dp.', `st.dev_1.${random}${random}`),
  join('sbp', `_${hex}01234567`),
  join('glrt', `-${random}`),
  join('gldt', `-${random}`),
  join('whsec', `_${random}+/=`),
  join('AGE-SECRET', `-KEY-1${hex.toUpperCase()}${hex.toUpperCase()}`),
  join('MTIzNDU2Nzg5MDEy', `MzQ1Njc4.GabcDe.${random}`),
];

/** Texts with credentials, and what is left of them. */
const credentialTexts: readonly (readonly [text: string, expected: string])[] = [
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
  [`Authorization: ApiKey ${random}`, 'Authorization: ApiKey [redacted]'],
  [`{"authorization":"${random}","id":1}`, '{"authorization":"[redacted]","id":1}'],
  [`["authorization","${random}"]`, '["authorization","[redacted]"]'],
  [`Authorization: Digest a="b", response="${hex}"`, 'Authorization: Digest a="b", response="[redacted]"'],
  [`SignedHeaders=host, Signature=${hex}`, 'SignedHeaders=host, Signature=[redacted]'],
  [`https://${random}@git.test/x.git`, 'https://[redacted]@git.test/x.git'],
  ['postgres://app:p/a?s#s@db:5432/x', 'postgres://app:[redacted]@db:5432/x'],
  ['Server=db;User Id=sa;Pwd=walnut;', 'Server=db;User Id=sa;Pwd=[redacted];'],
  [`AccountName=a;AccountKey=${random}==;`, 'AccountName=a;AccountKey=[redacted];'],
  ['<password>s3cret</password>', '<password>[redacted]</password>'],
  ['{"password":12345678}', '{"password":[redacted]}'],
  ['password         = s3cret', 'password         = [redacted]'],
  ['{"set-cookie":["sid=ab; Path=/"]}', '{"set-cookie":["[redacted]"]}'],
  ['{"name":"Cookie","value":"sid=ab"}', '{"name":"Cookie","value":"[redacted]"}'],
  ['Cookie: sid="ab"; b="c"\nx', 'Cookie: [redacted]\nx'],
  ['<a href="/?a=1&amp;sig=0123456789">', '<a href="/?a=1&amp;sig=[redacted]">'],
  ['to=https%3A%2F%2Fx%3Ftoken%3Dabcdefgh', 'to=https%3A%2F%2Fx%3Ftoken%3D[redacted]'],
  [`secret_key=${random} secretKey: "${random}"`, 'secret_key=[redacted] secretKey: "[redacted]"'],
  [`SECRET_KEY_BASE=${hex}`, 'SECRET_KEY_BASE=[redacted]'],
  [`SECRET_KEY = 'django-insecure-#^4&${hex}'`, `SECRET_KEY = '[redacted]'`],
  [`Ocp-Apim-Subscription-Key: ${hex}`, 'Ocp-Apim-Subscription-Key: [redacted]'],
  [`https://x.test/?subscription-key=${hex}`, 'https://x.test/?subscription-key=[redacted]'],
  [`X-Auth-Token: ${random}`, 'X-Auth-Token: [redacted]'],
  [`//npm.test/:_authToken=${random}`, '//npm.test/:_authToken=[redacted]'],
  [`id_token=${random}&state=1`, 'id_token=[redacted]&state=1'],
  [`{"access_key":"${random}"}`, '{"access_key":"[redacted]"}'],
  [`privateKey: '0x${hex}${hex}'`, `privateKey: '[redacted]'`],
  [join('123456789', `:AAH${random}`), '123456789:[redacted]'],
  ...wellKnownTokens.map((token) => [`a ${token}, b`, 'a [redacted], b'] as const),
  [`https://hooks.slack.com/services/T01/B02/${random}.`, 'https://hooks.slack.com/services/[redacted].'],
  [
    `{"url":"https:\\/\\/hooks.slack.com\\/services\\/T01\\/B02\\/${random}"}`,
    String.raw`{"url":"https:\/\/hooks.slack.com\/services\/[redacted]"}`,
  ],
  [
    `https://discord.com/api/v10/webhooks/123456789012345678/${random}${random}`,
    'https://discord.com/api/v10/webhooks/123456789012345678/[redacted]',
  ],
  [
    `POST https://api.telegram.org/bot123456:${random}abc/getMe`,
    'POST https://api.telegram.org/bot123456:[redacted]/getMe',
  ],
  [
    `https://x.test/v1?key=${random}&q=1 ?auth=${hex}`,
    'https://x.test/v1?key=[redacted]&q=1 ?auth=[redacted]',
  ],
  [`(https://x.test/?a=1&amp;key=aB3-${random}_x9).`, '(https://x.test/?a=1&amp;key=[redacted]).'],
  ['password: aHVudGVyMjI=', 'password: [redacted]'],
  [`sent Basic ${btoa('ada:walnut-1')} to it`, 'sent Basic [redacted] to it'],
  [`{"auths":{"x.test":{"auth":"${btoa('ada:walnut')}"}}}`, '{"auths":{"x.test":{"auth":"[redacted]"}}}'],
  [JSON.stringify(`{"auth": "${btoa('ada:walnut')}"}`), JSON.stringify('{"auth": "[redacted]"}')],
  [`//npm.test/:_auth=${btoa('ada:walnut')}`, '//npm.test/:_auth=[redacted]'],
  ['redis://:12345@cache', 'redis://:[redacted]@cache'],
  [`t=${join('eyJ', 'hbGciOiJkaXIi..', random, '.', random, '.', random)};`, 't=[redacted];'],
  [
    '{"password":"Kennwort"} {"passphrase":"correct horse battery staple"}',
    '{"password":"[redacted]"} {"passphrase":"[redacted]"}',
  ],
  ['password: "Correct Horse Battery Staple"', 'password: "[redacted]"'],
  ['password: "Hunter2 is what we use"', 'password: "[redacted]"'],
];

/** Texts of errors and logs with what is a secret only there, and what is left of them. */
const messageTexts: readonly (readonly [text: string, expected: string])[] = [
  ['login failed for Password=My Pass;', 'login failed for Password=[redacted];'],
  ['Server=db;Pwd=a b c;Encrypt=true', 'Server=db;Pwd=[redacted];Encrypt=true'],
  ['client_id=1&client_secret=abc&scope=x', 'client_id=1&client_secret=[redacted]&scope=x'],
  ['GET /me?access_token=abcdef failed', 'GET /me?access_token=[redacted] failed'],
  ['GET /me?id_token=a: 401', 'GET /me?id_token=[redacted] 401'],
  ['pwd=foobar99 is wrong', 'pwd=[redacted] is wrong'],
  ['upstream said 401 for token=walnut', 'upstream said 401 for token=[redacted]'],
  ['secret=harbour, tried twice', 'secret=[redacted], tried twice'],
  ['{"sessionId":"walnut"}', '{"sessionId":"[redacted]"}'],
  ['access_token: walnut', 'access_token: [redacted]'],
  ['Cookie: walnut', 'Cookie: [redacted]'],
  ['password=hunter2', 'password=[redacted]'],
  ['password=walnut', 'password=[redacted]'],
  [
    'DB_PASS=walnut MYSQL_PWD=walnut session=walnut',
    'DB_PASS=[redacted] MYSQL_PWD=[redacted] session=[redacted]',
  ],
  ['{"secret":"a walnut","pass":"a walnut"}', '{"secret":"[redacted]","pass":"[redacted]"}'],
  ['Invalid API key: walnut', 'Invalid API key: [redacted]'],
  ['Authorization: walnut', 'Authorization: [redacted]'],
  ['Authorization: Digest a="b", response="walnut"', 'Authorization: [redacted]'],
  ['["authorization","walnut"]', '["authorization","[redacted]"]'],
  ['sent Bearer walnut1 to it', 'sent Bearer [redacted] to it'],
  ['Invalid URL: https://app:wal/nut@host', 'Invalid URL: https://app:[redacted]@host'],
  ['Command failed: db --password walnut -h x', 'Command failed: db --password [redacted] -h x'],
  ['Command failed: curl -u ada:walnut x', 'Command failed: curl -u ada:[redacted] x'],
  ['secret_key=walnut subscription-key: walnut', 'secret_key=[redacted] subscription-key: [redacted]'],
  [
    'Command failed: mysql -h db -u root -pwalnut shop',
    'Command failed: mysql -h db -u root -p[redacted] shop',
  ],
  ["mysqldump -p'a walnut' shop", 'mysqldump -p[redacted] shop'],
  [
    'sshpass -p x ssh a@b; redis-cli -h db -a x ping',
    'sshpass -p [redacted] ssh a@b; redis-cli -h db -a [redacted] ping',
  ],
  ['db --password "a walnut" -h x --token \'walnut\'', 'db --password [redacted] -h x --token [redacted]'],
  [JSON.stringify('sshpass -p "a walnut" ssh'), '"sshpass -p [redacted] ssh"'],
  ['wget --user=ada:walnut x; curl -uada:walnut y', 'wget --user=ada:[redacted] x; curl -uada:[redacted] y'],
  ['password: "Our dog is late"', 'password: "[redacted]"'],
  ['Unexpected token: walnut', 'Unexpected token: [redacted]'],
  ['Authorization: required YTpi', 'Authorization: [redacted]'],
  ['{"token":"is walnut"}', '{"token":"[redacted]"}'],
  [`secret='two words walnut'`, `secret='[redacted]'`],
  ['token=[walnut], "token": ["walnut"]', 'token=[[redacted]], "token": ["[redacted]"]'],
  [`x-auth-token: [ 'walnut' ] X-Api-Key:[walnut]`, `x-auth-token: [ '[redacted]' ] X-Api-Key:[[redacted]]`],
  ['redirect?to=x%26token%3Dwalnut', 'redirect?to=x%26token%3D[redacted]'],
  ['--token walnut was refused', '--token [redacted] was refused'],
  [
    'jwt=walnut PHPSESSID=walnut connect.sid=walnut',
    'jwt=[redacted] PHPSESSID=[redacted] connect.sid=[redacted]',
  ],
  ['Cookie = sid=walnut', 'Cookie = [redacted]'],
  [`cookies={'sid': 'walnut'}`, 'cookies={[redacted]'],
  ['<token>walnut</token><secret>a walnut</secret>', '<token>[redacted]</token><secret>[redacted]</secret>'],
  ['Token "Walnut-12345" is not valid', 'Token "[redacted]" is not valid'],
  ['token: invalid Walnut12345', 'token: invalid [redacted]'],
  ['token=missing secret: missing-walnut', 'token=[redacted] secret: [redacted]'],
];

describe('redactCredentials', () => {
  it.each(credentialTexts)('takes the secret out of %j', (text, expected) => {
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
    'Authorization: required. Access to authorization: Role-based-access-control',
    'headers "authorization","cookie","accept"',
    'redis://cache:6379/0?x=a@b https://user-name-of-someone@host',
    'PWD=/home/ada <password>string</password> cookie = parse(x)',
    'accesskey="s" secretKey: string, private_key: /etc/ssl/private/server-key-2024.pem',
    'privateKey: "ssh/keys/of-the-build-server-2024-with-passphrase" secret_key: "https://x.test/v1/keys"',
    '{"private_key_id":"k1","id_token":null,"access_key":"{{ACCESS_KEY_1_OF_TENANT}}"}',
    'https://x.test/hf_or-not/pypi-publish-a-package-from-a-workflow-with-trusted-publishers msg.id.x dapi.test',
    'xai-and-pplx-compared r8_short ntn_short gsk_short SG.Name.Other hvs.example.org MTIzNDU2Nzg5MDEyMzQ1Njc4',
    'Ministry.of.Information MyOwnApplicationContext12.create.someMethodWithAVeryLongNameOfItsOwn',
    'https://hooks.slack.com/services/ https://discord.com/api/webhooks https://x.test/bot12:30/a',
    'https://x.test/?key=uploads/2024/IMG_20240101_123456_HDR.JPG&auth=Required-For-Level-2-Users&key=Q4-Report-2024-final',
    'https://x.test/?key=IMG_20240101_123456_HDR&key=internationalization&auth=12345678901234567890',
    'Basic internationalization, basic authentication, Basic understandingofit',
    '{"auth":"required","_auth":"basic"} if (password==stored) x;',
    'https://host:8080,other@mail.com [a](http://host:8080),ada@x.test http://host:80<br>ada@x.test',
    'eyJust.a.word.ok eyJavaScriptModule.a.b.something eyJ.eyJhbGciOiJI.x',
    `md5 response=${hex} of the file\nDigest a\n response=${hex}`,
    '{"password":"Forgot your password?","passwd":"Passwort vergessen?"}',
    `password: 'Muss mindestens acht Zeichen haben.'`,
    JSON.stringify('{"password":"Enter the password of your account"}'),
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

  it.each([...credentialRules, ...messageRules])(
    'has the mark of $before$secret in each of its credentials',
    ({ before, secret, mark, ignoresCase }) => {
      const pattern = new RegExp(`(${before})(${secret})`, ignoresCase ? 'gi' : 'g');
      const credentials = [...credentialTexts, ...messageTexts].flatMap(
        ([text]) => text.match(pattern) ?? [],
      );

      expect(credentials).not.toEqual([]);
      for (const credential of credentials) expect(credential).toMatch(new RegExp(mark, 'i'));
    },
  );

  it.each([
    'password:"',
    '://a:',
    'redis://a:',
    'cookie:a="',
    'authorization:',
    '\\',
    'eyJa.',
    pem.slice(0, 31),
    'password:\\"',
    'MTIz',
    'SG.',
    'dp.pt.',
    '?key=a1B',
    'hooks.slack.com/services/',
    'basic ',
    '"auth":"YTpiYTpi',
    `, response=${hex}`,
    ' -u a:b',
    ' -pwalnut',
    ' -a x',
  ])('gets through a million characters of %j', (part) => {
    const text = part.repeat(1_000_000 / part.length);

    expect(redactCredentials(text).length).toBeLessThanOrEqual(text.length * 2);
    expect(redactMessage(text).length).toBeLessThanOrEqual(text.length * 4);
    expect(redactCredentials(`password="${text}`).length).toBeLessThanOrEqual(text.length * 2);
  });
});

describe('redactMessage', () => {
  it.each(messageTexts)('takes the secret out of %j, whatever it looks like', (text, expected) => {
    const clean = redactMessage(text);

    expect(withoutKinds(clean)).toBe(expected);
    expect(redactMessage(clean)).toBe(clean);
  });

  it.each([
    'Unexpected token < in JSON at position 0',
    'the secret is out',
    'max_tokens: 4',
    'The bearer token is missing.',
    'password: must have 8 characters',
    'Session: closed',
    'see http://localhost:3000/a@b',
    'Authorization header is missing',
    'https://host:8080,other@mail.com; redis://cache:6379;ada@x.test',
    'docker run -u 1000:1000 curlimages/curl; install --user alice:staff',
    'mysql in docker run -p3306:3306, mysql -p shop, ls -a x, mkdir -p a/b',
    'Unexpected token: identifier (a)',
    'api key: missing. API key: not found',
    'authorization: required for this tool, cookie: none',
    '{ secret: false, token: undefined, credentials: same-origin }',
    '{"token":"expired","secret":"must be a string","authorization":"Invalid"}',
    "credentials: 'include'",
    'Unexpected token "}" at position 12, secret name is internal-2024, API key expired on 2024-01-01',
    'cookie = parse(header); <token> and <secret>',
  ])('leaves %j as it is', (text) => {
    expect(redactMessage(text)).toBe(text);
  });
});
