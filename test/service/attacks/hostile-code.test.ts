import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/repository.ts';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { type ServeProcess, startServe } from '../serve-process.ts';

const module = join(root, 'test/service/isolate/hostile-tools.ts');
const SECRET = 'sk_live_0123456789abcdefABCDEF';

type Answer = { readonly status: number; readonly text: string };

interface World {
  readonly server: ServeProcess;
  /** Calls a tool, and gives the answer to the client. */
  readonly call: (tool: string, args?: object, more?: object) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  /** The value of a counter; undefined if there is none with these labels. */
  readonly count: (metric: string) => Promise<number | undefined>;
  readonly audited: () => Promise<readonly Record<string, unknown>[]>;
}

/** A service in a process of its own, with hostile tools. */
async function withService(flags: readonly string[], use: (world: World) => Promise<void>): Promise<void> {
  await withTempFolder(async (folder) => {
    const server = await startServe(['--port', '0', '--tools', module, ...flags], folder);
    const [, url = ''] = /API +(http:\S+)\/v1\n/.exec(server.printed()) ?? [];
    const [, key = ''] = /Admin +(tcrib_\S+)/.exec(server.printed()) ?? [];
    const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}${path}`, { ...init, headers });
      return { status: response.status, text: await response.text() };
    };
    const get = (path: string) => ask(path);
    await use({
      server,
      get,
      call: (tool, args = {}, more = {}) =>
        ask('/v1/tenants/default/calls', {
          ...{ method: 'POST', body: JSON.stringify({ tool, arguments: args }) },
          ...more,
        }),
      count: async (metric) => {
        const line = (await get('/metrics')).text.split('\n').find((text) => text.startsWith(`${metric} `));
        return line === undefined ? undefined : Number(line.slice(metric.length));
      },
      audited: async () => {
        const lines = (await get('/v1/tenants/default/audit/export')).text.trimEnd().split('\n');
        return lines.map((line) => JSON.parse(line));
      },
    });
    // Whatever was done to it, it has written everything down and stops as it should.
    expect(await server.stop('SIGTERM')).toBe(0);
  });
}

describe.each([
  ['in the process', []],
  ['on a thread', ['--isolate']],
])('errors that code of a tool leaves behind %s', (_, flags) => {
  it('do not end the service, and are told to its operator, each with its tool', async () => {
    await withService(['--no-examples', ...flags], async ({ server, call, get, count, audited }) => {
      const answers: string[] = [];
      for (const [tool, kind, errorName] of [
        ['leave_rejection', 'rejection', 'Error'],
        ['leave_timer', 'exception', 'TypeError'],
        ['leave_emitter', 'exception', 'RangeError'],
      ]) {
        const answer = await call(`${tool}`);
        answers.push(answer.text);

        const { id, state } = JSON.parse(answer.text);
        expect(state).toBe('ok');
        const labels = `tenant="default",tool="${tool}",kind="${kind}"`;
        await expect.poll(() => count(`toolcrib_unhandled_errors_total{${labels}}`)).toBe(1);
        const lines = server.logged().split('\n');
        const line = lines.find((text) => text.includes('nothing caught') && text.includes(id));
        expect(JSON.parse(line ?? '{}')).toMatchObject({
          ...{ level: 'error', toolName: tool, tenant: 'default', kind, errorName },
          stack: expect.stringContaining('hostile-tools.ts'),
        });
        expect(await audited()).toContainEqual(
          expect.objectContaining({ action: 'tool-error-unhandled', subject: tool, invocationId: id }),
        );
      }
      expect((await get('/healthz')).status).toBe(200);
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
      const told = [...answers, server.logged(), server.printed(), JSON.stringify(await audited())];
      expect(told.join('\n')).not.toContain(SECRET);
    });
  });

  it('are all counted, and told once for each call', async () => {
    await withService(['--no-examples', ...flags], async ({ server, call, count, audited }) => {
      await call('leave_many');
      await call('leave_many');

      const metric = 'toolcrib_unhandled_errors_total{tenant="default",tool="leave_many",kind="rejection"}';
      await expect.poll(() => count(metric)).toBe(100);
      const entries = (await audited()).filter(({ action }) => action === 'tool-error-unhandled');
      expect(entries).toHaveLength(2);
      expect(server.logged().match(/nothing caught/g)).toHaveLength(2);
    });
  });
});

describe('a service whose output nothing reads any more', () => {
  it.each([
    ['in the process', []],
    ['on a thread', ['--isolate']],
  ])('goes on when tools %s and its log write to it', async (_, flags) => {
    await withService(['--no-examples', ...flags], async ({ server, call, get }) => {
      await call('quick');

      server.stopReading();

      for (let count = 0; count < 3; count++) {
        await call('leave_rejection');
        expect(JSON.parse((await call('log_line')).text)).toMatchObject({ state: 'ok' });
        expect((await get('/healthz')).status).toBe(200);
      }
    });
  });
});

describe('code of a tool on a thread', () => {
  it('that holds its thread does not hold the service, and ends with its deadline', async () => {
    await withService(['--no-examples', '--isolate'], async ({ server, call, get, count }) => {
      await call('quick');
      const waits: number[] = [];
      let isBusy = true;
      const busy = call('busy', { ms: 60_000 }).finally(() => {
        isBusy = false;
      });
      while (isBusy) {
        const begun = performance.now();
        expect((await get('/healthz')).status).toBe(200);
        waits.push(performance.now() - begun);
      }

      const { state, error } = JSON.parse((await busy).text);
      expect([state, error.code]).toEqual(['timed_out', 'E_CALL_TIMED_OUT']);
      // Its deadline is after 1.5 s, which in the thread of the service would have been one wait.
      expect(Math.max(...waits)).toBeLessThan(1_000);
      expect(waits.length).toBeGreaterThan(3);
      expect(await count('toolcrib_tool_threads_ended_total{tool="busy",reason="deadline"}')).toBe(1);
      expect(server.logged()).toContain('"reason":"deadline","toolName":"busy"');
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
      // What may have had an effect is not said to have had none.
      expect(JSON.parse((await call('busy_write')).text)).toMatchObject({
        ...{ state: 'timed_out', sideEffect: 'unknown' },
      });
    });
  });

  it('throws what would end the process, and ends nothing', async () => {
    await withService(['--isolate'], async ({ server, call, count }) => {
      const armed = await call('arm');

      await expect
        .poll(() => count('toolcrib_unhandled_errors_total{tenant="",tool="",kind="exception"}'))
        .toBe(1);
      expect(armed.text).toContain('armed');
      expect((await call('quick')).status).toBe(200);
      expect(server.logged()).not.toContain(SECRET);
    });
  });

  it('fails alone when it ends itself or takes all memory', async () => {
    const flags = ['--no-examples', '--isolate', '--isolate-memory', '32'];
    await withService(flags, async ({ server, call, get, count }) => {
      for (const [tool, reason] of [
        ['exit', 'exit'],
        ['devour', 'memory'],
        ['devour_buffers', 'memory'],
      ]) {
        const answer = await call(`${tool}`);

        expect(JSON.parse(answer.text)).toMatchObject({ state: 'failed', error: { code: 'E_TOOL_FAILED' } });
        expect(answer.text.includes('needed more memory than the 32 MB')).toBe(reason === 'memory');
        expect(await count(`toolcrib_tool_threads_ended_total{tool="${tool}",reason="${reason}"}`)).toBe(1);
        expect(server.logged()).toContain(`"reason":"${reason}","toolName":"${tool}"`);
        expect((await get('/healthz')).status).toBe(200);
        expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
      }
    });
  });

  it('takes more memory than it may have in one step, and fails alone', async () => {
    const flags = ['--no-examples', '--isolate', '--isolate-memory', '32'];
    await withService(flags, async ({ call, count }) => {
      const answer = await call('parse_much');

      expect(answer.text).toContain('needed more memory than the 32 MB');
      expect(await count('toolcrib_tool_threads_ended_total{tool="parse_much",reason="memory"}')).toBe(1);
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
    });
  });

  it('takes memory after its call, and is ended', async () => {
    const flags = ['--no-examples', '--isolate', '--isolate-memory', '32'];
    await withService(flags, async ({ call, count }) => {
      expect(JSON.parse((await call('devour_later')).text)).toMatchObject({ state: 'ok' });

      const ended = () => count('toolcrib_tool_threads_ended_total{tool="",reason="memory"}');
      await expect.poll(ended, { timeout: 10_000 }).toBe(1);
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
    });
  });

  it.each([
    ['texts', 'failed'],
    ['settlement', 'denied'],
  ])('throws an error with %s of 200 MB, and fails alone', async (part, expected) => {
    await withService(['--no-examples', '--isolate'], async ({ server, call }) => {
      const answer = await call('throw_huge', { part });

      expect(JSON.parse(answer.text)).toMatchObject({ state: expected });
      expect(answer.text.length).toBeLessThan(20_000);
      expect(server.logged()).not.toContain('a thread of tools was ended');
      expect(server.logged().length).toBeLessThan(20_000);
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
    });
  });

  it('writes more than is read, and is told how much of it was dropped', async () => {
    await withService(['--no-examples', '--isolate'], async ({ server, call }) => {
      const answer = await call('log_much');

      expect(JSON.parse(answer.text)).toMatchObject({ state: 'ok' });
      await expect
        .poll(() => server.printed(), { timeout: 10_000 })
        .toMatch(/\d{5,} characters of output were dropped/);
      expect(server.printed().length).toBeLessThan(10_000_000);
      expect(JSON.parse((await call('quick')).text)).toMatchObject({ state: 'ok' });
    });
  });

  it('asks more questions at once than it may, and is refused on its thread', async () => {
    await withService(['--no-examples', '--isolate'], async ({ call, get }) => {
      const { id } = JSON.parse((await call('ask_much')).text);

      const ended = async () => (await get(`/v1/tenants/default/calls/${id}`)).text;
      await expect.poll(ended).toContain('99000 E_CONCURRENCY_LIMITED');
    });
  });

  it.each(['name', 'prompt', 'details'])(
    'asks with a %s of 50 MB, and is refused on its thread',
    async (option) => {
      await withService(['--no-examples', '--isolate'], async ({ call }) => {
        const answer = await call('ask_long', { option });

        expect(answer.text).toContain(`A gate needs ${option} to be`);
      });
    },
  );

  it('writes to its port more than is read, and the service reads none of it', async () => {
    await withService(['--no-examples', '--isolate'], async ({ server, call, get }) => {
      const answer = await call('post_much');

      // The port of the service is not among those that it finds.
      expect(JSON.parse(answer.text)).toMatchObject({ state: 'ok', result: { text: '1' } });
      expect((await get('/healthz')).status).toBe(200);
      expect(server.logged()).not.toContain('a thread of tools was ended');
    });
  });

  it('comes to its end before the service stops', async () => {
    await withService(['--no-examples', '--isolate'], async ({ server, call }) => {
      await call('quick');

      const slow = call('slow', { ms: 1_000 });
      await call('quick');
      const stopped = server.stop('SIGTERM');

      expect(JSON.parse((await slow).text)).toMatchObject({ state: 'ok' });
      expect(await stopped).toBe(0);
    });
  });
});

/** How many threads a process has, where that can be asked. */
async function countThreads({ pid }: ServeProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1]);
}

describe.skipIf(process.platform !== 'linux')('the example tools', () => {
  it.each([
    ['on a thread of their own', 1, []],
    ['in the process with --no-isolate', 0, ['--no-isolate']],
  ])('run %s', async (_, threads, flags) => {
    await withService(flags, async ({ server, call }) => {
      // Starts whatever threads Node itself needs.
      await call('quick');
      const before = await countThreads(server);

      const answer = await call('calculate', { expression: '6 * 7' });

      expect(JSON.parse(answer.text)).toMatchObject({ state: 'ok', result: { value: { result: 42 } } });
      expect(await countThreads(server)).toBe(before + threads);
    });
  });
});
