import { getEventListeners } from 'node:events';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import type { CallRequest } from '../../packages/toolcrib/src/runtime/call-request.ts';
import type { Ledger } from '../../packages/toolcrib/src/runtime/ledger/ledger.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { allow } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import type { ArtifactStore } from '../../packages/toolcrib/src/runtime/spool/artifact-store.ts';
import { memoryArtifactStore } from '../../packages/toolcrib/src/runtime/spool/memory-artifact-store.ts';
import { createFakeClock, type FakeClock } from '../../packages/toolcrib/src/testing/fake-clock.ts';
import type { EventRecorder } from '../../packages/toolcrib/src/testing/record-events.ts';
import { startRuntime, tool } from '../runtime.ts';
import { chaosHandler } from './chaos-handler.ts';
import type { ChaosPlan, PlannedCall } from './chaos-plan.ts';
import { chaosPolicy } from './chaos-policy.ts';
import { toRequest } from './chaos-request.ts';
import { abortReasons } from './chaos-values.ts';
import { type Observed, type ObservedCall, statuses } from './find-violations.ts';

type MutableCall = { -readonly [Key in keyof ObservedCall]: ObservedCall[Key] };

const MAX_NESTED = 40;

/** A runtime and everything around it that can go wrong, as one plan says. */
export class ChaosWorld {
  readonly plan: ChaosPlan;
  readonly runtime: Runtime;
  readonly clock: FakeClock;
  /** One for each kind of arguments; calls share their signals, as the calls of one turn do. */
  readonly controllers: readonly AbortController[];
  readonly runs: string[] = [];
  readonly effects: string[] = [];
  /** How often telling the progress failed, which it never may. */
  failedReports = 0;
  /** The most timers of the runtime that were left while no call was going on. */
  idleTimers = 0;
  readonly #calls: MutableCall[] = [];
  readonly #events: EventRecorder;
  readonly #ledger: Ledger | undefined;
  readonly #answeredGates = new Set<string>();
  readonly #timers = new Set<unknown>();
  #nested = 0;
  #isCalm = false;

  constructor(plan: ChaosPlan) {
    this.plan = plan;
    this.controllers = plan.aborts.map(() => new AbortController());
    this.#ledger = plan.ledger === 'none' ? undefined : createLedger(plan.ledger === 'durable');
    const lateTools: Tool[] = [];
    const registry = () => createToolRegistry(lateTools);
    const clock = createFakeClock();
    const started = startRuntime([], {
      // The tools need the world, which needs the runtime.
      resolver: { resolve: (name) => registry().resolve(name), list: () => registry().list() },
      ledger: this.#ledger ?? false,
      artifacts: createStore(plan.store),
      limits: {
        ...{ timeoutMs: 100, graceMs: 20, gateTimeoutMs: 500, maxQueued: 2 },
        ...{ maxInlineBytes: 512, previewBytes: 64, maxResultBytes: 4_096 },
      },
      policy: (question) => (this.#isCalm ? allow() : this.#policy(question)),
      clock: this.#countTimers(clock),
    });
    this.runtime = started.runtime;
    this.clock = clock;
    this.#events = started.events;
    this.#policy = chaosPolicy(plan, clock);
    lateTools.push(...createTools(this));
  }

  readonly #policy: ReturnType<typeof chaosPolicy>;

  /** Handlers that call handlers come to an end. */
  mayNest(): boolean {
    return this.#nested++ < MAX_NESTED;
  }

  async call(planned: PlannedCall): Promise<void> {
    const [call] = this.#open([planned]) as [MutableCall];
    await this.runtime.call(call.request).then(
      (record) => {
        call.record = record;
      },
      () => {
        call.hasRejected = true;
      },
    );
  }

  async callAll(planned: readonly PlannedCall[]): Promise<void> {
    const calls = this.#open(planned);
    await this.runtime.callAll(calls.map(({ request }) => request)).then(
      (records) => {
        for (const [index, call] of calls.entries()) call.record = records[index];
      },
      () => {
        for (const call of calls) call.hasRejected = true;
      },
    );
  }

  /** Makes all calls, and lets time pass until nothing can happen any more. */
  async run(): Promise<void> {
    const { clock, plan } = this;
    for (const [index, abort] of plan.aborts.entries()) {
      if (abort === undefined) continue;
      const fire = () => this.controllers[index]?.abort(abortReasons[abort.reason]);
      if (abort.atMs < 0) fire();
      else clock.setTimer(fire, abort.atMs);
    }
    for (const { atMs, isTurn, calls } of plan.steps) {
      clock.setTimer(() => {
        if (isTurn) void this.callAll(calls);
        else for (const call of calls) void this.call(call);
      }, atMs);
    }
    await this.settle();
  }

  async settle(): Promise<void> {
    for (;;) {
      const hasMoved = await this.clock.advanceToNext();
      const isIdle = this.#calls.every(({ record, hasRejected }) => record !== undefined || hasRejected);
      if (isIdle) this.idleTimers = Math.max(this.idleTimers, this.#timers.size);
      const hasAnswered = await this.#answerGates();
      if (!hasMoved && !hasAnswered) return;
    }
  }

  /** Whether calls get through to their handlers once nothing disturbs them; also where there is a single place. */
  async probe(): Promise<boolean> {
    this.#isCalm = true;
    const requests = [
      { tool: 'single', args: { n: 0 }, providerCallId: 'single probe' },
      { tool: 'read', args: '{"n":0}', providerCallId: 'probe' },
    ];
    const calls = requests.map((request) => this.#add(request));
    for (const call of calls) {
      void this.runtime.call(call.request).then((record) => {
        call.record = record;
      });
    }
    await this.settle();
    return calls.every(({ record }) => record !== undefined && this.runs.includes(record.invocationId));
  }

  async observe(unhandled: readonly unknown[]): Promise<Observed> {
    const signals = this.controllers.map(({ signal }) => getEventListeners(signal, 'abort').length);
    const states = [...statuses, 'running', 'waiting', 'unknown'] as const;
    return {
      calls: this.#calls,
      events: this.#events.events,
      entries: await this.#ledger?.find({ states, limit: 1_000 }),
      runs: this.runs,
      effects: this.effects,
      unhandled,
      pendingTimers: this.clock.pendingTimers,
      abortListeners: signals.reduce((sum, count) => sum + count, 0),
      openGates: (await this.runtime.gates.list()).length,
    };
  }

  /** The clock as the runtime has it, so that its timers can be told from those of handlers. */
  #countTimers(clock: FakeClock): FakeClock {
    return {
      elapsed: () => clock.elapsed(),
      now: () => clock.now(),
      setTimer: (callback, delayMs) => {
        const timer = clock.setTimer(() => {
          this.#timers.delete(timer);
          callback();
        }, delayMs);
        this.#timers.add(timer);
        return timer;
      },
      clearTimer: (timer) => {
        this.#timers.delete(timer);
        clock.clearTimer(timer);
      },
      advance: (durationMs) => clock.advance(durationMs),
      advanceToNext: () => clock.advanceToNext(),
      get pendingTimers() {
        return clock.pendingTimers;
      },
    };
  }

  #open(planned: readonly PlannedCall[]): MutableCall[] {
    return planned.map((call) => {
      const signal = call.hasSignal ? this.controllers[call.n]?.signal : undefined;
      return this.#add(toRequest(call, { label: `call-${this.#calls.length}`, signal }));
    });
  }

  #add(request: CallRequest): MutableCall {
    const call: MutableCall = { request, record: undefined, hasRejected: false };
    this.#calls.push(call);
    return call;
  }

