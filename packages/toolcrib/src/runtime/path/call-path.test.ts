import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { weather, weatherSchema } from '../../../../../test/weather.ts';
import { defineTool } from '../../core/define-tool.ts';
import { createToolRegistry } from '../../core/sealed-tool-registry.ts';
import { ToolError } from '../../core/tool-error.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { allow, deny } from '../policy/policy.ts';
import { memoryArtifactStore } from '../spool/memory-artifact-store.ts';

describe('the call path', () => {
  it('[L3] goes through its phases in their order, each seeing the same frozen arguments', async () => {
    const seen: string[] = [];
    const objects: unknown[] = [];
    const ids: string[] = [];
    const registry = createToolRegistry([
      defineTool({
        name: 'pay',
        description: '',
        inputSchema: z.object({ amount: z.number() }).refine(() => seen.push('validate') > 0),
        outputSchema: z.string().refine(() => seen.push('check') > 0),
        handler: (args, ctx) => {
          seen.push('execute');
          objects.push(args);
          ids.push(ctx.invocationId);
          return 'more than the limit';
        },
      }),
    ]);
    const artifacts = memoryArtifactStore();
    const { runtime } = startRuntime([], {
      limits: { maxInlineBytes: 10 },
      artifacts: {
        put: (bytes, options) => {
          seen.push('spool');
          return artifacts.put(bytes, options);
        },
        get: (id) => artifacts.get(id),
      },
      resolver: {
        resolve: (name) => {
          seen.push('resolve');
          return registry.resolve(name);
        },
        list: () => registry.list(),
      },
      policy: ({ args }) => {
        seen.push(args === undefined ? 'authorise' : 'gate');
        if (args !== undefined) objects.push(args);
        return allow();
      },
      ledger: {
        ...memoryLedger(),
        isDurable: false,
        insert: ({ state }) => {
          seen.push(`ledger ${state}`);
          return { inserted: true };
        },
        replace: ({ state }) => {
          seen.push(`ledger ${state}`);
          return true;
        },
        get: () => undefined,
        find: () => [],
        findSummaries: () => [],
        prune: () => 0,
      },
    });
    runtime.subscribe(({ type }) => seen.push(type));

    const record = await runtime.call({ tool: 'pay', args: '{"amount":5}' });

    expect(record.status).toBe('ok');
    expect(seen).toEqual([
      'tool-call-start',
      'resolve',
      'authorise',
      'validate',
      'gate',
      'ledger running',
      'execute',
      'check',
      'spool',
      'ledger ok',
      'tool-call-end',
    ]);
    expect(ids).toEqual([record.invocationId]);
    expect(objects[0]).toBe(objects[1]);
    expect(Object.isFrozen(objects[0])).toBe(true);
    expect([objects[0], record.details().args]).toEqual([{ amount: 5 }, { amount: 5 }]);
  });

  it.each<{
    name: string;
    request: { tool: unknown; args: unknown };
    status: string;
    code: string;
    says: string;
  }>([
    {
      name: 'malformed JSON',
      request: { tool: 'weather', args: '{"city":' },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: '',
    },
    {
      name: 'text that is no object',
      request: { tool: 'weather', args: '[1]' },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: 'must be an object',
    },
    {
      name: 'nothing',
      request: { tool: 'weather', args: undefined },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: '',
    },
    {
      name: 'a duplicate key',
      request: { tool: 'weather', args: '{"city":"a","city":"b"}' },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: '',
    },
    {
      name: 'a __proto__ key',
      request: { tool: 'weather', args: '{"__proto__":{}}' },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: '',
    },
    {
      name: 'an unsafe number',
      request: { tool: 'weather', args: '{"city":"a","days":9007199254740993}' },
      status: 'invalid_args',
      code: 'E_INVALID_TOOL_ARGS',
      says: '',
    },
    {
      name: 'an empty name',
      request: { tool: '', args: {} },
      status: 'unknown_tool',
      code: 'E_TOOL_NOT_FOUND',
      says: 'The tools are: weather.',
    },
    {
      name: 'a name that is no text',
      request: { tool: 7, args: {} },
      status: 'unknown_tool',
      code: 'E_TOOL_NOT_FOUND',
      says: 'The tools are: weather.',
    },
    {
      name: 'an unknown name',
      request: { tool: 'wether', args: {} },
      status: 'unknown_tool',
      code: 'E_TOOL_NOT_FOUND',
      says: 'There is no tool "wether". The tools are: weather.',
    },
    {
      name: 'an inherited name',
      request: { tool: 'constructor', args: {} },
      status: 'unknown_tool',
      code: 'E_TOOL_NOT_FOUND',
      says: '"constructor"',
    },
  ])(
    '[L4] answers $name with one record, runs nothing and writes it down',
    async ({ request, status, code, says }) => {
      let runs = 0;
      const ledger = memoryLedger();
      const counting = weather({ handler: () => String(++runs) });
      const { runtime, events, faults } = startRuntime([counting], { ledger });

      // A model may send anything.
      const record = await runtime.call(request as { tool: string; args: unknown });

      expect([record.status, record.sideEffect, record.problem?.code]).toEqual([status, 'none', code]);
      expect(JSON.stringify(runtime.renderForModel(record).parts)).toContain(
        JSON.stringify(says).slice(1, -1),
      );
      expect(runs).toBe(0);
      expect(events.ofType('tool-call-end')).toHaveLength(1);
      expect(await ledger.get(record.invocationId)).toMatchObject({ state: status, outcome: { code } });
      expect(faults).toEqual([]);
    },
  );

  it('[L4] tells every failing field of the arguments', async () => {
    const { runtime } = startRuntime([weather()]);

    const record = await runtime.call({ tool: 'weather', args: { days: 0, unit: 'kelvin', extra: 1 } });

    expect(record.problem?.issues.map(({ path }) => path.join('.')).sort()).toEqual([
      'city',
      'days',
      'extra',
      'unit',
    ]);
  });

  it.each(['', ' \n'])('[L4] takes an empty text for no arguments: %j', async (args) => {
    const { runtime } = startRuntime([weather(), tool('clock', () => '12:00')]);

    const clock = await runtime.call({ tool: 'clock', args });
    const missing = await runtime.call({ tool: 'weather', args });
    const cut = await runtime.call({ tool: 'clock', args, isTruncated: true });

    expect(clock.status).toBe('ok');
    expect(missing.problem?.issues).toEqual([{ path: ['city'], message: 'is required' }]);
    expect([cut.status, cut.problem?.message]).toEqual([
      'invalid_args',
      expect.stringContaining('was cut off'),
    ]);
  });

  it('[L4] answers an unknown name with the closest names when there are many', async () => {
    const tools = Array.from({ length: 300 }, (_, index) => tool(`tool_${index}`, () => ''));
    const { runtime } = startRuntime([...tools, weather()]);

    const { problem } = await runtime.call({ tool: 'wheather', args: {} });

    expect(problem?.message).toBe('There is no tool "wheather".');
    expect(problem?.hint).toMatch(/^The tools are: weather, .* and 251 more\.$/);
  });

  it('[L4] keeps the names that a caller may use out of the ledger, the events and the log', async () => {
    const ledger = memoryLedger();
    const { runtime, events } = startRuntime([weather()], { ledger });

    const record = await runtime.call({ tool: 'wether', args: {} });

    expect(record.problem?.hint).toBe('The tools are: weather.');
    const loaded = await runtime.wait(record.invocationId);
    const kept = [await ledger.get(record.invocationId), events.events, record, loaded, loaded.problem];
    expect(JSON.stringify(kept)).not.toContain('weather');
  });

  it.each([
    { effect: 'read', sideEffect: 'none' },
    { effect: 'write', sideEffect: 'unknown' },
  ] as const)('[L4] records whatever a $effect handler throws as failed', async ({ effect, sideEffect }) => {
    for (const thrown of [
      new Error('secret'),
      undefined,
      null,
      'secret',
      { code: 'secret' },
      Symbol('secret'),
    ]) {
      const sync = tool(
        'sync',
        () => {
          throw thrown;
        },
        { effect },
      );
      const async = tool('async', () => Promise.reject(thrown), { effect });
      const { runtime } = startRuntime([sync, async]);

      for (const name of ['sync', 'async']) {
        const record = await runtime.call({ tool: name, args: {} });

        expect([record.status, record.sideEffect]).toEqual(['failed', sideEffect]);
        expect(record.details().cause).toBe(thrown);
        expect(record.problem?.message).toBe(`Tool "${name}" failed. Reference: ${record.invocationId}.`);
      }
    }
  });

  it('gives the model the words of a ToolError, and only the host its cause', async () => {
    const cause = new Error('connection to db:5432 refused');
    const { runtime } = startRuntime([
      tool('find', () => {
        throw new ToolError('Ask for the number again.', { cause });
      }),
    ]);

    const record = await runtime.call({ tool: 'find', args: {} });

    expect(record.problem).toMatchObject({ code: 'E_TOOL_FAILED', message: 'Ask for the number again.' });
    expect(record.details().cause).toMatchObject({ cause });
    expect(JSON.stringify(runtime.renderForModel(record))).not.toContain('5432');
  });

  it('believes a ToolError that says that nothing was changed', async () => {
    const find = tool('find', () => {
      throw new ToolError('There is no such order.', { changedNothing: true });
    });
    const { runtime } = startRuntime([find]);

    const record = await runtime.call({ tool: 'find', args: {} });

    expect([record.status, record.sideEffect]).toEqual(['failed', 'none']);
    expect(runtime.renderForModel(record).parts).toEqual([
      { type: 'text', text: 'There is no such order. The call changed nothing, so it can be made again.' },
    ]);
  });

  it.each([
    ['read', 'There is no such order.'],
    [
      'write',
      'There is no such order.\nIt is not known whether the call took effect. Do not call again before you have found out: look with a tool that reads, or ask the user.',
    ],
  ] as const)(
    'tells the model what to do about a ToolError of a %s tool that says no more',
    async (effect, text) => {
      const find = tool(
        'find',
        () => {
          throw new ToolError('There is no such order.');
        },
        { effect },
      );
      const { runtime } = startRuntime([find]);

      const record = await runtime.call({ tool: 'find', args: {} });

      expect(runtime.renderForModel(record).parts).toEqual([{ type: 'text', text }]);
    },
  );

  it('blames the tool when its schema throws', async () => {
    const broken = z.object({ city: z.string() }).refine(() => {
      throw new Error('secret');
    });
    const { runtime } = startRuntime([weather({ inputSchema: broken })]);

    const record = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });

    expect([record.status, record.sideEffect, record.problem?.code]).toEqual([
      'failed',
      'none',
      'E_TOOL_FAILED',
    ]);
  });

  it('[L5] gives each invocation an id of its own, and equal calls one content digest', async () => {
    const { runtime } = startRuntime([weather()]);
    const call = (args: unknown) => runtime.call({ tool: 'weather', args, providerCallId: 'call_1' });

    const [first, second, other] = await Promise.all([
      call('{"city":"Oslo","days":2}'),
      call({ days: 2, city: 'Oslo' }),
      call({ days: 3, city: 'Oslo' }),
    ]);

    expect(new Set([first, second, other].map((record) => record?.invocationId)).size).toBe(3);
    expect(first?.contentDigest).toBe(second?.contentDigest);
    expect(first?.contentDigest).not.toBe(other?.contentDigest);
    expect(first?.contentDigest).toMatch(/^sha256\/v1:[0-9a-f]{64}$/);
    expect(first?.providerCallId).toBe('call_1');
  });

  it('[L5] has another digest for another version of the tool', async () => {
    const digests = await Promise.all(
      ['1.0.0', '2.0.0'].map(async (version) => {
        const { runtime } = startRuntime([weather({ version })]);
        return (await runtime.call({ tool: 'weather', args: { city: 'Oslo' } })).contentDigest;
      }),
    );

    expect(digests[0]).not.toBe(digests[1]);
  });

  it('[T6] fills defaults in, and policy and handler see them', async () => {
    const seen: unknown[] = [];
    const { runtime } = startRuntime([weather()], {
      policy: ({ args }) => {
        if (args !== undefined) seen.push(args);
        return allow();
      },
    });

    const record = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });

    expect(record.result).toEqual({ kind: 'text', text: '{"city":"Oslo","days":3}' });
    expect(seen).toEqual([{ city: 'Oslo', days: 3 }]);
  });

  it.each([
    [{ of: 'object' }, { of: 'object' }],
    [null, { value: null }],
    [5, { value: 5 }],
  ])('shows policies whatever a schema makes of the arguments as an object: %j', async (made, seen) => {
    const asked: unknown[] = [];
    const inputSchema = z.object({}).transform(() => made);
    const shaped = defineTool({
      name: 'made',
      description: 'x',
      inputSchema,
      handler: (args) => JSON.stringify(args),
    });
    const { runtime } = startRuntime([shaped], {
      policy: ({ args }) => {
        asked.push(args);
        return allow();
      },
    });

    const record = await runtime.call({ tool: 'made', args: {} });

    expect(record.result).toMatchObject({ text: JSON.stringify(made) });
    expect(asked.at(-1)).toEqual(seen);
  });

  it('runs on a registry that changes, as it is at that moment', async () => {
    const registry = new ToolRegistry([weather()]);
    const { runtime } = startRuntime([], { resolver: registry });

    const before = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });
    registry.unregister('weather');
    const after = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });

    expect([before.status, after.status]).toEqual(['ok', 'unknown_tool']);
    expect(after.problem?.hint).toBe('There are no tools.');
  });

  it('refuses what only a programmer can get wrong', async () => {
    const { runtime } = startRuntime([weather()]);

    for (const request of [
      null,
      { tool: 'weather', args: {}, timeoutMs: 0 },
      { tool: 'weather', args: {}, idempotencyKey: '' },
      { tool: 'weather', args: {}, caller: { id: '' } },
      { tool: 'weather', args: {}, caller: { id: 'a', scopes: 'all' } },
    ]) {
      // Wrong on purpose.
      await expect(runtime.call(request as never)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
      await expect(runtime.callAll([request as never])).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    }
  });

  it('starts no call when the ledger cannot be written, and tells of an end that could not', async () => {
    let runs = 0;
    let fails = true;
    const inner = memoryLedger();
    const faults: unknown[] = [];
    const { runtime, clock, events } = startRuntime([weather({ handler: () => String(++runs) })], {
      onFault: (error, record) => faults.push([String(error), record?.problem?.code]),
      ledger: {
        isDurable: false,
        insert: (entry) => {
          if (fails) throw new Error('disk full');
          return inner.insert(entry);
        },
        replace: () => Promise.reject(new Error('disk full')),
        get: (id) => inner.get(id),
        find: (query) => inner.find(query),
        findSummaries: (query) => inner.findSummaries(query),
        prune: (before) => inner.prune(before),
      },
    });

    const call = async () => {
      const calling = runtime.call({ tool: 'weather', args: { city: 'Oslo' } });
      await clock.advance(5_000);
      return await calling;
    };

    const refused = await call();
    fails = false;
    const done = await call();

    expect([refused.status, refused.problem?.code, refused.sideEffect]).toEqual([
      'failed',
      'E_LEDGER_FAILED',
      'none',
    ]);
    expect(runs).toBe(1);
    expect([done.status, done.problem?.code, done.sideEffect]).toEqual([
      'failed',
      'E_CALL_NOT_RECORDED',
      'done',
    ]);
    for (const record of [refused, done]) {
      expect([record.hasEnded, record.isRecorded]).toEqual([false, false]);
      expect(record.details().cause).toMatchObject({ message: 'disk full' });
    }
    expect(events.types()).toEqual(['tool-call-start', 'tool-call-start']);
    // The end of the call that was refused could not be written either, and no record has that for its cause.
    expect(faults).toEqual([
      ['Error: disk full', undefined],
      ['Error: disk full', 'E_LEDGER_FAILED'],
      ['Error: disk full', 'E_CALL_NOT_RECORDED'],
    ]);
  });

  it('goes on with an entry that was written although the ledger said that it was not', async () => {
    let runs = 0;
    let fails = true;
    const inner = memoryLedger();
    const { runtime } = startRuntime([weather({ handler: () => String(++runs) })], {
      ledger: {
        isDurable: true,
        insert: async (entry) => {
          const outcome = await inner.insert(entry);
          if (!fails) return outcome;
          fails = false;
          throw new Error('connection lost');
        },
        replace: (entry) => inner.replace(entry),
        get: (id) => inner.get(id),
        find: (query) => inner.find(query),
        findSummaries: (query) => inner.findSummaries(query),
        prune: (before) => inner.prune(before),
      },
    });
    const request = { tool: 'weather', args: { city: 'Oslo' }, idempotencyKey: 'k' };

    const record = await runtime.call(request);
    const retried = await runtime.call(request);

    expect([record.status, record.hasEnded, record.isRecorded]).toEqual(['ok', true, true]);
    expect(inner.get(record.invocationId)).toMatchObject({ state: 'ok', idempotencyKey: 'k' });
    expect([retried.status, retried.replayOf, runs]).toEqual(['ok', record.invocationId, 1]);
  });

  it('takes no calls after it was closed, and waits for those that run', async () => {
    const { runtime, clock } = startRuntime([
      tool(
        'slow',
        (_, ctx) =>
          new Promise((resolve) => {
            ctx.signal.addEventListener('abort', () => resolve('stopped'));
          }),
      ),
    ]);
    const running = runtime.call({ tool: 'slow', args: {} });
    let isClosed = false;
    const closing = runtime.close().then(() => {
      isClosed = true;
    });
    await clock.advance(1_000);

    expect(isClosed).toBe(false);
    const refused = await runtime.call({ tool: 'slow', args: {} });
    await clock.advance(30_000);
    await closing;

    expect([refused.status, refused.problem?.code]).toEqual(['failed', 'E_RUNTIME_CLOSED']);
    expect((await running).status).toBe('timed_out');
  });

  it('keeps nothing of a call without key or gate when the ledger is off', async () => {
    const { runtime } = startRuntime([weather()], { ledger: false });

    const record = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });

    expect([record.status, record.isRecorded]).toEqual(['ok', false]);
    await expect(runtime.wait(record.invocationId)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
  });

  it('gives back the record of a call that has ended', async () => {
    const { runtime } = startRuntime([weather({ effect: 'read' })]);
    const record = await runtime.call({
      tool: 'weather',
      args: { city: 'Oslo' },
      caller: { id: 'ada', tenant: 'acme' },
    });

    const loaded = await runtime.wait(record.invocationId);

    expect(loaded.toJSON()).toEqual(record.toJSON());
    expect(loaded.result).toEqual(record.result);
  });

  it('goes on when a listener or telemetry throws, and reports it', async () => {
    const { runtime, faults } = startRuntime([weather()], {
      telemetry: {
        startCall: () => {
          throw new Error('telemetry');
        },
      },
    });
    const heard: string[] = [];
    runtime.subscribe(() => {
      throw new Error('listener');
    });
    const unsubscribe = runtime.subscribe(({ type }) => heard.push(type));

    const record = await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });
    unsubscribe();
    await runtime.call({ tool: 'weather', args: { city: 'Oslo' } });

    expect(record.status).toBe('ok');
    expect(heard).toEqual(['tool-call-start', 'tool-call-end']);
    expect(faults.map(String)).toContain('Error: listener');
    expect(faults.map(String)).toContain('Error: telemetry');
  });

  it('denies before it looks at the arguments', async () => {
    const { runtime } = startRuntime([weather()], { policy: () => deny('it is closed') });

    const record = await runtime.call({ tool: 'weather', args: '{not json' });

    expect([record.status, record.problem?.message, record.details().denial]).toEqual([
      'unknown_tool',
      'There is no tool "weather".',
      'it is closed',
    ]);
    expect(record.details().args).toBeUndefined();
  });

  it('checks plain JSON Schemas and library schemas that answer later', async () => {
    const later = z.object({ city: z.string() }).refine(async ({ city }) => city === 'Oslo', 'must be Oslo');
    const { runtime } = startRuntime([
      weather({ inputSchema: later }),
      weather({ name: 'plain', inputSchema: weatherSchema }),
    ]);

    const [good, bad, plain] = await runtime.callAll([
      { tool: 'weather', args: { city: 'Oslo' } },
      { tool: 'weather', args: { city: 'Rome' } },
      { tool: 'plain', args: { city: 5 } },
    ]);

    expect([good?.status, bad?.status, plain?.status]).toEqual(['ok', 'invalid_args', 'invalid_args']);
    expect(bad?.problem?.issues).toEqual([{ path: [], message: 'must be Oslo' }]);
  });
});
