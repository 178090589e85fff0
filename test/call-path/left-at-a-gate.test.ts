import { describe, expect, it } from 'vitest';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { ToolContext } from '../../packages/toolcrib/src/core/tool-context.ts';
import type { Awaitable } from '../../packages/toolcrib/src/runtime/awaitable.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import type { Ledger } from '../../packages/toolcrib/src/runtime/ledger/ledger.ts';
import type { LedgerEntry } from '../../packages/toolcrib/src/runtime/ledger/ledger-entry.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { allow, deny } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { approve, startWorld } from '../world.ts';

/** A tool that acts whatever becomes of its question, and notes it. */
function createCareless() {
  const acts: string[] = [];
  const contexts: ToolContext[] = [];
  const order = tool('order', async (_, ctx) => {
    contexts.push(ctx);
    const answer = await ctx.waitFor({ name: 'sure', prompt: '' }).then(
      () => 'yes',
      () => 'no',
    );
    acts.push(answer);
    return answer;
  });
  return { acts, contexts, order };
}

type Write = () => Awaitable<boolean>;

/** A ledger that is told how to write a change. */
function createLedger(replace: (entry: LedgerEntry, write: Write) => Awaitable<boolean>): Ledger {
  const inner = memoryLedger();
  return {
    isDurable: true,
    insert: (entry) => inner.insert(entry),
    replace: (entry) => replace(entry, () => inner.replace(entry)),
    get: (id) => inner.get(id),
    find: (query) => inner.find(query),
    findSummaries: (query) => inner.findSummaries(query),
    prune: (before) => inner.prune(before),
  };
}

/** Calls a tool, approves it at its gate, and waits for as long as the ledger is tried. */
async function callAndApprove(order: Tool, ledger: Ledger): Promise<CallRecord> {
  const { runtime, clock } = startRuntime([order], { ledger });
  const call = runtime.call({ tool: 'order', args: {} });
  await clock.advance(0);
  await approveAll(runtime);
  await clock.advance(60_000);
  return await call;
}

/** Whether an entry says that its handler goes on after a gate. */
function goesOn({ state, gates }: LedgerEntry): boolean {
  return state === 'running' && gates.length > 0;
}

async function approveAll(runtime: Runtime): Promise<void> {
  for (const gate of await runtime.gates.list()) await runtime.gates.settle(gate, approve);
}

