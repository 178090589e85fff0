import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { problem, runCli } from '../../../../../test/cli/run-cli.ts';

const tools = [
  { name: 'calculate', version: '1.0.0', description: 'Works out an expression.\nMore about it.' },
  { name: 'get_time', version: null, description: `Tells the time. \u{1b}[2J${'x'.repeat(200)}` },
];

describe('list', () => {
  const api = () => ({ items: tools, nextCursor: null });

  it('shows what may be called, with the first line of each description', async () => {
    const { code, stdout, stderr, requests } = await runCli(['list', '--toolset', 'a b'], { api });

    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'NAME       VERSION  DESCRIPTION',
      'calculate  1.0.0    Works out an expression.',
    ]);
    expect(stderr).toContain('2 tools.');
    expect(requests).toMatchObject([{ path: '/v1/tenants/default/tools?toolset=a+b&limit=200' }]);
  });

  it('fits a terminal, and lets no description drive it', async () => {
    const { stdout } = await runCli(['list'], { api, columns: 60, env: { NO_COLOR: '1' } });

    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(stdout).toContain('Tells the time. \\u{1b}[2Jxx');
    expect(stdout).not.toContain('\u{1b}');
  });

  it('cuts nothing in a pipe, and says so', async () => {
    const { stdout } = await runCli(['list'], { api });
    const { stdout: help } = await runCli(['list', '--help']);

    expect(stdout).toContain(`\\u{1b}[2J${'x'.repeat(200)}\n`);
    expect(help).toContain('in a pipe nothing is cut');
  });

  it('prints the JSON of the API, and nothing else', async () => {
    const { stdout, stderr } = await runCli(['list', '--json'], { api });

    expect(JSON.parse(stdout)).toEqual({ items: tools, nextCursor: null });
    expect(stderr).toBe('');
  });

  it('follows pages up to the limit', async () => {
    const pages = (seen: { path: string }) => {
      const number = Number(new URL(`http://x${seen.path}`).searchParams.get('after') ?? 0);
      return { items: [{ name: `tool_${number}` }], nextCursor: String(number + 1) };
    };

    const { stdout, requests } = await runCli(['list', '--json', '--limit', '3'], { api: pages });

    expect(requests.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=3',
      'limit=2&after=1',
      'limit=1&after=2',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ items: { length: 3 }, nextCursor: '3' });
  });

  it('comes to an end when a cursor does not move', async () => {
    const { requests } = await runCli(['list'], { api: () => ({ items: [], nextCursor: 'same' }) });

    expect(requests).toHaveLength(2);
  });

  it.each([['--all'], ['--status', 'quarantined'], ['--tag', 'x'], ['--prefix', 'x']])(
    'asks the catalogue for %s',
    async (...flags) => {
      const { requests } = await runCli(['list', ...flags], { api });

      expect(requests[0]?.path).toMatch(/^\/v1\/tenants\/default\/catalog\/tools\?/);
    },
  );

  it('says what to do when there is nothing', async () => {
    const empty = () => ({ items: [], nextCursor: null });

    expect((await runCli(['list'], { api: empty })).stderr).toContain('toolcrib list --all');
    expect((await runCli(['list', '--all'], { api: empty })).stderr).toContain('toolcrib register');
  });

  it.each(['0', '-1', 'many', '1.5'])('refuses the limit %s', async (limit) => {
    expect(await runCli(['list', '--limit', limit], { api })).toMatchObject({ code: 2, requests: [] });
  });
});

describe('show', () => {
  const tool = {
    name: 'calculate',
    version: '1.0.0',
    description: 'Works out an expression.',
    effect: 'read',
    inputSchema: {
      type: 'object',
      required: ['expression'],
      properties: {
        expression: { type: 'string', description: 'What to work out.\nSecond line.' },
        digits: { type: ['integer', 'null'] },
        unit: { enum: ['deg', 'rad'] },
        list: { type: 'array', items: { anyOf: [{ type: 'number' }, { const: 'all' }] } },
      },
    },
  };

  it('lists the arguments and how to call it', async () => {
    const { stdout, stderr } = await runCli(['show', 'calculate'], { api: () => tool });

    expect(stdout).toContain('expression *  string');
    expect(stdout).toContain('digits        integer | null');
    expect(stdout).toContain('unit          "deg" | "rad"');
    expect(stdout).toContain('list          number | "all"[]');
    expect(stderr).toContain('toolcrib call calculate expression=…');
  });

  it.each([
    { flags: [], answer: { ...tool, gateTimeoutMs: 7_200_000 } },
    { flags: ['--all'], answer: { name: 'calculate', spec: { authority: { gateTimeoutMs: 7_200_000 } } } },
  ])('says how long approvals of the tool wait: $flags', async ({ flags, answer }) => {
    const { stdout } = await runCli(['show', 'calculate', ...flags], { api: () => answer });

    expect(stdout).toMatch(/approval +waits 2h at most\n/);
    expect((await runCli(['show', 'calculate'], { api: () => tool })).stdout).not.toContain('approval');
  });

  it('shows how a tool of the catalogue stands', async () => {
    const { name, version, ...spec } = tool;
    const api = () => ({
      name,
      version,
      spec,
      status: 'disabled',
      binding: 'unbound',
      versions: [null, '1.0.0'],
    });

    const { stdout, requests } = await runCli(['show', 'a/../b', '--all'], { api });

    expect(requests[0]?.path).toBe('/v1/tenants/default/catalog/tools/a%2F..%2Fb');
    expect(stdout).toMatch(/status +disabled\ncode +none here\n/);
    expect(stdout).toMatch(/versions +-, 1\.0\.0/);
  });

  it.each([
    ['bound', { version: '2.0.0', digest: 'd2' }, '2.0.0'],
    ['bound', { version: '1.0.0', digest: 'd1' }, '1.0.0; calls run that version'],
    [
      'differs',
      { version: null, digest: 'd3' },
      'without a version; it is not published, and cannot be called',
    ],
    ['bound', undefined, 'bound'],
  ])('says which code there is for a tool that is %s with %j', async (binding, code, expected) => {
    const more = code && { ...code, effect: 'destructive', requires: ['money', 'mail'] };
    const api = () => ({ name: 'pay', version: '2.0.0', digest: 'd2', binding, code: more });

    const { stdout } = await runCli(['show', 'pay', '--all'], { api });

    expect(stdout).toMatch(new RegExp(`code +${expected}\n`));
    if (code) expect(stdout).toMatch(/effect +destructive\nneeds +money, mail\n/);
  });

  it('does not mind a service that sends less or other things', async () => {
    expect(
      await runCli(['show', 'x'], { api: () => ({ name: 5, inputSchema: [], tags: 'x' }) }),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It takes no arguments.'),
    });
  });
});

