import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { nodeIo } from '../../packages/server/src/cli/node-io.ts';
import { root } from '../../scripts/lib/repository.ts';
import { runCli } from './run-cli.ts';
import { type ServedToolcrib, serveToolcrib, toolcrib } from './toolcrib.ts';

const { loadSpecs } = nodeIo(new AbortController().signal);
const main = join(root, 'packages/server/src/cli/main.ts');

describe('the command line, with a service that runs', () => {
  let cwd = '';
  let server: ServedToolcrib;
  const ask = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(argv, { cwd, env, connectLocal, fetch: (request) => fetch(request), loadSpecs });
  // In this process, but on the real database and over the real network.
  const local = (...argv: readonly string[]) => ask(argv);
  const remote = (...argv: readonly string[]) =>
    ask(argv, { TOOLCRIB_URL: server.url, TOOLCRIB_KEY: server.adminKey });

  beforeAll(async () => {
    cwd = await realpath(await mkdtemp(join(tmpdir(), 'toolcrib-cli-')));
    server = await serveToolcrib([], { cwd });
  });

  afterAll(async () => {
    await server?.stop();
    await rm(cwd, { recursive: true, force: true });
  });

  it.each([
    ['list'],
    ['list', '--all'],
    ['show', 'calculate'],
    ['search', 'convert', 'miles'],
    ['tenants'],
    ['toolsets'],
    ['lock', '--out', '-'],
  ])('says the same on the local database and over the network: %s %s', async (...argv) => {
    const [here, there] = await Promise.all([local(...argv, '--json'), remote(...argv, '--json')]);

    expect(here).toMatchObject({ code: 0, stderr: '' });
    expect(here).toEqual(there);
    expect(JSON.parse(here.stdout)).toBeTypeOf('object');
  });

  it('removes a tenant locally, while a service has it open', async () => {
    await local('tenants', 'create', 'short-lived', '--host-tools');
    expect((await remote('list', '--tenant', 'short-lived')).code).toBe(0);

    const removed = await local('tenants', 'remove', 'short-lived', '--yes');

    expect(removed.code).toBe(0);
    await vi.waitFor(
      async () =>
        expect((await remote('list', '--tenant', 'short-lived')).stderr).toContain('E_TENANT_NOT_FOUND'),
      { timeout: 20_000 },
    );
    expect((await remote('audit', '--tenant', 'short-lived')).stdout).toMatch(/removeTenant +short-lived/);
  });

  it.each([
    ['show', 'nothing'],
    ['list', '--tenant', 'nobody'],
    ['calls', 'show', 'nothing'],
    ['gates', 'approve', 'nothing'],
  ])('fails the same on the local database and over the network: %s %s', async (...argv) => {
    const [here, there] = await Promise.all([local(...argv), remote(...argv)]);

    expect(here.code).toBe(3);
    expect(here).toEqual(there);
  });

  it('calls a tool with the real binary, here and there', async () => {
    const argv = ['call', 'calculate', 'expression=6*7'];

    const env = { TOOLCRIB_URL: server.url, TOOLCRIB_KEY: server.adminKey };

    for (const { code, stdout } of await Promise.all([
      toolcrib(argv, { cwd }),
      toolcrib(argv, { cwd, env }),
    ])) {
      expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: { result: 42 } });
    }
  });

  it('switches a tool off for a running service from the local database', async () => {
    await local('disable', 'hash_text');

    await vi.waitFor(
      async () =>
        expect(await remote('call', 'hash_text', 'text=x')).toMatchObject({
          code: 4,
          stderr: expect.stringContaining('E_TOOL_DISABLED'),
        }),
      { timeout: 20_000 },
    );
    await remote('enable', 'hash_text');
    const on = await local('call', 'hash_text', 'text=x');

    expect(on.code).toBe(0);
  });

  it('waits at a gate until whoever has the database approves', async () => {
    await remote('call', 'save_note', 'name=old', 'text=gone soon');
    const waiting = remote('call', 'delete_note', 'name=old', '--wait');
    const id = await firstGate(() => local('gates', '--json'));

    const approved = await local('gates', 'approve', id, '--reason', 'as agreed');

    expect(approved).toMatchObject({ code: 0, stdout: 'Approved; the call goes on.\n' });
    expect(await waiting).toMatchObject({ code: 0, stdout: expect.stringContaining('"deleted": "old"') });
  });

  it('makes a key that works, and no more once it is revoked', async () => {
    const { stdout: key } = await local('keys', 'create', 'bot', '--role', 'caller');
    const env = { TOOLCRIB_URL: server.url, TOOLCRIB_KEY: key.trim() };

    expect((await ask(['call', 'calculate', 'expression=1'], env)).code).toBe(0);
    expect(await ask(['list', '--all'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('E_FORBIDDEN'),
    });
    expect((await ask(['keys', 'create', 'boss', '--role', 'admin'], env)).stderr).toContain('E_FORBIDDEN');
    await remote('keys', 'revoke', key.split('_')[1] ?? '');
    // The service may remember a key for a second.
    await until(async () => (await ask(['whoami'], env)).stderr.includes('E_UNAUTHENTICATED'));
  });

  it('publishes a module, and calls it where the code is', async () => {
    await writeFile(
      join(cwd, 'greet.ts'),
      `import { defineTool } from 'toolcrib';
       import { z } from 'zod';
       export const greet = defineTool({
         name: 'greet_person', version: '1.0.0', description: 'Greets a person by their name, in English.',
         inputSchema: z.object({ name: z.string().describe('Whom to greet.') }),
         handler: ({ name }: { name: string }) => 'Hello ' + name + '\\u001b[31m',
       });`,
    );

    const registered = await remote('register', 'greet.ts');
    const called = await local('call', 'greet_person', 'name=Ada', '--tools', 'greet.ts');
    const elsewhere = await remote('call', 'greet_person', 'name=Ada');

    expect(registered).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/greet_person +1\.0\.0 +created/),
    });
    expect(called).toMatchObject({ code: 0, stdout: 'Hello Ada\\u{1b}[31m\n' });
    expect(elsewhere.code).toBe(3);
  });

  it('locks the tools and finds out what has changed', async () => {
    await remote('lock', 'calculate', 'get_time', '--out', 'agent.lock');
    const text = await readFile(join(cwd, 'agent.lock'), 'utf8');

    expect(await remote('verify', 'agent.lock', '--locked-only')).toMatchObject({
      code: 0,
      stdout: '2 tools, all as locked.\n',
    });
    expect((await local('preflight', 'agent.lock')).code).toBe(0);

    await remote('disable', 'get_time');
    const disabled = await local('preflight', 'agent.lock');
    await remote('enable', 'get_time');
    await remote('lock', '--out', 'all.lock');
    await writeFile(
      join(cwd, 'all.lock'),
      (await readFile(join(cwd, 'all.lock'), 'utf8')).replace('sha256/v1:', 'sha256/v1:0'),
    );

    expect(disabled).toMatchObject({ code: 4, stdout: expect.stringContaining('disabled     get_time') });
    expect((await local('verify', 'all.lock')).code).toBe(2);
    expect((await local('verify', 'agent.lock')).code).toBe(4);
    expect(text).toContain('"calculate"');
  });

  it('locks the approval settings of a toolset with its tools', async () => {
    const apply = async (policy: object) => {
      const definition = { name: 'locked', tools: [{ tool: 'calculate', policy }] };
      await writeFile(join(cwd, 'locked.json'), JSON.stringify(definition));
      expect((await remote('toolsets', 'apply', 'locked.json')).code).toBe(0);
    };
    const look = async () => [
      (await remote('verify', 'asks.lock', '--toolset', 'locked')).code,
      (await remote('preflight', 'asks.lock', '--toolset', 'locked')).code,
    ];
    await apply({ autonomy: 'ask' });
    await remote('lock', '--toolset', 'locked', '--out', 'asks.lock');

    expect(await look()).toEqual([0, 0]);
    await apply({ autonomy: 'allow' });
    expect(await look()).toEqual([4, 4]);
  });

  it('exports an audit log that can be verified offline, and finds a change', async () => {
    await remote('audit', 'export', '--out', 'audit.ndjson');
    const intact = await toolcrib(['audit', 'verify', 'audit.ndjson'], { cwd });
    const text = await readFile(join(cwd, 'audit.ndjson'), 'utf8');
    const head = /head +(\d+:\S+)/.exec(intact.stdout)?.[1] ?? '';

    const changed = await toolcrib(['audit', 'verify', '-'], { cwd, input: text.replace('"ok"', '"no"') });
    const cut = await toolcrib(['audit', 'verify', '-', '--head', head], {
      cwd,
      input: `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
    });

    expect(intact).toMatchObject({ code: 0, stdout: expect.stringContaining('Intact') });
    expect(changed).toMatchObject({ code: 4, stderr: expect.stringContaining('E_AUDIT_BROKEN: Line 1') });
    expect(cut).toMatchObject({ code: 4, stderr: expect.stringContaining('missing') });
    expect((await toolcrib(['audit', 'verify', '-'], { cwd })).code).toBe(2);
  });

  it('finds everything well, here and there', async () => {
    for (const { code, stdout } of [await local('doctor'), await remote('doctor')]) {
      expect(stdout).not.toContain('fail');
      expect(stdout).toContain('/mcp/default answers.');
      expect(code).toBe(0);
    }
  });

  it('follows events as they happen, until it is interrupted', async () => {
    const child = spawn(process.execPath, [main, 'events', '--follow', '--json'], {
      cwd,
      env: { PATH: process.env.PATH, TOOLCRIB_URL: server.url, TOOLCRIB_KEY: server.adminKey },
    });
    const closed = once(child, 'close');
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    // The first line says where the feed is.
    await once(child.stdout, 'data');

    await local('disable', 'parse_csv');
    await local('enable', 'parse_csv');
    await until(async () => text.includes('tool-enabled'));
    child.kill('SIGINT');

    expect(text).toContain('"type":"tool-disabled"');
    expect((await closed)[0]).toBe(0);
  });

  it('ends quietly when nobody reads on', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${main}" list | head -n 1`], {
      cwd,
      env: { PATH: process.env.PATH },
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');

    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|Error/);
  });

  it('is an MCP server over stdio for a client that starts it, with nothing set up before', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [main, 'mcp', '--data', join(cwd, 'another')];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    try {
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: 'calculate', arguments: { expression: '6*7' } });

      expect(tools.map(({ name }) => name)).toContain('calculate');
      expect(answer.structuredContent).toEqual({ result: 42 });
    } finally {
      await client.close();
    }
    // An agent is not taken for the person whose machine it runs on.
    const { stdout } = await toolcrib(['calls', '--json', '--data', 'another'], { cwd });
    expect(JSON.parse(stdout).items).toMatchObject([{ tool: 'calculate', callerId: 'operator:mcp' }]);
  });

  it('says that there is no database, rather than making one', async () => {
    expect(await toolcrib(['list', '--data', 'nowhere'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no database in'),
    });
    expect((await toolcrib(['doctor', '--data', 'nowhere'], { cwd })).code).toBe(1);
  });
});

async function firstGate(list: () => Promise<{ readonly stdout: string }>): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    id = JSON.parse((await list()).stdout).items[0]?.id;
    return id !== undefined;
  });
  return id ?? '';
}

/** Each try starts a process, which takes long enough to be no busy loop. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
