import { describe, expect, it } from 'vitest';
import { approveNextGate } from '../../../../test/adapters/approve-next-gate.ts';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import { Media, type MediaSource } from '../index.ts';
import { allow, combinePolicies, defaultPolicy, deny, type Policy } from '../runtime/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import { openToolDesk } from './tool-desk.ts';

const hello = tool('hello', () => 'Hello.', { trusted: true });

function picture(source: MediaSource): Media {
  return new Media({
    kind: 'image',
    mimeType: 'image/png',
    trustTier: 'first-party',
    hazard: 'inert',
    source,
  });
}

describe('openToolDesk', () => {
  it('offers what the caller may see, or what it is told to', async () => {
    const hidden = tool('hidden', () => '');
    const { runtime } = startRuntime([hello, hidden], {
      policy: ({ tool: { name } }) => (name === 'hidden' ? deny('it is secret') : { verdict: 'allow' }),
    });

    const all = await openToolDesk(runtime, { name: 'Test' });
    const some = await openToolDesk(runtime, { name: 'Test' }, { tools: [hidden] });

    expect(all.tools).toEqual([hello]);
    expect(some.tools).toEqual([hidden]);
  });

  it.each<[string, AdapterOptions]>([
    ['caller', { caller: { id: '' } }],
    ['caller', { caller: { id: '' }, tools: [hello] }],
    ['tools', { tools: [hello, hello] }],
    ['tools', { tools: [{ ...hello }] as never }],
    ['approvals', { approvals: 'nobody' as never }],
    ['approver', { approver: '' }],
    ['onRecord', { onRecord: {} as never }],
    ['onFault', { onFault: {} as never }],
    ['maxMediaBytes', { maxMediaBytes: -1 }],
  ])('refuses a wrong %s before there is a call', async (option, options) => {
    const { runtime } = startRuntime([hello]);

    await expect(openToolDesk(runtime, { name: 'Test' }, options)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(option),
    });
  });

  it('tells which tools the framework may have to ask about', async () => {
    const read = tool('read', () => '', { effect: 'read' });
    const remove = tool('remove', () => '', { effect: 'destructive' });
    const never: Policy = () => allow();
    const openWith = async (policy: Policy | undefined, options: AdapterOptions = {}) => {
      const { runtime } = startRuntime([read, remove], policy && { policy });
      const desk = await openToolDesk(runtime, { name: 'Test' }, options);
      return desk.tools.filter((each) => desk.mayAsk(each)).map(({ name }) => name);
    };

    expect(await openWith(undefined)).toEqual(['remove']);
    expect(await openWith(combinePolicies([defaultPolicy, never]))).toEqual(['read', 'remove']);
    expect(await openWith(Object.assign(() => allow(), { isByScopes: true }))).toEqual(['read', 'remove']);
    expect(
      await openWith(Object.assign(() => allow(), { isByScopes: true, ignoresArguments: true })),
    ).toEqual([]);
    expect(await openWith(undefined, { approvals: 'runtime' })).toEqual([]);
  });

  it('answers whatever the observer of records does', async () => {
    const { runtime } = startRuntime([hello]);
    const observers = [
      () => {
        throw new Error('no');
      },
      () => Promise.reject(new Error('no')),
    ];

    for (const onRecord of observers) {
      const desk = await openToolDesk(runtime, { name: 'Test' }, { onRecord });
      const { isError, parts } = await desk.call({ tool: 'hello', args: {} });
      expect([isError, parts]).toEqual([false, [{ type: 'text', text: 'Hello.' }]]);
    }
  });

  it('gives media with their bytes, and a sentence for those that cannot be shown', async () => {
    const media = [
      picture(new Uint8Array([1, 2, 3])),
      picture(new Uint8Array([1, 2, 3, 4])),
      picture(new Uint8Array()),
      picture(() => {
        throw new Error('postgres://app:hunter2@db-7');
      }),
    ];
    const { runtime } = startRuntime([tool('look', () => media)]);
    const desk = await openToolDesk(runtime, { name: 'Test' }, { maxMediaBytes: 3 });

    const { parts } = await desk.call({ tool: 'look', args: {} });

    expect(parts).toEqual([
      { type: 'media', kind: 'image', mimeType: 'image/png', base64: 'AQID' },
      { type: 'text', text: expect.stringContaining('more than 3 bytes') },
      { type: 'text', text: expect.stringContaining('It is empty.') },
      { type: 'text', text: expect.stringContaining('It could not be read.') },
    ]);
    expect(JSON.stringify(parts)).not.toContain('hunter2');
  });

  it('does not wait for stalled media after an abort', async () => {
    const controller = new AbortController();
    const stalled = picture(
      () =>
        new ReadableStream({
          pull: () => {
            controller.abort();
            return new Promise(() => undefined);
          },
        }),
    );
    const { runtime } = startRuntime([tool('look', () => stalled)]);
    const desk = await openToolDesk(runtime, { name: 'Test' });

    const { record, parts } = await desk.call({ tool: 'look', args: {}, signal: controller.signal });

    expect(record.isOk).toBe(true);
    expect(parts).toEqual([{ type: 'text', text: expect.stringContaining('not read to its end') }]);
  });

  it('takes no approval of the framework where the runtime asks', async () => {
    const { runtime, events } = startRuntime([tool('remove', () => '', { effect: 'destructive' })]);
    const desk = await openToolDesk(runtime, { name: 'Test' }, { approvals: 'runtime' });
    const controller = new AbortController();
    runtime.subscribe(({ type }) => {
      if (type === 'gate-open') controller.abort();
    });
    const call = { tool: 'remove', args: {}, decision: { isApproved: true }, signal: controller.signal };

    expect(await desk.needsApproval(call)).toBe(false);
    const { record } = await desk.call(call);

    expect(record.status).toBe('aborted');
    expect(events.events.map(({ type }) => type)).toContain('gate-open');
  });

  it('writes down the framework as the approver unless it is told who that was', async () => {
    const { runtime } = startRuntime([tool('remove', () => 'Gone.', { effect: 'destructive' })]);
    const call = { tool: 'remove', args: {}, decision: { isApproved: true } };

    const unnamed = await (await openToolDesk(runtime, { name: 'Test' })).call(call);
    const named = await (await openToolDesk(runtime, { name: 'Test' }, { approver: 'ada' })).call(call);

    expect(unnamed.record.gates[0]?.approver).toBe('user of Test');
    expect(named.record.gates[0]?.approver).toBe('ada');
  });

  it('shows nothing of what code of the host throws, and tells the host', async () => {
    const secret = new Error('password=hunter2');
    const fail = () => {
      throw secret;
    };
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const write = tool('write', () => 'Written.', { effect: 'write' });
    const redacting = await openToolDesk(
      startRuntime([write], { redact: fail }).runtime,
      { name: 'Test' },
      {
        onFault,
      },
    );
    let isBroken = false;
    const randomId = () => (isBroken ? fail() : 'abcdefgh');
    const naming = await openToolDesk(
      startRuntime([write], { randomId }).runtime,
      { name: 'Test' },
      { onFault },
    );
    isBroken = true;
    const call = { tool: 'write', args: {} };

    const { isError, parts, record } = await redacting.call(call);

    expect([isError, record.isOk]).toEqual([true, true]);
    expect(parts).toEqual([{ type: 'text', text: expect.stringContaining(record.invocationId) }]);
    expect(JSON.stringify(parts)).toContain('do not call again');
    expect(JSON.stringify(parts)).not.toContain('hunter2');
    for (const work of [naming.call(call), naming.needsApproval(call), naming.reasonToAsk(call)]) {
      const error: Error = await work.then(fail, (thrown) => thrown);
      expect([error.message, error.cause]).toEqual(['The call could not be made.', undefined]);
    }
    expect(faults).toEqual([secret, secret, secret, secret]);
  });

  it('lets a call wait at the gate whose tool is not the one any more that was asked about', async () => {
    const define = (description: string) =>
      tool('remove', () => 'Gone.', { effect: 'destructive', description });
    let current = define('Removes a file.');
    const resolver = { resolve: () => current, list: () => [current] };
    const { runtime } = startRuntime([], { resolver: resolver as never });
    const desk = await openToolDesk(runtime, { name: 'Test' });
    const call = { tool: 'remove', args: {}, providerCallId: 'a' };

    await desk.needsApproval(call);
    current = define('Removes everything.');
    const approving = approveNextGate(runtime, 'grace');
    const { record } = await desk.call({ ...call, decision: { isApproved: true, approver: 'ada' } });

    await approving;
    expect(record.gates.map(({ approver }) => approver)).toEqual(['grace']);
  });

  it('gives the first outcome under a key, and asks anew where the key may be that of another call', async () => {
    let count = 0;
    const remove = tool('remove', () => `Gone ${++count}.`, { effect: 'destructive', trusted: true });
    const { runtime } = startRuntime([remove]);
    const desk = await openToolDesk(runtime, { name: 'Test' });
    const call = { tool: 'remove', args: {}, decision: { isApproved: true }, idempotencyKey: 'k' };

    const [one, two] = await Promise.all([desk.call(call), desk.call(call)]);
    const approving = approveNextGate(runtime, 'grace');
    const three = await desk.call({ ...call, isKeyShared: true });

    await approving;
    expect([one.parts, two.parts, three.parts]).toEqual([
      [{ type: 'text', text: 'Gone 1.' }],
      [{ type: 'text', text: 'Gone 1.' }],
      [{ type: 'text', text: 'Gone 2.' }],
    ]);
    expect(three.record.gates.map(({ approver }) => approver)).toEqual(['grace']);
  });
});