describe('search', () => {
  it('sends the words and shows the hits', async () => {
    const api = () => ({ hits: [{ tool: tools[0], score: 0.4567 }] });

    const { stdout, requests } = await runCli(['search', 'work', 'out', '--limit', '3'], { api });

    expect(requests[0]?.path).toBe('/v1/tenants/default/search?q=work+out&limit=3');
    expect(stdout).toBe('NAME       SCORE  DESCRIPTION\ncalculate  0.46   Works out an expression.\n');
  });
});

describe('register', () => {
  const spec = { name: 'greet', inputSchema: { type: 'object' } };
  const api = () => ({ results: [{ name: 'greet', version: null, outcome: 'created', findings: [] }] });

  it.each([
    ['one spec', spec],
    ['a list', [spec]],
    ['an object with specs', { specs: [spec] }],
  ])('publishes %s of a JSON file', async (_, content) => {
    await withTempFolder(async (cwd) => {
      await writeFile(join(cwd, 'tools.json'), JSON.stringify(content));

      const run = await runCli(
        ['register', 'tools.json', '--reason', 'why', '--waive', 'a-rule=it is fine'],
        { api, cwd },
      );

      expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/greet +- +created/) });
      expect(run.requests).toMatchObject([
        {
          method: 'POST',
          body: { specs: [spec], reason: 'why', waivers: [{ rule: 'a-rule', reason: 'it is fine' }] },
        },
      ]);
    });
  });

  it('publishes the tools of a module', async () => {
    const loadSpecs = async (file: string) => [{ ...spec, description: file }];

    const { requests } = await runCli(['register', 'my.ts'], { api, loadSpecs, cwd: '/here' });

    expect(requests[0]?.body).toEqual({ specs: [{ ...spec, description: '/here/my.ts' }] });
  });

  it('shows every finding that stands against it', async () => {
    const findings = [
      { rule: 'pseudo-markup', severity: 'error', pointer: '/description', message: 'A tag.\u{1b}[0m' },
    ];
    const refuse = () => problem(422, 'E_LINT_FAILED', { context: { toolName: 'greet', findings } });

    const { code, stderr } = await runCli(['register', 'my.ts'], {
      api: refuse,
      loadSpecs: async () => [spec],
    });

    expect(code).toBe(2);
    expect(stderr).toContain('error pseudo-markup: greet/description: A tag.\\u{1b}[0m\n');
  });

  it.each(['', '[]', '5', '{'])('refuses a file with %j in it', async (content) => {
    await withTempFolder(async (cwd) => {
      await writeFile(join(cwd, 'tools.json'), content);

      expect(await runCli(['register', 'tools.json'], { api, cwd })).toMatchObject({ code: 2, requests: [] });
    });
  });
});

describe('enable and disable', () => {
  it('switches every tool that is named', async () => {
    const { stdout, requests } = await runCli(['disable', 'a', 'b', '--reason', 'why'], { api: () => ({}) });

    expect(stdout).toBe('a is disabled.\nb is disabled.\n');
    expect(requests).toMatchObject([
      { method: 'POST', path: '/v1/tenants/default/catalog/tools/a/disable', body: { reason: 'why' } },
      { method: 'POST', path: '/v1/tenants/default/catalog/tools/b/disable', body: { reason: 'why' } },
    ]);
  });

  it('stops at the first that fails', async () => {
    const { code, requests } = await runCli(['enable', 'a', 'b'], {
      api: () => problem(404, 'E_TOOL_NOT_FOUND'),
    });

    expect({ code, count: requests.length }).toEqual({ code: 3, count: 1 });
  });
});
