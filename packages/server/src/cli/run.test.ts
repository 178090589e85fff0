import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { problem, runCli } from '../../../../test/cli/run-cli.ts';
import { makePair } from '../../../../test/http/make-pair.ts';
import { listen } from '../node/listen.ts';

describe('run', () => {
  it('shows the most useful commands to somebody who types nothing else', async () => {
    const { code, stdout } = await runCli([]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/toolcrib serve .* two keys\n/);
    expect(stdout.split('\n').length).toBeLessThan(12);
  });

  it('prints the version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n' });
  });

  it.each([
    'serve',
    'mcp',
    'list',
    'show',
    'search',
    'register',
    'enable',
    'disable',
    'quarantine',
    'release',
    'drafts list',
    'drafts show',
    'drafts approve',
    'drafts discard',
    'policy show',
    'policy set',
    'snapshot save',
    'snapshot restore',
    'call',
    'calls list',
    'calls show',
    'calls cancel',
    'gates list',
    'gates show',
    'gates approve',
    'gates reject',
    'keys list',
    'keys create',
    'keys revoke',
    'tenants list',
    'tenants create',
    'tenants update',
    'tenants remove',
    'toolsets list',
    'toolsets show',
    'toolsets apply',
    'lock',
    'verify',
    'preflight',
    'audit list',
    'audit export',
    'audit verify',
    'events',
    'doctor',
    'openapi',
    'whoami',
  ])('has help with a description and examples for %s', async (command) => {
    const { code, stdout, stderr } = await runCli([...command.split(' '), '--help']);

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: toolcrib [^\n]+\n\n\S[^\n]+/);
    expect(stdout).toContain('Examples:\n  $ ');
    expect(stdout).toContain('--json');
  });

  it.each(['serve', 'keys', 'keys create', 'tenants remove'])(
    'has the same help as help %s',
    async (command) => {
      const words = command.split(' ');

      const asked = await runCli(['help', ...words]);

      expect(asked.code).toBe(0);
      expect(asked.stdout).toBe((await runCli([...words, '--help'])).stdout);
    },
  );

  it('says which commands there are when help is wanted for another', async () => {
    const { code, stderr } = await runCli(['help', 'keys', 'creat']);

    expect(code).toBe(2);
    expect(stderr).toContain('There is no command "keys creat"; there are list, create, revoke.');
    const below = await runCli(['help', 'keys', 'create', 'extra']);
    expect(below.stderr).toContain('The command "keys create" has no commands of its own, such as "extra".');
  });

  it.each(['--data', '--url', '--files', '--key', '--tenant', '--tools', '--toolset', '--status'])(
    'refuses an empty %s, such as of a script whose variable is empty',
    async (option) => {
      const env = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };

      const { code, stderr, requests } = await runCli(['list', option, ''], { env });

      expect(code).toBe(2);
      expect(stderr).toContain('It is empty. Give a value, or leave the option out.');
      expect(requests).toEqual([]);
    },
  );

  it.each(['--host', '--oidc', '--allow-host', '--tls-cert', '--approval-timeout', '--log-level'])(
    'starts no service with an empty %s',
    async (option) => {
      const { code, stderr } = await runCli(['serve', option, '']);

      expect(code).toBe(2);
      expect(stderr).toContain('It is empty. Give a value, or leave the option out.');
    },
  );

  it.each([
    { argv: ['list'], env: {}, says: false },
    { argv: ['list'], env: { DATABASE_URL: 'postgres://db/tools' }, says: true },
    { argv: ['list', '--data', 'x'], env: { DATABASE_URL: 'postgres://db/tools' }, says: false },
    { argv: ['list', '--json'], env: { DATABASE_URL: 'postgres://db/tools' }, says: false },
    { argv: ['list', '--url', 'http://127.0.0.1:1'], env: { DATABASE_URL: 'x' }, says: false },
    { argv: ['serve'], env: { DATABASE_URL: 'postgres://db/tools' }, says: true },
    { argv: ['mcp'], env: { DATABASE_URL: 'postgres://db/tools' }, says: true },
    { argv: ['doctor'], env: { DATABASE_URL: 'postgres://db/tools' }, says: true },
  ])('says which database $argv uses with $env and TOOLCRIB_DATA: $says', async ({ argv, env, says }) => {
    const api = () => ({ items: [], nextCursor: null });

    const { stderr } = await runCli(argv, { api, env: { TOOLCRIB_DATA: 'here', ...env } });

    expect(stderr.includes('that of DATABASE_URL, not of TOOLCRIB_DATA')).toBe(says);
  });

  it.each([
    ['first agent', true],
    ['key:fKvOuk80Rq06LZWW', false],
    ['operator', false],
  ])('says of the caller %j that an id is needed: %s', async (caller, isHinted) => {
    const api = () => ({ items: [], nextCursor: null, cursor: '' });

    for (const command of ['calls', 'audit', 'events']) {
      const { stderr } = await runCli([command, '--caller', caller], { api });

      expect(stderr).toContain('Nothing fits these filters.');
      expect(stderr.includes('takes an id, such as key:…')).toBe(isHinted);
    }
  });

  it('takes an empty text where that means something', async () => {
    const { requests } = await runCli(['tenants', 'update', 'acme', '--title', '']);

    expect(requests).toMatchObject([{ body: { title: '' } }]);
  });

  it.each([
    { argv: ['lst'], says: 'Unknown command', hint: 'list' },
    { argv: ['list', '--alll'], says: 'Unknown option', hint: '--all' },
  ])('suggests what was meant by $argv', async ({ argv, says, hint }) => {
    const { code, stdout, stderr } = await runCli(argv);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`error E_INVALID_OPTION: ${says}`);
    expect(stderr).toContain(`Did you mean ${hint}?`);
  });

  it('names the commands of a group when another is typed', async () => {
    const { code, stderr } = await runCli(['keys', 'creat']);

    expect(code).toBe(2);
    expect(stderr).toContain('There is no command "keys creat"; there are list, create, revoke.');
  });

  it.each([
    { status: 400, code: 'E_INVALID_REQUEST', exit: 2 },
    { status: 404, code: 'E_TOOL_NOT_FOUND', exit: 3 },
    { status: 409, code: 'E_VERSION_CONFLICT', exit: 4 },
    { status: 503, code: 'E_STORE_FAILED', exit: 1 },
    { status: 404, code: 'E_OF_A_NEWER_SERVICE', exit: 3 },
    { status: 418, code: 'E_OF_A_NEWER_SERVICE', exit: 2 },
    { status: 500, code: 'toString', exit: 1 },
  ])('ends with $exit when the service answers $code', async ({ status, code, exit }) => {
    const run = await runCli(['list'], { api: () => problem(status, code) });

    expect(run.code).toBe(exit);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(`error ${code}: It is ${code}.`);
  });

  it('says what to do about an error, and lists what was wrong', async () => {
    const issues = [{ path: ['limit'], message: 'must be a number' }];

    const { stderr } = await runCli(['show', 'x'], {
      api: () => problem(401, 'E_UNAUTHENTICATED', { issues }),
    });

    expect(stderr).toBe(
      'error E_UNAUTHENTICATED: It is E_UNAUTHENTICATED.\n  limit: must be a number\nhint: Give a key with --key or TOOLCRIB_KEY. On the machine with the database, `toolcrib keys create <name> --role <role> --data <folder>` makes one.\n',
    );
  });

  it('prints the problem itself to programs', async () => {
    const { code, stdout, stderr } = await runCli(['list', '--json'], {
      api: () => problem(429, 'E_RATE_LIMITED', { retryable: true }),
    });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ code: 'E_RATE_LIMITED', retryable: true, requestId: 'r-1' });
  });

  it('shows no stack of an unexpected error unless it is asked for', async () => {
    const connectLocal = () => Promise.reject(new TypeError('boom'));

    const quiet = await runCli(['list'], { connectLocal });
    const verbose = await runCli(['list', '--verbose'], { connectLocal });

    expect(quiet).toMatchObject({ code: 1, stderr: 'error E_INTERNAL: boom\n' });
    expect(verbose.stderr).toContain('    at ');
  });

  it('is silent and ends with 130 when it is interrupted', async () => {
    const stop = new AbortController();
    const api = (): never => {
      stop.abort();
      throw stop.signal.reason;
    };

    expect(await runCli(['list'], { api, signal: stop.signal })).toMatchObject({ code: 130, stderr: '' });
  });
});

