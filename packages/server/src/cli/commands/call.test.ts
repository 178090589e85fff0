import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { type ApiDouble, problem, runCli } from '../../../../../test/cli/run-cli.ts';

const gate = {
  id: 'c1.0',
  name: 'approval',
  status: 'open',
  reason: null,
  expiresAt: '2026-01-01T00:10:00.000Z',
};

/** Calls that stand so at each question, the last one from then on. */
function callsThat(...states: readonly Readonly<Record<string, unknown>>[]): ApiDouble {
  let asked = 0;
  return ({ method, path }) => {
    if (path.includes('/tools/')) return { inputSchema: { properties: { text: { type: 'string' } } } };
    if (path.includes('/gates/')) return { id: 'c1.0', toolDigest: 'td', contentDigest: 'cd' };
    if (path.endsWith('/events')) return new Response('');
    if (method === 'POST') return Response.json({ id: 'c1', state: 'accepted' }, { status: 202 });
    const state = states[Math.min(asked, states.length - 1)];
    asked += 1;
    return { id: 'c1', error: null, result: null, gates: [], ...state };
  };
}

const ok = (result: unknown) => ({ state: 'ok', result });

describe('call', () => {
  it('makes the call with what was typed and prints a text', async () => {
    const api = callsThat(ok({ kind: 'text', text: 'Hello\u{1b}]0;x\u{7}\nWorld' }));

    const run = await runCli(['call', 'greet', 'text=5', '--toolset', 'set', '--timeout', '3'], { api });

    expect(run).toMatchObject({ code: 0, stdout: 'Hello\\u{1b}]0;x\\u{7}\nWorld\n', stderr: '' });
    expect(run.requests).toMatchObject([
      { method: 'GET', path: '/v1/tenants/default/tools/greet?toolset=set' },
      {
        method: 'POST',
        path: '/v1/tenants/default/calls',
        body: { tool: 'greet', arguments: { text: '5' }, mode: 'async', toolset: 'set', timeoutMs: 3000 },
      },
      { method: 'GET', path: '/v1/tenants/default/calls/c1?waitMs=250' },
    ]);
  });

  it('prints JSON, and the whole call to programs', async () => {
    const api = callsThat(ok({ kind: 'json', value: { a: [1] } }));

    expect((await runCli(['call', 'x', '{}'], { api })).stdout).toBe('{\n  "a": [\n    1\n  ]\n}\n');
    expect(JSON.parse((await runCli(['call', 'x', '--json'], { api })).stdout)).toMatchObject({
      id: 'c1',
      result: { kind: 'json', value: { a: [1] } },
    });
  });

  it('waits as long as it runs, a little longer each time', async () => {
    const api = callsThat({ state: 'running' }, { state: 'running' }, ok({ kind: 'text', text: 'done' }));

    const { stdout, requests } = await runCli(['call', 'x'], { api });

    expect(stdout).toBe('done\n');
    expect(requests.slice(1).map(({ path }) => path.split('?')[1])).toEqual([
      'waitMs=250',
      'waitMs=500',
      'waitMs=1000',
    ]);
  });

  it.each([
    { code: 'E_TOOL_NOT_FOUND', state: 'unknown_tool', exit: 3 },
    { code: 'E_INVALID_TOOL_ARGS', state: 'invalid_args', exit: 2 },
    { code: 'E_CALL_DENIED', state: 'denied', exit: 2 },
    { code: 'E_TOOL_FAILED', state: 'failed', exit: 1 },
    { code: 'E_SOMETHING_NEW', state: 'failed', exit: 1 },
  ])('ends with $exit after $code', async ({ code, state, exit }) => {
    const api = callsThat({
      state,
      error: { code, message: 'No.', issues: [{ path: ['a', 0], message: 'bad' }] },
    });

    const run = await runCli(['call', 'x'], { api });

    expect(run).toMatchObject({ code: exit, stdout: '' });
    expect(run.stderr).toContain(`error ${code}: No.\n  a.0: bad\n`);
  });

  it.each([
    { exceptions: [], hint: true },
    { exceptions: [{ path: '', type: 'Error', message: 'Disk full.', stack: 'at save' }], hint: false },
  ])('says where to see what a tool threw, unless it was shown: $hint', async ({ exceptions, hint }) => {
    const api = callsThat({ state: 'failed', error: { code: 'E_TOOL_FAILED', message: 'No.' }, exceptions });

    const { stderr } = await runCli(['calls', 'show', 'c1'], { api });

    expect(stderr.includes('hint:')).toBe(hint);
    expect(stderr.includes('Disk full.')).toBe(!hint);
  });

  it('says who can approve and how, and does not wait', async () => {
    const run = await runCli(['call', 'x'], { api: callsThat({ state: 'waiting', gates: [gate] }) });

    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('waits for approval until 2026-01-01T00:10:00.000Z');
    expect(run.stderr).toContain('toolcrib gates approve c1.0');
    expect(run.stderr).toContain('toolcrib calls show c1 --wait');
  });

  it('waits at a gate if it is told to', async () => {
    const waiting = { state: 'waiting', gates: [gate] };
    const api = callsThat(waiting, waiting, ok({ kind: 'text', text: 'done' }));

    const { code, stdout, stderr } = await runCli(['call', 'x', '--wait'], { api });

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
    expect(stderr.match(/Waiting for approval/g)).toHaveLength(1);
  });

  it('approves by itself if it is told to, for exactly what the gate shows', async () => {
    const api = callsThat({ state: 'waiting', gates: [gate] }, ok({ kind: 'text', text: 'done' }));

    const { stdout, requests } = await runCli(['call', 'x', '--approve'], { api });

    expect(stdout).toBe('done\n');
    expect(requests.filter(({ path }) => path.endsWith('/settle'))).toMatchObject([
      { method: 'POST', body: { decision: 'approve', toolDigest: 'td', contentDigest: 'cd' } },
    ]);
  });

  it('tells that it still waits when it may not approve', async () => {
    const calls = callsThat({ state: 'waiting', gates: [gate] });
    const api: ApiDouble = (seen) =>
      seen.path.endsWith('/settle') ? problem(403, 'E_SELF_APPROVAL') : calls(seen);

    const { code, stderr } = await runCli(['call', 'x', '--approve'], { api });

    expect(code).toBe(1);
    expect(stderr).toContain('E_SELF_APPROVAL');
    expect(stderr).toContain('toolcrib gates approve c1.0');
  });

  it('cancels the call when it is interrupted', async () => {
    const stop = new AbortController();
    const calls = callsThat({ state: 'running' });
    const api: ApiDouble = (seen) => {
      if (seen.path.includes('waitMs')) stop.abort();
      return calls(seen);
    };

    const { code, requests } = await runCli(['call', 'x'], { api, signal: stop.signal });

    expect(code).toBe(130);
    expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/tenants/default/calls/c1/cancel' });
  });

  it('shows progress on a terminal only, made visible', async () => {
    const event = `event: tool-call-progress\ndata: ${JSON.stringify({ progress: { progress: 1, total: 3, message: 'a\u{1b}[2J' } })}\n\n`;
    const calls = callsThat({ state: 'running' }, ok({ kind: 'text', text: 'done' }));
    const api: ApiDouble = (seen) => (seen.path.endsWith('/events') ? new Response(event) : calls(seen));

    const terminal = await runCli(['call', 'x'], { api, columns: 80, env: { NO_COLOR: '1' } });
    const pipe = await runCli(['call', 'x'], { api });

    expect(terminal.stderr).toContain('1/3 a\\u{1b}[2J');
    expect(terminal.stdout).toBe('done\n');
    expect(pipe.stderr).toBe('');
  });

  it.each([
    [{ kind: 'text', text: 'hi' }, 'hi'],
    [{ kind: 'json', value: [1] }, '[\n  1\n]\n'],
    [{ kind: 'bytes', base64: 'aGk=' }, 'hi'],
    [{ kind: 'artifact', artifact: {}, preview: 'h' }, 'the whole'],
  ])('saves %j to a file', async (result, expected) => {
    const calls = callsThat(ok(result));
    const api: ApiDouble = (seen) =>
      seen.path.endsWith('/result') ? new Response('the whole') : calls(seen);

    await withTempFolder(async (cwd) => {
      const { code, stdout } = await runCli(['call', 'x', '--out', 'result'], { api, cwd });

      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(await readFile(join(cwd, 'result'), 'utf8')).toBe(expected);
    });
  });
});

