import { ConfigError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { InputSchema, OutputSchema } from '../core/schema/tool-schema.ts';
import { createToolRegistry } from '../core/sealed-tool-registry.ts';
import { Tool } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { CallRequest } from '../runtime/call-request.ts';
import type { GateDecision, OpenGate } from '../runtime/gates/gates.ts';
import { allow } from '../runtime/policy/policy.ts';
import { createRuntime, type Runtime } from '../runtime/runtime.ts';
import type { RuntimeOptions } from '../runtime/runtime-options.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeIds } from './fake-ids.ts';
import { createEventRecorder, type EventRecorder } from './record-events.ts';
import type { ToolInput } from './tool-input.ts';

/** How a harness differs from its defaults: anything of a runtime but its resolver. */
export type HarnessOptions = Partial<Omit<RuntimeOptions, 'resolver' | 'clock'>> & {
  /** @default a new one */
  readonly clock?: FakeClock | undefined;
};

/** What a call asks for besides its tool and its arguments. */
export type HarnessRequest = Omit<CallRequest, 'tool' | 'args'>;

/** Who rejects a gate, and which. */
export interface RejectOptions {
  /** The name of the gate; that of a policy is `approval`. @default the only gate that is open */
  readonly gate?: string | undefined;
  /** @default 'tester' */
  readonly approver?: string | undefined;
  readonly reason?: string | undefined;
}

/** Who approves a gate, which, and with what answer. */
export interface ApproveOptions extends RejectOptions {
  /** The answer, if the gate asks for one. */
  readonly value?: JsonValue | undefined;
}

/** What a test of tools looks at and moves. */
export interface Harness {
  /** The real thing, for whatever the harness has no shorter way of saying. */
  readonly runtime: Runtime;
  /** Stands still: a call that waits for time goes on when a test moves it. */
  readonly clock: FakeClock;
  readonly events: EventRecorder;
  /** What no call could answer for, in order; it grows. */
  readonly faults: readonly unknown[];
  /**
   * Lets a call reach its gate, approves it, and lets the call go on. Rejects with `E_INVALID_OPTION` if no
   * such gate is open, if several are and none is named, or if the gate does not accept the answer.
   */
  approve(options?: ApproveOptions): Promise<void>;
  /** As `approve`, but says no. */
  reject(options?: RejectOptions): Promise<void>;
}

/** Calls one tool. */
export interface ToolHarness<Input extends InputSchema> extends Harness {
  /** Runs the tool through the whole call path. As `runtime.call`, it gives a record whatever the tool does. */
  call(args: ToolInput<Input>, request?: HarnessRequest): Promise<CallRecord>;
  /** As `call`, with arguments as they could come from a model: JSON text, or wrong ones. */
  callRaw(args: unknown, request?: HarnessRequest): Promise<CallRecord>;
}

/** Calls several tools that have something to do with one another. */
export interface ToolsHarness extends Harness {
  /** As `call` of {@link ToolHarness}. The tool is found by its name. */
  call<Input extends InputSchema, Output extends OutputSchema | undefined>(
    tool: Tool<Input, Output>,
    args: ToolInput<Input>,
    request?: HarnessRequest,
  ): Promise<CallRecord>;
  /** As `callRaw` of {@link ToolHarness}. */
  callRaw(tool: Tool, args: unknown, request?: HarnessRequest): Promise<CallRecord>;
}

const rejectNames: ReadonlySet<string> = new Set<keyof RejectOptions>(['gate', 'approver', 'reason']);
const approveNames: ReadonlySet<string> = new Set<keyof ApproveOptions>([
  'gate',
  'approver',
  'reason',
  'value',
]);

/**
 * Puts a tool into a real runtime for a test: on a clock that stands still, with ids that count, and with a
 * policy that allows everything, because the test is about the tool. Everything can be given instead.
 *
 * @throws ConfigError as `createRuntime` and `createToolRegistry` do.
 *
 * @example
 * ```ts
 * const harness = createHarness(weather);
 * const record = await harness.call({ city: 'Oslo' });
 * ```
 */
export function createHarness<Input extends InputSchema, Output extends OutputSchema | undefined>(
  tool: Tool<Input, Output>,
  options?: HarnessOptions,
): ToolHarness<Input>;
export function createHarness(tools: readonly Tool[], options?: HarnessOptions): ToolsHarness;
export function createHarness(
  tools: Tool | readonly Tool[],
  options: HarnessOptions = {},
): ToolHarness<InputSchema> | ToolsHarness {
  if (!Tool.isTool(tools)) {
    const harness = startHarness(tools, options);
    const callRaw = (tool: Tool, args: unknown, request: HarnessRequest = {}) =>
      harness.runtime.call({ ...request, tool: tool.name, args });
    return Object.freeze({ ...harness, callRaw, call: callRaw });
  }
  const harness = startHarness([tools], options);
  const callRaw = (args: unknown, request: HarnessRequest = {}) =>
    harness.runtime.call({ ...request, tool: tools.name, args });
  return Object.freeze({ ...harness, callRaw, call: callRaw });
}

function startHarness(tools: readonly Tool[], options: HarnessOptions): Harness {
  const { clock = createFakeClock(), policy = allow, randomId = createFakeIds(), onFault } = options;
  // Otherwise the first id would be that of the owner.
  const { owner = 'harness' } = options;
  const faults: unknown[] = [];
  const keepFault = (fault: unknown, record?: CallRecord) => {
    // A call answers for its own exception.
    if (record === undefined) faults.push(fault);
    onFault?.(fault, record);
  };
  const resolver = createToolRegistry(tools);
  const runtime = createRuntime({
    ...options,
    ...{ resolver, clock, policy, randomId, owner, onFault: keepFault },
  });
  const events = createEventRecorder();
  runtime.subscribe(events.listener);

  const settle = async (decision: GateDecision, gateName: string | undefined) => {
    await clock.advance(0);
    const gate = findGate(await runtime.gates.list(), gateName);
    const outcome = await runtime.gates.settle(gate, decision);
    if (outcome.status !== 'accepted') {
      const reason = outcome.status === 'late' ? 'it was settled already' : outcome.reason;
      throw invalid(`Gate "${gate.name}" does not accept this: ${reason}.`);
    }
    await clock.advance(0);
  };
  return {
    runtime,
    clock,
    events,
    faults,
    approve: async (given: ApproveOptions = {}) => {
      requireKnownOptions(given, approveNames);
      const { gate, approver = 'tester', reason, value } = given;
      await settle({ decision: 'approve', approver, reason, value }, gate);
    },
    reject: async (given: RejectOptions = {}) => {
      requireKnownOptions(given, rejectNames);
      const { gate, approver = 'tester', reason } = given;
      await settle({ decision: 'reject', approver, reason }, gate);
    },
  };
}

function findGate(open: readonly OpenGate[], name: string | undefined): OpenGate {
  const [found, second] = name === undefined ? open : open.filter((gate) => gate.name === name);
  if (found !== undefined && second === undefined) return found;
  const wanted = name === undefined ? '' : ` called "${name}"`;
  const names = open.map((gate) => `"${gate.name}" of call ${gate.invocationId}`).join(', ');
  const problem = found === undefined ? `No gate${wanted} is open` : `Several gates${wanted} are open`;
  throw invalid(open.length === 0 ? `${problem}.` : `${problem}; there are ${names}.`);
}

function invalid(message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message);
}