  async #answerGates(): Promise<boolean> {
    const { gates } = this.runtime;
    let hasAnswered = false;
    for (const gate of await gates.list()) {
      if (this.#answeredGates.has(gate.gateId)) continue;
      const answer = this.plan.answers[this.#answeredGates.size % this.plan.answers.length];
      this.#answeredGates.add(gate.gateId);
      if (answer === 'ignore') continue;
      hasAnswered = true;
      const value = gate.schema === null ? undefined : 7;
      const decision = answer === 'reject' ? 'reject' : 'approve';
      if (answer === 'wrong value first')
        await gates.settle(gate, { decision, approver: 'ada', value: 'seven' });
      await gates.settle(gate, {
        decision,
        approver: 'ada',
        value: decision === 'reject' ? undefined : value,
      });
      if (answer === 'twice') await gates.settle(gate, { decision: 'reject', approver: 'bob' });
    }
    return hasAnswered;
  }
}

const inputSchema = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
} as const;

function createTools(world: ChaosWorld): Tool[] {
  const read = chaosHandler(world, { effect: 'read' });
  const write = chaosHandler(world, { effect: 'write' });
  const outputSchema = {
    type: 'object',
    properties: { n: { type: 'integer' }, text: { type: 'string' } },
  } as const;
  return [
    tool('read', read, { inputSchema, effect: 'read' }),
    tool('write', write, { inputSchema, effect: 'write' }),
    tool('destroy', write, { inputSchema, effect: 'destructive', timeoutMs: 60 }),
    tool('describe', write, { inputSchema, outputSchema, effect: 'write' }),
    tool('checked', write, { inputSchema: slowSchema(world.clock), effect: 'write' }),
    tool('single', chaosHandler(world, { effect: 'write', alwaysEnds: true }), {
      inputSchema,
      effect: 'write',
      maxConcurrent: 1,
    }),
  ];
}

/** A schema that takes its time, and at times fails, refuses or never answers. */
function slowSchema(clock: FakeClock) {
  const check = async (value: unknown) => {
    const { n } = value as { readonly n: number };
    if (n === 5) await new Promise<void>((resolve) => clock.setTimer(resolve, 50));
    if (n === 6) await new Promise(() => undefined);
    if (n === 3) throw new Error('schema');
    return n === 4 ? { issues: [{ message: 'is never accepted' }] } : { value: { n } };
  };
  return withJsonSchema({ '~standard': { version: 1, vendor: 'chaos', validate: check } }, inputSchema);
}

function createLedger(isDurable: boolean): Ledger {
  const ledger = memoryLedger();
  if (!isDurable) return ledger;
  // The runtime has to wait for such a ledger, and looks now and then what others wrote.
  return {
    isDurable: true,
    insert: async (entry) => ledger.insert(entry),
    replace: async (entry) => ledger.replace(entry),
    get: async (invocationId) => ledger.get(invocationId),
    find: async (query) => ledger.find(query),
    findSummaries: async (query) => ledger.findSummaries(query),
    prune: async (endedBefore) => ledger.prune(endedBefore),
  };
}

function createStore(kind: ChaosPlan['store']): ArtifactStore {
  const store = memoryArtifactStore();
  const puts: Readonly<Record<ChaosPlan['store'], ArtifactStore['put']>> = {
    memory: (bytes, options) => store.put(bytes, options),
    throws: () => {
      throw new Error('store');
    },
    rejects: () => Promise.reject(new Error('store')),
    never: () => new Promise(() => undefined),
  };
  return { put: puts[kind], get: (id) => store.get(id) };
}
