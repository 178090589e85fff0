import { ToolcribError } from '../../packages/toolcrib/src/core/errors.ts';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import type { ToolOptions } from '../../packages/toolcrib/src/core/tool-options.ts';
import type { CallRequest } from '../../packages/toolcrib/src/runtime/call-request.ts';
import type { CallStatus } from '../../packages/toolcrib/src/runtime/call-status.ts';
import type { Ledger } from '../../packages/toolcrib/src/runtime/ledger/ledger.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import type { RuntimeOptions } from '../../packages/toolcrib/src/runtime/runtime-options.ts';
import { deferred, type StartedRuntime } from '../runtime.ts';

/** Looks like any other word, so that no redactor finds it. */
export const SECRET = 'plain-walnut-harbour';

/** A place where a secret lies during a call of the tool `act`, and how that call ends. */
export interface SecretCase {
  readonly name: string;
  readonly status: CallStatus;
  readonly handler?: ToolOptions['handler'];
  readonly tool?: Partial<ToolOptions>;
  readonly options?: Omit<Partial<RuntimeOptions>, 'clock'>;
  readonly request?: Partial<CallRequest>;
  /** The model, and whoever may see its arguments, wrote it themselves. */
  readonly isFromModel?: true;
  /** What happens while the call is going on. */
  readonly meanwhile?: (started: StartedRuntime) => Promise<unknown>;
}

const fail = (error: unknown) => () => {
  throw error;
};
const failure = () => new Error(SECRET);

const outputSchema = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  additionalProperties: false,
} as const;
const inputSchema = { type: 'object', properties: { key: { type: 'string', maxLength: 64 } } } as const;

/** A schema whose own code says or throws the secret. */
function schemaThat(validate: () => never) {
  return withJsonSchema({ '~standard': { version: 1, vendor: 'test', validate } }, { type: 'object' });
}

const quoteSecret = () => ({ issues: [{ message: `${SECRET} is wrong`, path: [SECRET] }] }) as never;

function brokenLedger(method: 'insert' | 'replace'): Ledger {
  const ledger = memoryLedger();
  return {
    isDurable: false,
    insert: method === 'insert' ? fail(failure()) : (entry) => ledger.insert(entry),
    replace: method === 'replace' ? () => Promise.reject(failure()) : (entry) => ledger.replace(entry),
    get: (invocationId) => ledger.get(invocationId),
    find: (query) => ledger.find(query),
    findSummaries: (query) => ledger.findSummaries(query),
    prune: (endedBefore) => ledger.prune(endedBefore),
  };
}

const abortedBefore = (reason: unknown) => AbortSignal.abort(reason);

/** A signal that is aborted once the handler runs. */
function abortedDuring(reason: unknown): Pick<SecretCase, 'handler' | 'request'> {
  const controller = new AbortController();
  return {
    request: { signal: controller.signal },
    handler: async (_, { signal }) => {
      signal.addEventListener('abort', () => undefined);
      controller.abort(reason);
      return new Promise((_, reject) => reject(signal.reason));
    },
  };
}

/** A handler that ends after its call has. */
function late(end: (handler: ReturnType<typeof deferred<string>>) => void): Omit<SecretCase, 'name'> {
  const handler = deferred<string>();
  return {
    status: 'timed_out',
    tool: { timeoutMs: 10 },
    handler: () => handler.promise,
    meanwhile: async ({ clock }) => {
      await clock.advance(10);
      end(handler);
    },
  };
}

const large = { limits: { maxInlineBytes: 8, previewBytes: 0 } } as const;

