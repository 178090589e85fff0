import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { type ApiDouble, problem, runCli } from '../../../../../test/cli/run-cli.ts';

describe('gates', () => {
  const gate = {
    id: 'c1.0',
    tool: 'delete_note',
    callerId: 'key:x',
    callerName: 'my agent\u{202e}',
    openedAt: '2026-01-01T00:00:00.000Z',
    status: 'open',
    prompt: 'Really?\u{1b}[2J',
    details: { arguments: { name: '\u{9b}2J' } },
    toolDigest: 'td',
    contentDigest: 'cd',
    expiresAt: '2026-01-01T00:10:00.000Z',
  };
  const api: ApiDouble = ({ path }) =>
    path.includes('/gates?') ? { items: [gate], nextCursor: null } : gate;

  it('lists what waits', async () => {
    const { stdout } = await runCli(['gates'], { api });

    expect(stdout).toContain('c1.0  delete_note  my agent\\u{202e}  10m   Really?');
    expect(stdout).toContain('Really?\\u{1b}[2J');
  });

  it('lists what waits in 80 columns: who asks, for how long still, and how to decide', async () => {
    const id = '1kdvdna00dw5h8kwnw0hwx9t61.0';
    const waiting = {
      ...gate,
      id,
      callerName: 'support agent',
      prompt: 'destructive tools need approval',
      expiresAt: '2026-01-01T23:59:00.000Z',
    };
    const { stdout, stderr } = await runCli(['gates'], {
      api: () => ({ items: [waiting], nextCursor: null }),
      env: { NO_COLOR: '1' },
      columns: 80,
    });

    expect(stdout.trimEnd().split('\n')).toEqual([
      'GATE                          TOOL         ASKED BY       LEFT  QUESTION',
      `${id}  delete_note  support agent  23h   destructive too…`,
    ]);
    expect(stderr.trim().split('\n')).toEqual([
      `toolcrib gates show ${id}     shows the arguments`,
      `toolcrib gates approve ${id}`,
      `toolcrib gates reject ${id} --reason "…"`,
    ]);
  });

  it.each([
    ['approved', 'approved   2026-01-01T00:01:00.000Z by Ada <ada@example.com> (token:idp#1)'],
    ['rejected', 'rejected   2026-01-01T00:01:00.000Z by Ada <ada@example.com> (token:idp#1)'],
    ['timed_out', 'timed out  2026-01-01T00:01:00.000Z; no decision in time'],
    ['aborted', 'aborted   2026-01-01T00:01:00.000Z; the call ended before a decision'],
  ])('shows by whom, when and why a gate was settled: %s', async (status, line) => {
    const isDecided = status === 'approved' || status === 'rejected';
    const settled = {
      ...gate,
      status,
      settledAt: '2026-01-01T00:01:00.000Z',
      approver: isDecided ? 'token:idp#1' : null,
      approverName: isDecided ? 'Ada <ada@example.com>' : null,
      reason: isDecided ? 'as agreed' : null,
    };
    const { stdout, stderr } = await runCli(['gates', 'show', 'c1.0'], { api: () => settled });

    expect(stdout.replace(/ {2,}/g, '  ')).toContain(line.replace(/ {2,}/g, '  '));
    expect(stdout.includes('as agreed')).toBe(isDecided);
    expect(stdout).toContain('my agent\\u{202e} (key:x)');
    expect(stderr).not.toContain('toolcrib gates approve');
  });

  it('shows the arguments that would be approved, as they are', async () => {
    const { stdout } = await runCli(['gates', 'show', 'c1.0'], { api });

    expect(stdout).toContain('"name": "\\u009b2J"');
    expect(stdout).not.toContain('\u{9b}');
  });

  it.each(['approve', 'reject'])('sends the digests of the gate along to %s it', async (decision) => {
    const { requests } = await runCli(['gates', decision, 'c1.0', '--reason', 'why', '--value', '{"a":1}'], {
      api,
    });

    expect(requests[1]).toMatchObject({
      method: 'POST',
      path: '/v1/tenants/default/gates/c1.0/settle',
      body: { decision, toolDigest: 'td', contentDigest: 'cd', reason: 'why', value: { a: 1 } },
    });
  });

  it('refuses an answer that is no JSON', async () => {
    expect(await runCli(['gates', 'approve', 'c1.0', '--value', 'yes'], { api })).toMatchObject({
      code: 2,
      requests: [],
    });
  });
});

