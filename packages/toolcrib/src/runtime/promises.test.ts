import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import type { ToolOptions } from '../core/tool-options.ts';
import type { CallEvent } from './call-event.ts';
import type { OpenGate } from './gates/gates.ts';
import type { Ledger } from './ledger/ledger.ts';
import { memoryLedger } from './ledger/memory-ledger.ts';
import { allow, ask, deny, type Policy } from './policy/policy.ts';

/** A ledger that outlives its runtimes, as far as they can tell. */
function durableLedger(): Ledger {
  const inner = memoryLedger();
  return {
    isDurable: true,
    insert: (entry) => inner.insert(entry),
    replace: (entry) => inner.replace(entry),
    get: (id) => inner.get(id),
    find: (query) => inner.find(query),
    findSummaries: (query) => inner.findSummaries(query),
    prune: (before) => inner.prune(before),
  };
}

describe('rendering for a model', () => {
  it('[A5] has another nonce each time, also in another runtime, and differs in nothing else', async () => {
    const texts: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { runtime } = startRuntime([tool('read', () => 'words of a stranger')], { randomId: undefined });
      const record = await runtime.call({ tool: 'read', args: {} });
      for (let index = 0; index < 100; index++) {
        const [part] = runtime.renderForModel(record).parts;
        texts.push(part?.type === 'text' ? part.text : '');
      }
    }

    const nonces = texts.map((text) => /nonce="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(new Set(nonces).size).toBe(200);
    const rest = new Set(texts.map((text, index) => text.replaceAll(nonces[index] ?? '', '')));
    expect([...rest]).toEqual([expect.stringContaining('words of a stranger')]);
  });
});

describe('the arguments in the ledger', () => {
  const seat = 'seat-4711';
  const revert = () => undefined;
  const fail = () => {
    throw new Error('no');
  };
  const denyArguments: Policy = ({ args }) => (args === undefined ? allow() : deny('no'));

  it.each<{
    readonly name: string;
    readonly status: string;
    readonly handler?: () => string;
    readonly options?: Partial<ToolOptions>;
    readonly policy?: Policy;
    readonly isKept: boolean;
  }>([
    { name: 'that went well', status: 'ok', isKept: false },
    { name: 'that went well and can be taken back', status: 'ok', options: { revert }, isKept: true },
    { name: 'that failed', status: 'failed', handler: fail, isKept: false },
    {
      name: 'that failed and may have had an effect',
      status: 'failed',
      handler: fail,
      options: { revert },
      isKept: false,
    },
    {
      name: 'that the policy denied',
      status: 'denied',
      options: { revert },
      policy: denyArguments,
      isKept: false,
    },
    {
      name: 'that a person rejected',
      status: 'denied',
      options: { revert },
      policy: () => ask('money'),
      isKept: false,
    },
  ])('are kept for a call $name: $isKept', async ({ status, handler, options, policy, isKept }) => {
    const ledger = memoryLedger();
    const whileRunning: unknown[] = [];
    const book = tool(
      'book',
      async (_, ctx) => {
        whileRunning.push((await ledger.get(ctx.invocationId))?.args);
        return handler?.() ?? 'booked';
      },
      { inputSchema: { type: 'object', properties: { seat: { type: 'string' } } }, ...options },
    );
    const { runtime, clock } = startRuntime([book], { ledger, policy: policy ?? (() => allow()) });

    const call = runtime.call({ tool: 'book', args: { seat } });
    await clock.advance(0);
    const gates = await runtime.gates.list();
    for (const gate of gates) {
      whileRunning.push((await ledger.get(gate.invocationId))?.args);
      await runtime.gates.settle(gate, { decision: 'reject', approver: 'ada' });
    }
    const record = await call;
    const entry = await ledger.get(record.invocationId);

    expect([record.status, entry?.state]).toEqual([status, status]);
    expect(whileRunning).toEqual(policy === denyArguments ? [] : [{ seat }]);
    expect(entry?.args).toEqual(isKept ? { seat } : null);
    // Nor anywhere else, such as in what was shown at the gate.
    expect(JSON.stringify(entry).includes(seat)).toBe(isKept);
  });
});