export const secretCases: readonly SecretCase[] = [
  { name: 'the message of an error', status: 'failed', handler: fail(failure()) },
  { name: 'a rejection', status: 'failed', handler: () => Promise.reject(failure()) },
  {
    name: 'causes of causes',
    status: 'failed',
    handler: fail(new Error('outer', { cause: new Error('inner', { cause: { deep: [SECRET] } }) })),
  },
  {
    name: 'an AggregateError',
    status: 'failed',
    handler: fail(new AggregateError([failure(), SECRET], SECRET)),
  },
  {
    name: 'properties of an error',
    status: 'failed',
    handler: fail(
      Object.assign(new Error('x'), { name: SECRET, code: SECRET, stack: SECRET, config: { token: SECRET } }),
    ),
  },
  {
    name: 'an error of ours that is not for the model',
    status: 'failed',
    handler: fail(new ToolcribError('E_CALL_DENIED', SECRET, { context: { SECRET }, cause: SECRET })),
  },
  {
    name: 'all but the message of a ToolError',
    status: 'failed',
    handler: fail(
      Object.assign(new ToolError('Try again.', { cause: failure() }), { note: SECRET, stack: SECRET }),
    ),
  },
  { name: 'a thrown text', status: 'failed', handler: fail(SECRET) },
  { name: 'a thrown object', status: 'failed', handler: fail({ message: SECRET, toString: () => SECRET }) },
  { name: 'a thrown symbol', status: 'failed', handler: fail(Symbol(SECRET)) },
  {
    name: 'the reason of an abort before the call',
    status: 'aborted',
    request: { signal: abortedBefore(failure()) },
  },
  { name: 'the reason of an abort during the call', status: 'aborted', ...abortedDuring(SECRET) },
  { name: 'a policy that throws', status: 'unknown_tool', options: { policy: fail(failure()) } },
  {
    name: 'a policy that rejects',
    status: 'unknown_tool',
    options: { policy: () => Promise.reject(failure()) },
  },
  {
    name: 'a policy that talks nonsense',
    status: 'unknown_tool',
    options: { policy: () => ({ verdict: SECRET, reason: SECRET }) as never },
  },
  ...(['insert', 'replace'] as const).map((method) => ({
    name: `a ledger that cannot ${method}`,
    status: 'failed' as const,
    options: { ledger: brokenLedger(method) },
    // As long as it is tried again.
    meanwhile: async ({ clock }: Pick<StartedRuntime, 'clock'>) => {
      await clock.advance(5_000);
    },
  })),
  {
    name: 'an artifact store that throws',
    status: 'failed',
    handler: () => 'x'.repeat(100),
    options: { ...large, artifacts: { put: fail(failure()), get: () => undefined } },
  },
  {
    name: 'an artifact store that rejects',
    status: 'failed',
    handler: () => 'x'.repeat(100),
    options: { ...large, artifacts: { put: () => Promise.reject(failure()), get: () => undefined } },
  },
  {
    name: 'telemetry that cannot start',
    status: 'ok',
    options: { telemetry: { startCall: fail(failure()) } },
  },
  {
    name: 'telemetry that cannot run',
    status: 'ok',
    options: { telemetry: { startCall: () => ({ run: fail(failure()), end: () => undefined }) } },
  },
  {
    name: 'telemetry that cannot end',
    status: 'ok',
    options: { telemetry: { startCall: () => ({ run: (work) => work(), end: fail(failure()) }) } },
  },
  {
    name: 'a resolver that throws',
    status: 'failed',
    options: { resolver: { resolve: fail(failure()), list: () => [] } },
  },
  {
    name: 'an input schema that throws',
    status: 'failed',
    tool: { inputSchema: schemaThat(fail(failure())) },
  },
  {
    name: 'an input schema that rejects',
    status: 'failed',
    tool: { inputSchema: schemaThat(() => Promise.reject(failure()) as never) },
  },
  {
    name: 'an output schema that throws',
    status: 'failed',
    tool: { outputSchema: schemaThat(fail(failure())) },
    handler: () => ({}) as never,
  },
  {
    name: 'an output schema that quotes',
    status: 'invalid_result',
    tool: { outputSchema: schemaThat(quoteSecret) },
    handler: () => ({ n: SECRET }) as never,
  },
  {
    name: 'an input schema that quotes',
    status: 'invalid_args',
    tool: { inputSchema: schemaThat(quoteSecret) },
    isFromModel: true,
  },
  {
    name: 'arguments',
    status: 'ok',
    tool: { inputSchema },
    request: { args: { key: SECRET } },
    isFromModel: true,
  },
  {
    name: 'arguments of a tool that fails',
    status: 'failed',
    tool: { inputSchema },
    handler: fail(new Error('x')),
    request: { args: `{"key":"${SECRET}"}` },
    isFromModel: true,
  },
  {
    name: 'invalid arguments',
    status: 'invalid_args',
    tool: { inputSchema: { ...inputSchema, additionalProperties: false } },
    request: { args: { key: SECRET.repeat(9), [SECRET]: SECRET } },
    isFromModel: true,
  },
  {
    name: 'malformed text',
    status: 'invalid_args',
    request: { args: `{"${SECRET}":"${SECRET}` },
    isFromModel: true,
  },
  {
    name: 'text after the arguments',
    status: 'invalid_args',
    request: { args: `{} ${SECRET}` },
    isFromModel: true,
  },
  {
    name: 'a result of the wrong type',
    status: 'invalid_result',
    handler: () => ({ [SECRET]: SECRET }) as never,
  },
  {
    name: 'a result against its schema',
    status: 'invalid_result',
    tool: { outputSchema },
    handler: () => ({ n: SECRET, [SECRET]: 1 }) as never,
  },
  {
    name: 'a result that is too large',
    status: 'invalid_result',
    handler: () => SECRET.repeat(9),
    options: { limits: { maxInlineBytes: 8, maxResultBytes: 16 } },
  },
  {
    name: 'a result that is stored and not shown',
    status: 'ok',
    handler: () => SECRET,
    options: large,
  },
  { name: 'a result that comes too late', ...late((handler) => handler.resolve(SECRET)) },
  { name: 'an error that comes too late', ...late((handler) => handler.reject(failure())) },
  {
    name: 'the answer of a gate',
    status: 'ok',
    handler: async (_, ctx) => {
      await ctx.waitFor({ name: 'code', prompt: 'Which code?', schema: { type: 'string' } });
      return 'done';
    },
    meanwhile: async ({ runtime, clock }) => {
      await clock.advance(0);
      for (const gate of await runtime.gates.list()) {
        // The first one is refused.
        await runtime.gates.settle(gate, { decision: 'approve', approver: 'ada', value: [SECRET] });
        await runtime.gates.settle(gate, { decision: 'approve', approver: 'ada', value: SECRET });
      }
    },
  },
  {
    name: 'arguments that wait for approval',
    status: 'timed_out',
    tool: { inputSchema },
    request: { args: { key: SECRET } },
    options: { policy: () => ask('money'), limits: { gateTimeoutMs: 10 } },
    meanwhile: ({ clock }) => clock.advance(10),
    isFromModel: true,
  },
  { name: 'an idempotency key', status: 'ok', request: { idempotencyKey: SECRET } },
  {
    name: 'a listener that throws',
    status: 'ok',
    meanwhile: async ({ runtime }) => runtime.subscribe(fail(failure())),
  },
];