describe('a handler whose call ends at a gate', () => {
  it('does not go on when the runtime is closed, so that only the next process acts', async () => {
    const { acts, contexts, order } = createCareless();
    const world = startWorld();
    const first = world.start([order]);
    const call = first.runtime.call({ tool: 'order', args: {} });
    await world.clock.advance(0);

    await first.runtime.close();
    await world.clock.advance(1_000);
    const second = world.start([order]);
    await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(gate?.invocationId ?? '');

    expect(await call).toMatchObject({ hasEnded: false, problem: { code: 'E_CALL_IN_PROGRESS' } });
    expect(record.status).toBe('ok');
    expect(acts).toEqual(['yes']);
    expect(contexts[0]?.signal.aborted).toBe(true);
  });

  it('does not go on when another process has taken the call over', async () => {
    const { acts, order } = createCareless();
    const world = startWorld();
    const first = world.start([order], { owner: 'first' });
    const call = first.runtime.call({ tool: 'order', args: {} });
    await world.clock.advance(0);
    const second = world.start([order], { owner: 'second' });
    const [gate] = await second.runtime.gates.list();
    first.stall();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(10_000);

    await second.runtime.recover();
    const record = await second.runtime.wait(gate?.invocationId ?? '');
    first.letGo();
    await world.clock.advance(10_000);

    expect([record.status, (await call).invocationId]).toEqual(['ok', record.invocationId]);
    expect(acts).toEqual(['yes']);
  });

  it('does not go on when the call may not any more, and its place is free', async () => {
    const { acts, order } = createCareless();
    let isAllowed = true;
    const policy = () => (isAllowed ? allow() : deny('its key was revoked'));
    const { runtime, clock } = startRuntime([order], { policy, limits: { maxConcurrent: 1 } });
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();

    isAllowed = false;
    await runtime.gates.settle(gate as OpenGate, approve);
    const record = await call;
    isAllowed = true;
    const next = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);

    expect(record).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect(acts).toEqual([]);
    expect(await runtime.gates.list()).toHaveLength(1);
    await runtime.gates.settle((await runtime.gates.list())[0] as OpenGate, approve);
    expect([(await next).status, acts]).toEqual(['ok', ['yes']]);
  });

  it('does not go on when the ledger does not take that it does', async () => {
    const { acts, order } = createCareless();
    const ledger = createLedger((entry, write) => {
      if (goesOn(entry)) throw new Error('The disk is full.');
      return write();
    });

    const record = await callAndApprove(order, ledger);

    expect(record).toMatchObject({ status: 'failed', sideEffect: 'none', isRecorded: true });
    expect(acts).toEqual([]);
  });

  it('is told as not recorded when the ledger may have that it goes on, and takes no end', async () => {
    const { acts, order } = createCareless();
    let isDown = false;
    const ledger = createLedger((entry, write) => {
      isDown ||= goesOn(entry);
      if (isDown) throw new Error('The disk is full.');
      return write();
    });

    const record = await callAndApprove(order, ledger);

    expect(record).toMatchObject({
      status: 'failed',
      sideEffect: 'unknown',
      hasEnded: false,
      problem: { code: 'E_CALL_NOT_RECORDED' },
    });
    expect(acts).toEqual([]);
  });

  it('does not go on when the call ends before the ledger has that it does, and its place is free', async () => {
    const { acts, order } = createCareless();
    const written = deferred<void>();
    const { runtime, clock, events, faults } = startRuntime([order], {
      ledger: createLedger(async (entry, write) => {
        if (goesOn(entry)) await written.promise;
        return write();
      }),
      limits: { maxConcurrent: 1 },
    });
    const aborting = new AbortController();
    const call = runtime.call({ tool: 'order', args: {}, signal: aborting.signal });
    await clock.advance(0);
    await approveAll(runtime);
    await clock.advance(0);

    aborting.abort();
    await clock.advance(1_000);
    const record = await call;
    written.resolve();
    await clock.advance(1_000);
    const next = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    await approveAll(runtime);

    expect(record).toMatchObject({ status: 'aborted', sideEffect: 'unknown' });
    expect(await next).toMatchObject({ status: 'ok' });
    // The first handler hears that its call has ended.
    expect([acts, events.ofType('tool-call-abandoned').length, faults]).toEqual([['no', 'yes'], 1, []]);
  });

  it('has not ended, if its end is not written before the runtime is closed', async () => {
    const patience = deferred<void>();
    const order = tool('order', async (_, ctx) => {
      await Promise.race([ctx.waitFor({ name: 'note', prompt: '' }), patience.promise]);
      return 'ordered without a note';
    });
    let isDown = false;
    const ledger = createLedger((_, write) => {
      if (isDown) throw new Error('The connection is lost.');
      return write();
    });
    const { runtime, clock, events } = startRuntime([order], { ledger });
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);

    isDown = true;
    patience.resolve();
    await clock.advance(0);
    const closing = runtime.close();
    await clock.advance(10_000);
    await closing;

    const record = await call;
    expect(record).toMatchObject({ hasEnded: false, problem: { code: 'E_CALL_IN_PROGRESS' } });
    expect(await ledger.get(record.invocationId)).toMatchObject({ state: 'waiting' });
    expect(events.ofType('tool-call-end')).toEqual([]);
  });

  it('gives its place back once, also if it did not wait for its gate', async () => {
    let finish: (text: string) => void = () => undefined;
    const order = tool('order', (_, ctx) => {
      void ctx.waitFor({ name: 'sure', prompt: '' });
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    const world = startWorld();
    const { runtime, events, faults } = world.start([order]);
    const call = runtime.call({ tool: 'order', args: {} });
    await world.clock.advance(0);

    await runtime.close();
    finish('late');
    await world.clock.advance(1_000);

    const { hasEnded, invocationId } = await call;
    expect(hasEnded).toBe(false);
    expect(events.ofType('tool-call-abandoned')).toMatchObject([{ settled: 'returned' }]);
    // The next process may be about to write the revision after the gate.
    expect(world.ledger.get(invocationId)).toMatchObject({ state: 'waiting', revision: 2, abandoned: null });
    expect(faults).toEqual([]);
  });
});
