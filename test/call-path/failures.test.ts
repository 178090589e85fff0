import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import type { Ledger } from '../../packages/toolcrib/src/runtime/ledger/ledger.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { allow, type PolicyQuestion } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { formatExceptions } from '../../packages/toolcrib/src/runtime/render/describe-exception.ts';
import type { CallSpan } from '../../packages/toolcrib/src/runtime/telemetry/telemetry.ts';
import { openSqlite, sqliteLedger } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { startRuntime, tool } from '../runtime.ts';

const SECRET = 'plain-walnut-harbour';

const thrown = new TypeError('no orders', { cause: new Error('the pool is empty') });
const fail = () => {
  throw thrown;
};

async function callFailing(handler: () => never = fail, ledger?: Ledger) {
  const faults: (readonly [unknown, CallRecord | undefined])[] = [];
  const told: (CallRecord | undefined)[] = [];
  const started = startRuntime([tool('orders', handler)], {
    ...(ledger && { ledger }),
    onFault: (error, record) => faults.push([error, record]),
  });
  started.runtime.subscribe((event, record) => {
    if (event.type === 'tool-call-end') told.push(record);
  });
  const record = await started.runtime.call({ tool: 'orders', args: {} });
  return { ...started, record, faults, told };
}

describe('the exception behind a reference', () => {
  it('is told to onFault together with the record', async () => {
    const { record, faults } = await callFailing();

    expect(record.problem?.message).toBe(`Tool "orders" failed. Reference: ${record.invocationId}.`);
    expect(faults).toEqual([[thrown, record]]);
  });

  it('is in the record that listeners get with the end of the call', async () => {
    const { record, told } = await callFailing();

    expect(told).toEqual([record]);
    expect(told[0]?.details().cause).toBe(thrown);
  });

  it('says what is wrong with a result that cannot be read', async () => {
    const { record, faults } = await callFailing((() => 7) as unknown as () => never);

    expect(record.status).toBe('invalid_result');
    expect(faults).toMatchObject([
      [{ code: 'E_INVALID_RESULT', message: expect.stringMatching(/number/) }, {}],
    ]);
  });

  it('is told with the record where the end of a call that succeeded could not be written', async () => {
    const ledger = memoryLedger();
    const full = new Error('disk full');
    vi.spyOn(ledger, 'replace').mockImplementation(() => Promise.reject(full));
    const faults: unknown[] = [];
    const { runtime, clock } = startRuntime([tool('orders', () => 'paid', { effect: 'write' })], {
      ledger,
      onFault: (error, record) => faults.push([error, record]),
    });

    const calling = runtime.call({ tool: 'orders', args: {} });
    await clock.advance(5_000);
    const record = await calling;

    expect(record.problem).toMatchObject({
      code: 'E_CALL_NOT_RECORDED',
      message: expect.stringContaining(`Reference: ${record.invocationId}.`),
    });
    expect(faults).toEqual([[full, record]]);
  });

  it('is apart from why the end of the call could not be written', async () => {
    const ledger = memoryLedger();
    const full = new Error('disk full');
    vi.spyOn(ledger, 'replace').mockImplementation(() => Promise.reject(full));
    const { runtime, clock } = startRuntime([tool('orders', fail, { effect: 'write' })], { ledger });

    const calling = runtime.call({ tool: 'orders', args: {} });
    await clock.advance(5_000);
    const record = await calling;

    expect(record.problem?.code).toBe('E_CALL_NOT_RECORDED');
    expect(record.details()).toMatchObject({ cause: thrown, writeFailure: full });
  });

  it('is not told where the author says what happened, nor once more for a replay', async () => {
    const toldBy = await callFailing(() => {
      throw new ToolError('There is no such order.');
    });
    const faults: unknown[] = [];
    const request = { tool: 'pay', args: {}, idempotencyKey: 'once' };
    const runtime = startRuntime([tool('pay', fail)], { onFault: (error) => faults.push(error) }).runtime;
    const first = await runtime.call(request);
    const second = await runtime.call(request);

    expect(toldBy.faults).toEqual([]);
    expect(second.replayOf).toBe(first.invocationId);
    expect(second.details().cause).toMatchObject({ name: 'TypeError', message: 'no orders' });
    expect(faults).toEqual([thrown]);
  });

  it.each([
    ['in memory', () => memoryLedger()],
    ['in SQLite', () => sqliteLedger(openSqlite(':memory:'))],
  ])('is in the record that wait() reads back from a ledger %s', async (_, open) => {
    const { record, runtime } = await callFailing(fail, open());

    const found = await runtime.wait(record.invocationId);
    const { cause } = found.details();

    expect(found).not.toBe(record);
    expect(cause).toBeInstanceOf(Error);
    expect(cause).toMatchObject({
      name: 'TypeError',
      message: 'no orders',
      cause: { message: 'the pool is empty' },
    });
    expect((cause as Error).stack).toContain('failures.test.ts');
  });

  it('is read back without known secrets', async () => {
    const token = 'ghp_Q7w2E9r4T6y1U8i3O5p0A2s4D6f8G1h3J5k7';
    const { record, runtime } = await callFailing(() => {
      throw new Error(`password=${token}`, { cause: new Error(token) });
    });

    const { cause } = (await runtime.wait(record.invocationId)).details();

    expect(JSON.stringify([cause, (cause as Error).stack, (cause as Error).cause])).not.toContain(token);
  });

  it('is in nothing that a model, a user or a log gets, nor in the event', async () => {
    const error = new Error(SECRET, { cause: new Error(`${SECRET} of the cause`) });
    error.stack = `Error\n    at ${SECRET} (file.ts:1:2)`;
    const { record, runtime, events } = await callFailing(() => {
      throw error;
    });

    const found = await runtime.wait(record.invocationId);

    for (const each of [record, found]) {
      const shown = [each, runtime.renderForModel(each), runtime.renderForUser(each), events.events];
      expect(JSON.stringify(shown)).not.toContain(SECRET);
    }
  });

  it.each([
    ['a proxy that throws', new Proxy({}, { get: fail, getPrototypeOf: fail })],
    ['nothing', undefined],
    ['a text', 'no'],
  ])('may be %s, and the call has its record', async (_, value) => {
    const { record, faults, runtime } = await callFailing(() => {
      throw value;
    });

    expect(record.status).toBe('failed');
    expect(faults).toHaveLength(1);
    expect((await runtime.wait(record.invocationId)).status).toBe('failed');
  });
});