describe('where a command goes', () => {
  const api = () => ({ items: [], nextCursor: null });

  it('speaks to the local database unless it is told a service', async () => {
    const { requests } = await runCli(['list'], { api, env: { TOOLCRIB_KEY: 'tcrib_key' } });

    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
  });

  it('sends the key to a service', async () => {
    const connectLocal = () => Promise.reject(new Error('not this'));
    const env = { TOOLCRIB_URL: 'http://127.0.0.1:7420/', TOOLCRIB_KEY: 'tcrib_key' };

    const { requests } = await runCli(['list', '--tenant', 'a/b'], { api, env, connectLocal });

    expect(requests).toMatchObject([{ path: '/v1/tenants/a%2Fb/tools?limit=200' }]);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer tcrib_key');
  });

  it('prefers what was typed to the environment', async () => {
    const typed = await runCli(['list', '--data', 'here'], {
      api,
      env: { TOOLCRIB_URL: 'http://127.0.0.1:1' },
    });
    const both = await runCli(['list', '--data', 'here', '--url', 'http://127.0.0.1:1'], { api });

    expect(typed.code).toBe(0);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('not both') });
  });

  it('warns before a key goes over the network in clear', async () => {
    const open = await runCli(['list', '--url', 'http://tools.example', '--key', 'k'], { api });
    const closed = await runCli(['list', '--url', 'https://tools.example', '--key', 'k'], { api });

    expect(open.stderr).toContain('warning: The key goes to tools.example without encryption');
    expect(closed.stderr).not.toContain('warning');
  });

  it.each(['ftp://x', 'nonsense', 'http://user:secret@x', 'http://secret@x', 'http://x/?key=secret'])(
    'refuses the address %s',
    async (url) => {
      const { code, stderr } = await runCli(['list', '--url', url]);

      expect(code).toBe(2);
      expect(stderr).toContain('E_INVALID_OPTION');
      expect(stderr).not.toContain('secret');
    },
  );

  it('says that a service cannot be reached, and nothing of the insides', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));

    const { code, stderr } = await runCli(['list', '--url', 'http://127.0.0.1:1'], { fetch });

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error E_SERVICE_UNREACHABLE: http:\/\/127.0.0.1:1 cannot be reached \(ECONNREFUSED\)\.\nhint: /,
    );
  });

  it('says which of http and https a service speaks', async () => {
    const cause = Object.assign(new Error('wrong version number'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));

    const { stderr } = await runCli(['list', '--url', 'https://127.0.0.1:1'], { fetch });

    expect(stderr).toContain(
      'it speaks http://, not https://.\nhint: Give its address as http://127.0.0.1:1',
    );
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted.', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'is not trusted.', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'has expired.', 'Replace the certificate of the service'],
    ['CERT_NOT_YET_VALID', 'is not valid yet.', 'clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name.', '--url'],
  ])('says what %s means, and what to do', async (code, meaning, hint) => {
    const cause = Object.assign(new Error('inside'), { code });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));

    const { stderr } = await runCli(['list', '--url', 'https://tools.example'], { fetch });

    expect(stderr).toContain(`cannot be reached (${code}): its certificate ${meaning}\nhint: `);
    expect(stderr).toContain(hint);
    const doctor = await runCli(['doctor', '--url', 'https://tools.example'], { fetch });
    expect(doctor.stderr).toContain(hint);
  });

  it('knows a port that speaks TLS from one that closes connections', async () => {
    const tls = makePair('one.example');
    const secure = await listen({ handler: async () => new Response(), port: 0, tls });
    const closing = createServer((socket) => socket.once('data', () => socket.destroy()));
    await once(closing.listen(0, '127.0.0.1'), 'listening');
    const { port } = closing.address() as AddressInfo;
    const ask = async (url: string) => (await runCli(['list', '--url', url], { fetch })).stderr;

    const host = `127.0.0.1:${secure.port}`;
    expect(await ask(`https://${host}`)).toContain('its certificate is not trusted.');
    expect(await ask(`http://${host}`)).toContain(
      `it speaks https://, not http://.\nhint: Give its address as https://${host}`,
    );
    expect(await ask(`http://127.0.0.1:${port}`)).toMatch(/cannot be reached \([A-Z_]+\)\.\nhint: Check/);
    await secure.close(0);
    closing.close();
  });

  it.each([
    [
      ['toolsets', 'apply', 'none.json'],
      'E_INVALID_TOOLSET: none.json cannot be read: there is no such file.',
    ],
    [['snapshot', 'restore', '/'], 'E_INVALID_SNAPSHOT: / cannot be read (EISDIR).'],
    [['snapshot', 'restore', '-'], "E_INVALID_SNAPSHOT: - isn't valid JSON."],
  ])('says of %j what is wrong with the file', async (argv, message) => {
    const { code, stderr } = await runCli(argv, { input: '{' });

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says where a command tells what it takes, if something is missing', async () => {
    const { code, stderr } = await runCli(['search']);

    expect(code).toBe(2);
    expect(stderr).toMatch(/Missing required argument 'words'\nhint: The same with --help shows/);
  });

  it.each([
    ['a page of somebody else', new Response('<h1>Hello</h1>', { status: 502 })],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'http://elsewhere.example' } })],
    ['a text', new Response('hello')],
    ['a list', new Response('[1]')],
  ])('does not take %s for an answer', async (_, answer) => {
    const { code, stdout, stderr } = await runCli(['list'], { api: () => answer.clone() });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('E_SERVICE_UNREACHABLE');
  });
});