describe('taking a call back in another process', () => {
  it.each([
    { name: 'the same definition', change: {}, isRefused: false },
    { name: 'another description', change: { description: 'after' }, isRefused: true },
    { name: 'another version', change: { version: '2.0.0' }, isRefused: true },
  ])('is refused when the tool is not the one that was called: $name', async ({ change, isRefused }) => {
    const reverted: string[] = [];
    const book = (process: string, options: Partial<ToolOptions> = {}) =>
      tool('book', () => 'booked', {
        description: 'before',
        version: '1.0.0',
        revert: () => {
          reverted.push(process);
        },
        ...options,
      });
    const ledger = durableLedger();
    const first = startRuntime([book('first')], { ledger, randomId: undefined }).runtime;
    const second = startRuntime([book('second', change)], { ledger, randomId: undefined }).runtime;
    const { invocationId } = await first.call({ tool: 'book', args: {} });

    const reverting = second.revert(invocationId);

    if (isRefused) await expect(reverting).rejects.toMatchObject({ code: 'E_NOT_REVERTIBLE' });
    else expect((await reverting).status).toBe('ok');
    expect(reverted).toEqual(isRefused ? [] : ['second']);
  });
});

describe('the caller of a call', () => {
  it.each([
    { name: 'an object', own: (caller: object) => caller },
    { name: 'a frozen object with scopes that are not', own: (caller: object) => Object.freeze(caller) },
  ])('stays as it was accepted, when it came as $name that is changed later', async ({ own }) => {
    const scopes = ['pay'];
    const given = own({ id: 'ada', tenant: 'acme', scopes }) as { id: string; tenant: string };
    const accepted = { id: 'ada', tenant: 'acme', scopes: ['pay'] };
    const seen: unknown[] = [];
    const ledger = memoryLedger();
    const pay = tool('pay', (_, ctx) => {
      seen.push(structuredClone(ctx.caller));
      return 'paid';
    });
    const { runtime } = startRuntime([pay], {
      ledger,
      policy: ({ args, caller }) => {
        if (args !== undefined) {
          seen.push(structuredClone(caller));
          return allow();
        }
        // The host goes on with its own object as soon as the call is accepted.
        if (!Object.isFrozen(given)) Object.assign(given, { id: 'eve', tenant: 'evil' });
        scopes.push('admin');
        return allow();
      },
    });

    const record = await runtime.call({ tool: 'pay', args: {}, caller: given });

    expect([record.status, scopes]).toEqual(['ok', ['pay', 'admin']]);
    expect(seen).toEqual([accepted, accepted]);
    expect(record.caller).toEqual(accepted);
    expect([Object.isFrozen(record.caller), Object.isFrozen(record.caller.scopes)]).toEqual([true, true]);
    expect(await ledger.get(record.invocationId)).toMatchObject({
      callerId: 'ada',
      tenant: 'acme',
      scopes: ['pay'],
    });
  });
});

describe('events', () => {
  it('are frozen, so that no listener can change what the next one hears', async () => {
    const heard: CallEvent[] = [];
    const order = tool('order', async (_, ctx) => {
      ctx.reportProgress({ message: 'half' });
      await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
      return 'done';
    });
    const { runtime, clock } = startRuntime([order]);
    runtime.subscribe((event) => heard.push(event));
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    await runtime.gates.settle(gate as OpenGate, { decision: 'approve', approver: 'ada' });
    await call;

    expect(heard.map((event) => [event.type, Object.isFrozen(event)])).toEqual([
      ['tool-call-start', true],
      ['tool-call-progress', true],
      ['gate-open', true],
      ['gate-settled', true],
      ['tool-call-end', true],
    ]);
    expect(
      heard.map((event) => ('progress' in event ? Object.isFrozen(event.progress) : true)),
    ).not.toContain(false);
  });
});