describe('keys', () => {
  const record = {
    id: 'k1',
    grants: [{ tenant: 'default', roles: ['caller'], scopes: ['a'] }],
    expiresAt: null,
  };
  const api = () => ({ key: 'tcrib_k1_secret', record });

  it('prints nothing but the key where it can be taken into a variable', async () => {
    const { stdout, stderr } = await runCli(['keys', 'create', 'bot', '--role', 'caller'], { api });

    expect(stdout).toBe('tcrib_k1_secret\n');
    expect(stderr).toContain('caller in default, scopes a');
    expect(stderr).not.toContain('secret');
  });

  it('makes a key for an approver of some tools', async () => {
    const { requests } = await runCli(
      ['keys', 'create', 'ops', '--role', 'approver', '--tool', 'delete_note', '--tool', 'pay'],
      { api },
    );

    expect(requests[0]?.body).toMatchObject({
      grants: [{ tenant: 'default', roles: ['approver'], scopes: [], tools: ['delete_note', 'pay'] }],
    });
  });

  it('asks for exactly what was typed', async () => {
    const flags = [
      '--role',
      'caller',
      '--role',
      'viewer',
      '--scope',
      'a',
      '--toolset',
      't',
      '--expires',
      '30d',
      '--calls-per-day',
      '9',
    ];

    const { requests } = await runCli(['keys', 'create', 'bot', '--tenant', 'acme', ...flags], { api });

    expect(requests).toMatchObject([
      {
        path: '/v1/tenants/acme/keys',
        body: {
          name: 'bot',
          grants: [{ tenant: 'acme', roles: ['caller', 'viewer'], scopes: ['a'], toolsets: ['t'] }],
          limits: { callsPerDay: 9 },
          expiresAt: '2026-01-31T00:00:00.000Z',
        },
      },
      { method: 'GET', path: '/v1/tenants/acme/toolsets/t' },
    ]);
  });

  it.each([
    { answer: problem(404, 'E_TOOLSET_NOT_FOUND'), isWarned: true },
    { answer: problem(403, 'E_FORBIDDEN'), isWarned: false },
    { answer: Response.json({ name: 'nope' }), isWarned: false },
  ])(
    'warns of a toolset that there is not, as far as one may know: $isWarned',
    async ({ answer, isWarned }) => {
      const flags = ['--role', 'caller', '--scope', '*', '--toolset', 'nope'];

      const { code, stdout, stderr } = await runCli(['keys', 'create', 'bot', ...flags], {
        api: (request) => (request.method === 'GET' ? answer : api()),
      });

      expect([code, stdout.trim()]).not.toContain('');
      expect(code).toBe(0);
      expect(stderr.includes('warning: There is no toolset "nope" in the tenant "default"')).toBe(isWarned);
    },
  );

  it.each([
    { answer: problem(404, 'E_TOOL_NOT_FOUND'), isWarned: true },
    { answer: problem(403, 'E_FORBIDDEN'), isWarned: false },
    { answer: Response.json({ name: 'nope' }), isWarned: false },
  ])('warns of a tool that there is not, as far as one may know: $isWarned', async ({ answer, isWarned }) => {
    const { code, stderr, requests } = await runCli(
      ['keys', 'create', 'ops', '--role', 'approver', '--tool', 'nope'],
      { api: (request) => (request.method === 'GET' ? answer : api()) },
    );

    expect(code).toBe(0);
    expect(requests[1]?.path).toBe('/v1/tenants/default/catalog/tools/nope');
    expect(stderr.includes('warning: There is no tool "nope" in the tenant "default"')).toBe(isWarned);
  });

  it.each([
    { flags: ['--role', 'caller'], isWarned: true },
    { flags: ['--role', 'viewer', '--role', 'admin', '--json'], isWarned: true },
    { flags: ['--role', 'caller', '--scope', 'a'], isWarned: false },
    { flags: ['--role', 'viewer', '--role', 'publisher', '--role', 'approver'], isWarned: false },
  ])('warns of a key that may call but has no scopes: $flags', async ({ flags, isWarned }) => {
    const { code, stderr } = await runCli(['keys', 'create', 'bot', ...flags], { api });

    expect(code).toBe(0);
    expect(stderr.includes('warning: The key has no scopes: it can call only tools that require none')).toBe(
      isWarned,
    );
    expect(stderr.includes("--scope '*'")).toBe(isWarned);
  });

  it('makes a key for all tenants only if it is told to', async () => {
    const { requests } = await runCli(['keys', 'create', '--role', 'admin', '--all-tenants'], { api });

    expect(requests).toMatchObject([
      {
        path: '/v1/keys',
        body: { name: 'key of 2026-01-01', grants: [{ tenant: '*', roles: ['admin'], scopes: [] }] },
      },
    ]);
  });

  it.each([
    [],
    ['--role', 'boss'],
    ['--role', 'caller', '--expires', 'soon'],
    ['--role', 'caller', '--expires', '2020-01-01'],
    ['--role', 'caller', '--calls-per-day', '0'],
  ])('makes no key for %s %s %s %s', async (...flags) => {
    expect(await runCli(['keys', 'create', 'bot', ...flags], { api })).toMatchObject({
      code: 2,
      requests: [],
      stdout: '',
    });
  });

  it('lists what keys may do', async () => {
    const { stdout } = await runCli(['keys'], { api: () => ({ items: [{ ...record, status: 'revoked' }] }) });

    expect(stdout).toMatch(/k1 +revoked +caller in default, scopes a +never +never/);
  });

  it('revokes keys', async () => {
    const { stdout, requests } = await runCli(['keys', 'revoke', 'k1', 'k2'], { api });

    expect(stdout).toBe('k1 is revoked.\nk2 is revoked.\n');
    expect(requests).toMatchObject([
      { method: 'DELETE', path: '/v1/tenants/default/keys/k1' },
      { method: 'DELETE' },
    ]);
  });
});