describe('calls', () => {
  it('lists the oldest first', async () => {
    const items = ['03', '01', '02'].map((second) => ({
      id: `c${second}`,
      acceptedAt: `2026-01-01T00:00:${second}Z`,
    }));

    const { stdout } = await runCli(['calls'], { api: () => ({ items, nextCursor: null }) });

    expect(stdout.match(/c0\d/g)).toEqual(['c01', 'c02', 'c03']);
  });

  it('shows what came of a call', async () => {
    const api = callsThat(ok({ kind: 'text', text: 'done' }));

    expect(await runCli(['calls', 'show', 'c1'], { api })).toMatchObject({ code: 0, stdout: 'done\n' });
  });

  it('cancels a call', async () => {
    const { requests, stderr } = await runCli(['calls', 'cancel', 'c1'], {
      api: () => ({ state: 'aborted' }),
    });

    expect(requests).toMatchObject([{ method: 'POST', path: '/v1/tenants/default/calls/c1/cancel' }]);
    expect(stderr).toBe('The call is aborted.\n');
  });

  it('says of a call that waits in another process that it does not run', async () => {
    const { stderr } = await runCli(['calls', 'cancel', 'c1'], {
      api: () => ({ state: 'waiting', endedAt: null }),
    });

    expect(stderr).toBe('The call was cancelled. It does not run, and ends within half a minute.\n');
  });
});