describe('a policy that throws', () => {
  const broken = new Error('no scopes');
  const isAsked = (question: PolicyQuestion, when: string) =>
    question.tool.name === 'orders' && (when === 'hidden' || question.args !== undefined);

  it.each([
    ['hidden', 'unknown_tool', 'There is no tool "orders".'],
    ['refused', 'denied', 'Tool "orders" may not be called: the policy could not decide.'],
  ])('has its exception told once, with the record of the call that is %s', async (when, status, message) => {
    const faults: (readonly [unknown, CallRecord | undefined])[] = [];
    const { runtime } = startRuntime([tool('orders', () => 'none'), tool('pay', () => 'paid')], {
      policy: (question) => {
        if (isAsked(question, when)) throw broken;
        return allow();
      },
      onFault: (error, record) => faults.push([error, record]),
    });

    const record = await runtime.call({ tool: 'orders', args: {} });

    expect([record.status, record.problem?.message]).toEqual([status, message]);
    expect(faults).toEqual([[broken, record]]);
  });

  it('is warned of on the console where nobody asked to be told, without what it threw', async () => {
    const policy = () => {
      throw new Error(SECRET);
    };
    const { runtime } = startRuntime([tool('orders', () => 'none')], { policy, onFault: undefined });
    const warn = vi.spyOn(console, 'warn');

    await runtime.call({ tool: 'orders', args: {} });

    const warning =
      'toolcrib: an error in the phase "authorize" of a call; give the runtime an onFault to see it.';
    expect(warn.mock.calls).toEqual([[warning]]);
    warn.mockClear();
  });
});

describe('the phase of a call that failed', () => {
  it.each([
    ['execute', 'threw', fail],
    ['execute', 'rejected', async () => fail()],
    ['check-result', 'gave nonsense', () => 7 as unknown as string],
  ])('is %s if the handler %s', async (phase, _, handler) => {
    const { runtime } = startRuntime([tool('orders', handler)]);

    const record = await runtime.call({ tool: 'orders', args: {} });

    expect(record.details().phase).toBe(phase);
  });
});

describe('a handler whose question is not answered with yes', () => {
  it.each([
    ['denied', 'ada did not approve it: too late'],
    ['timed_out', 'nobody approved it in time'],
  ])('has begun, and its call that is %s says so', async (status, why) => {
    const asking = tool('pay', async (_, { waitFor }) => {
      await waitFor({ name: 'sure', prompt: 'Sure?' });
      return 'paid';
    });
    const { runtime, clock } = startRuntime([asking]);

    const calling = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    if (status === 'timed_out') await clock.advance(3_600_000);
    else
      await runtime.gates.settle(gate as OpenGate, {
        ...{ decision: 'reject', approver: 'ada', reason: 'too late' },
      });
    const record = await calling;

    expect([record.status, record.sideEffect]).toEqual([status, 'none']);
    expect(record.problem?.message).toBe(`Tool "pay" was stopped before it finished: ${why}.`);
  });
});

describe('a handler that throws undefined', () => {
  it.each(['throws', 'rejects'])('and %s so is described everywhere', async (how) => {
    const events: unknown[] = [];
    const span = { run: (work: () => unknown) => work(), end: (record: CallRecord) => events.push(record) };
    const started = startRuntime(
      [tool('odd', () => (how === 'rejects' ? Promise.reject() : throwUndefined()))],
      { telemetry: { startCall: () => span as CallSpan } },
    );

    const record = await started.runtime.call({ tool: 'odd', args: {} });
    const later = await started.runtime.wait(record.invocationId);

    expect(formatExceptions(record.describeException())).toBe('undefined: undefined was thrown');
    expect(formatExceptions(later.describeException())).toBe('undefined: undefined was thrown');
    expect(events).toEqual([record]);
  });
});

function throwUndefined(): never {
  throw undefined;
}