describe('toolsets', () => {
  it('are shown with the names that models see, and what their policies say', async () => {
    const digest = 'sha256/v1:abc';
    const api = () => ({
      name: 'calendar',
      definition: {
        tools: [
          { tool: 'convert_time', wireName: 'zones' },
          { tool: 'delete_note', policy: { autonomy: 'ask', requires: ['notes:write', 'notes:read'] } },
          { tool: 'get_time' },
        ],
      },
      pins: ['convert_time', 'delete_note', 'get_time'].map((tool) => ({ tool, version: '1.0.0', digest })),
    });

    const { stdout } = await runCli(['toolsets', 'show', 'calendar'], { api });

    expect(stdout).toMatch(/TOOL +WIRE NAME +VERSION +POLICY +DIGEST/);
    expect(stdout).toMatch(/convert_time +zones +1\.0\.0 +- +sha256/);
    expect(stdout).toMatch(/delete_note +- +1\.0\.0 +ask, requires notes:write notes:read +sha256/);
    expect(stdout).toMatch(/get_time +- +1\.0\.0 +- +sha256/);
  });

  it('are shown in 80 columns with how long approvals wait, of all tools and of one', async () => {
    const policy = { autonomy: 'ask', requires: ['notes:write'], gateTimeoutMs: 5_400_000 };
    const api = () => ({
      ...{ name: 'notes', revision: 2 },
      definition: { gateTimeoutMs: 86_400_000, tools: [{ tool: 'delete_note', policy }] },
      pins: [{ tool: 'delete_note', version: '1.0.0', digest: `sha256/v1:${'a'.repeat(64)}` }],
    });

    const { stdout } = await runCli(['toolsets', 'show', 'notes'], {
      api,
      columns: 80,
      env: { NO_COLOR: '1' },
    });

    expect(stdout).toMatch(/approval +waits 1d at most\n/);
    expect(stdout).toContain('ask, waits 1h 30m');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('are planned in 80 columns with what changes of their policies', async () => {
    const time = { gateTimeoutMs: 86_400_000 };
    const changes = [
      { tool: 'get_time', kind: 'updated', before: { version: '1.0.0' }, after: { version: '1.1.0' } },
      { tool: 'pay', kind: 'added', policy: { after: { autonomy: 'ask', gateTimeoutMs: 600_000 } } },
      { tool: 'list_notes', kind: 'removed', policy: { before: time } },
      {
        tool: 'delete_note',
        kind: 'overridden',
        policy: {
          before: { ...time, autonomy: 'ask', requires: ['a'] },
          after: { autonomy: 'ask', requires: ['a'], gateTimeoutMs: 43_200_000 },
        },
      },
      {
        tool: 'save_note',
        kind: 'overridden',
        policy: { before: {}, after: { autonomy: 'ask', requires: ['notes:write'] } },
      },
    ];

    const { stdout } = await plan(changes);

    expect(stdout.trimEnd().split('\n')).toEqual([
      'CHANGE      TOOL         FROM   TO     POLICY',
      'updated     get_time     1.0.0  1.1.0',
      'added       pay          -      -      ask, waits 10m',
      'removed     list_notes   -      -',
      'overridden  delete_note  -      -      waits 1d → 12h',
      'overridden  save_note    -      -      - → ask, requires - → notes:write',
    ]);
  });

  it('are planned without a column of policies where none changes', async () => {
    const { stdout } = await plan([{ tool: 'get_time', kind: 'added', after: { version: '1.0.0' } }]);

    expect(stdout).toBe('CHANGE  TOOL      FROM  TO\nadded   get_time  -     1.0.0\n');
  });

  const plan = (changes: readonly unknown[]) =>
    withTempFolder(async (cwd) => {
      await writeFile(join(cwd, 'notes.json'), '{ "name": "notes", "tools": [] }');
      const api = () => ({ isApplied: false, plan: { changes }, toolset: null });
      const look = { columns: 80, env: { NO_COLOR: '1' } };
      return await runCli(['toolsets', 'apply', 'notes.json', '--dry-run'], { ...look, api, cwd });
    });
});

describe('tenants', () => {
  it('are changed as far as options say', async () => {
    const api = () => ({ tenant: {}, published: { published: ['add', 'sub'], refused: [] } });

    const { stdout, stderr, requests } = await runCli(
      ['tenants', 'update', 'acme', '--title', 'Acme', '--host-tools'],
      { api },
    );
    const withdrawn = await runCli(['tenants', 'update', 'acme', '--no-host-tools'], { api: () => ({}) });
    const nothing = await runCli(['tenants', 'update', 'acme'], { api });

    expect(requests).toMatchObject([
      { method: 'PATCH', path: '/v1/tenants/acme', body: { title: 'Acme', hostTools: true } },
    ]);
    expect([stdout, stderr]).toEqual(['acme is changed.\n', 'Published to it: 2 tools.\n']);
    expect(withdrawn.requests[0]?.body).toEqual({ hostTools: false });
    expect([nothing.code, nothing.requests]).toEqual([2, []]);
  });

  it('are removed only if that is confirmed, and not without what is lost', async () => {
    const lost = { tools: 3, drafts: 0, toolsets: 1, keys: 2, openCalls: 4 };
    const api = () => ({ isRemoved: true, lost });

    const asked = await runCli(['tenants', 'remove', 'acme'], { api });
    const removed = await runCli(['tenants', 'remove', 'acme', '--yes'], { api });

    const path = '/v1/tenants/acme?dryRun=';
    expect(asked.requests).toMatchObject([{ method: 'DELETE', path: `${path}true` }]);
    expect(asked.code).toBe(2);
    expect(asked.stdout).toMatch(/tools +3\n.*drafts +0\n.*toolsets +1\n.*keys +2\n.*open calls +4\n/s);
    expect(asked.stderr).toContain('Nothing was removed.');
    expect(removed.requests).toMatchObject([{ method: 'DELETE', path: `${path}false` }]);
    expect([removed.code, removed.stderr]).toEqual([
      0,
      'acme is removed. Its audit log stays: toolcrib audit list --tenant acme\n',
    ]);
  });

  it('says how to make a key for a new one, which can call everything there', async () => {
    const { stdout, stderr } = await runCli(['tenants', 'create', 'acme'], { api: () => ({}) });

    expect(stdout).toBe('acme is created.\n');
    expect(stderr).toContain("toolcrib keys create <name> --role admin --scope '*' --tenant acme\n");
  });

  it('sends the title of a new one, if there is one', async () => {
    const bodies: unknown[] = [];
    const api: ApiDouble = ({ body }) => {
      bodies.push(body);
      return {};
    };

    await runCli(['tenants', 'create', 'acme', '--title', 'Acme Inc.'], { api });
    await runCli(['tenants', 'create', 'acme', '--host-tools'], { api });

    expect(bodies).toEqual([
      { name: 'acme', hostTools: false, title: 'Acme Inc.' },
      { name: 'acme', hostTools: true },
    ]);
  });
});

describe('audit', () => {
  /** A log of so many entries, as the service pages it from its end. */
  const logOf =
    (length: number): ApiDouble =>
    ({ path }) => {
      const { searchParams } = new URL(`http://x${path}`);
      const end = Number(searchParams.get('after') ?? length + 1) - 1;
      const first = Math.max(1, end - Number(searchParams.get('last')) + 1);
      const items = Array.from({ length: end - first + 1 }, (_, index) => ({ sequence: first + index }));
      return { items, nextCursor: first === 1 ? null : String(first) };
    };

  it('lists as many of the last entries as were asked for, the oldest of them first', async () => {
    const { stdout, requests } = await runCli(['audit', 'list', '--json', '--limit', '1000'], {
      api: logOf(1_200),
    });

    const { items, nextCursor } = JSON.parse(stdout);
    expect(items.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 201 + index),
    );
    expect(nextCursor).toBeNull();
    expect(requests.map(({ path }) => path.split('?')[1])).toEqual(['last=500', 'last=500&after=701']);
  });

  it.each([
    { length: 100, isMore: false },
    { length: 101, isMore: true },
  ])('says whether there are entries before those that it shows: $isMore', async ({ length, isMore }) => {
    const { stderr } = await runCli(['audit'], { api: logOf(length) });

    expect(stderr.includes('There are earlier entries: --limit, or toolcrib audit export')).toBe(isMore);
  });
});

describe('events', () => {
  const stream = [
    ': hello',
    'id: 1-0\nevent: tool-disabled\ndata: {"toolName":"a\\u001b[2J","by":"me"}',
    'data: no json',
    '',
  ];

  it.each([
    { eol: '\n', flags: [], expected: 'tool-disabled  a\\u{1b}[2J me\nmessage  \n' },
    {
      eol: '\r\n',
      flags: ['--json'],
      expected:
        '{"cursor":"1-0","type":"tool-disabled","data":{"toolName":"a\\u001b[2J","by":"me"}}\n{"cursor":"","type":"message"}\n',
    },
  ])('follows a stream with $flags', async ({ eol, flags, expected }) => {
    const text = stream.join('\n\n').replaceAll('\n', eol);
    const pieces = [...text].map((letter) => new TextEncoder().encode(letter));
    const api = () => new Response(streamOf(pieces));

    const { code, stdout, requests } = await runCli(['events', '--follow', '--after', '0-0', ...flags], {
      api,
    });

    expect({ code, stdout }).toEqual({ code: 0, stdout: expected });
    expect(requests[0]?.headers.get('accept')).toBe('text/event-stream');
    expect(requests[0]?.path).toBe('/v1/tenants/default/events?after=0-0');
  });

  it('ends when it is interrupted', async () => {
    const stop = new AbortController();
    const api = () => new Response(new ReadableStream({ pull: () => stop.abort() }));

    expect((await runCli(['events', '--follow'], { api, signal: stop.signal })).code).toBe(0);
  });
});

describe('serve and mcp', () => {
  it('starts a service with what was typed', async () => {
    const seen: unknown[] = [];
    const serve = async (options: object) => {
      seen.push(options);
      return {
        url: 'http://x',
        adminKey: undefined,
        agentKey: undefined,
        closed: Promise.resolve('clean' as const),
        close: async () => undefined,
      };
    };
    const flags = [
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--allow-host',
      'a',
      '--allow-host',
      'b',
      '--no-examples',
      '--grace',
      '5',
      '--allow-self-approval',
    ];

    const common = ['--tools', 'my.ts', '--data', 'd', '--files', 'f'];

    const { code } = await runCli(['serve', ...flags, ...common], { serve });

    expect(code).toBe(0);
    expect(seen).toMatchObject([
      {
        port: 0,
        host: '0.0.0.0',
        allowHosts: ['a', 'b'],
        withExamples: false,
        graceMs: 5000,
        allowSelfApproval: true,
        toolModules: ['my.ts'],
        dataFolder: 'd',
        filesFolder: 'f',
      },
    ]);
  });

  it('says before a first start that there will be two keys', async () => {
    const { stdout } = await runCli(['serve', '--help']);

    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('prints two keys, one for you and one for your agents');
  });

  it.each([
    ['--mcp-task-after', '1000000000', 'from 1 to 2147483.'],
    ['--max-mcp-result', 'abc', 'from 32768 to 67108864.'],
    ['--isolate-threads', '257', 'from 1 to 256.'],
    ['--grace', '0', 'from 1 to 999999999.'],
  ])('says which numbers %s takes, not %s', async (flag, value, limits) => {
    const { code, stderr } = await runCli(['serve', flag, value]);

    expect(code).toBe(2);
    expect(stderr).toContain(`It must be a whole number ${limits}`);
  });

  it.each([
    ['--port', '70000'],
    ['--port', 'x'],
    ['--mcp-task-after', '2147484'],
    ['--max-mcp-result', '32767'],
    ['--log-level', 'loud'],
  ])('does not start with %s %s', async (...flags) => {
    expect((await runCli(['serve', ...flags])).code).toBe(2);
  });

  it('speaks MCP over the local tools, and names the endpoint of a service', async () => {
    const seen: unknown[] = [];
    const serveMcp = async (options: unknown) => void seen.push(options);

    const flags = ['--toolset', 't', '--tenant', 'acme', '--files', 'mine'];

    await runCli(['mcp', ...flags], { serveMcp, cwd: '/here' });
    const remote = await runCli(['mcp', '--url', 'http://x.example/'], { serveMcp });

    expect(seen).toMatchObject([
      {
        tenant: 'acme',
        toolset: 't',
        dataFolder: '/here/toolcrib-data',
        filesFolder: '/here/mine',
        withExamples: true,
      },
    ]);
    expect(remote).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('http://x.example/mcp/default'),
    });
  });
});

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
