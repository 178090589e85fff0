import { setImmediate as nextTick } from 'node:timers/promises';
import {
  createToolRegistry,
  Tool,
  type ToolContext,
  type ToolcribError,
  ToolError,
} from '../../packages/toolcrib/src/index.ts';
import {
  allow,
  ask,
  type CallEvent,
  type CallRecord,
  createRuntime,
  isEnded,
  type Ledger,
  type LedgerEntry,
  type OpenGate,
  type Runtime,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { type FailingLedger, failingLedger } from './failing-ledger.ts';
import type { NamedPlan } from './failure-plans.ts';
import { findGateViolations, type ToldEvent } from './find-gate-violations.ts';
import { createLeapingClock, type LeapingClock } from './leaping-clock.ts';

/**
 * What is called: with and without a gate before the handler, or in it. `racing` goes on without an answer after a while, and
 * `stopping` says that it has changed nothing when it is aborted.
 */
export const toolNames = ['look', 'write', 'wipe', 'gated_look', 'asking', 'racing', 'stopping'] as const;

type Decision = 'approve' | 'reject';

/** One call, the failures that it meets, and who looks after it then. */
export interface FaultCase {
  readonly tool: (typeof toolNames)[number];
  readonly plan: NamedPlan;
  /** Another runtime, as after a crash, or the one that made the call. */
  readonly recoveredBy: 'another' | 'itself';
  readonly decision?: Decision | undefined;
}

/** What became of it. */
export interface CaseOutcome {
  /** How many steps of the ledger the call took until it was answered. */
  readonly steps: number;
  /** What must not be. */
  readonly violations: readonly string[];
  /** How the call was answered. */
  readonly answer: string;
}

const DAY_MS = 86_400_000;
const POLL_MS = 1_000;
/** So often somebody looks, before nothing more is to come. */
const MAX_LOOKS = 8;
/** After so many turns of the event loop nothing more happens by itself. */
const IDLE_TICKS = 20;
const caller = { id: 'ada' };

/** Makes one call on a ledger that fails, lets others recover it, makes it again, and says what is wrong. */
export async function runLedgerCase(
  store: Ledger,
  { tool, plan, recoveredBy, decision = 'approve' }: FaultCase,
) {
  const world = createWorld(store, decision);
  const aborting = new AbortController();
  const interrupt = (at: number | 'idle') => {
    if (plan.interruption?.at !== at) return;
    if (plan.interruption.kind === 'abort') aborting.abort();
    else void one.runtime.close();
  };
  const failing = failingLedger(store, plan.fails, interrupt);
  const one = world.open(failing, 'one');
  const request = { tool, args: {}, caller, idempotencyKey: `key-${world.id}` };
  world.hasApprover = tool !== 'racing';
  const started = one.runtime.start({ ...request, signal: aborting.signal });
  const { invocationId } = started;
  const record = await waitForAnswer(one, started.ended, {
    onIdle: () => interrupt('idle'),
    async end() {
      if (recoveredBy === 'another') return await one.runtime.close();
      failing.heal();
      await world.settleOpen(one.runtime);
    },
  });
  world.hasApprover = true;
  const atAnswer = await store.get(invocationId);
  const runsAtAnswer = world.runs;
  const { steps } = failing;
  failing.heal();

  const other = recoveredBy === 'itself' ? one : world.open(failing, 'two', DAY_MS / 2);
  await recover(other, { store, invocationId, settleOpen: world.settleOpen });
  const recovered = await store.get(invocationId);
  const runsBefore = world.runs;
  const again = await waitForAnswer(other, other.runtime.call(request));
  await concludeAll(other.runtime, store);
  await one.runtime.close();

  const final = await store.get(invocationId);
  const { runs, events } = world;
  const counts = { runsAtAnswer, runsBefore, runs };
  const seen = { tool, invocationId, record, atAnswer, recovered, again, ...counts, events, decision };
  const answer = `${record.status} ${record.problem?.code ?? ''} ${record.sideEffect}`;
  const ownEvents = world.told.filter(({ event }) => event.invocationId === invocationId);
  const gateViolations = findGateViolations({ entry: final, told: ownEvents, hasEnded: record.hasEnded });
  const violations = [...findViolations(seen), ...gateViolations, ...world.settleViolations];
  return { steps, violations, answer } satisfies CaseOutcome;
}

interface OpenRuntime {
  readonly runtime: Runtime;
  readonly ledger: FailingLedger;
  readonly clock: LeapingClock;
}

let cases = 0;
/** Each attempt has an approver of its own, so that it can be told whose decision counts. */
let approvers = 0;

function createWorld(store: Ledger, decision: Decision) {
  const id = `${++cases}-${store.constructor.name}-${Date.now()}`;
  const events: CallEvent[] = [];
  const told: ToldEvent[] = [];
  const settleViolations: string[] = [];
  const settleOpen = (runtime: Runtime) =>
    settleAll(runtime, { store, decision, onViolation: (violation) => settleViolations.push(violation) });
  const world = { id, events, told, settleViolations, settleOpen, runs: 0, hasApprover: true };
  const create = (
    name: FaultCase['tool'],
    effect: 'read' | 'write' | 'destructive',
    ask: (ctx: ToolContext) => Promise<unknown> | undefined = () => undefined,
  ) =>
    new Tool({
      name,
      description: '',
      effect,
      inputSchema: { type: 'object' },
      handler: async (_, ctx) => {
        await ask(ctx);
        world.runs += 1;
        return `done ${world.runs}`;
      },
    });
  const resolver = createToolRegistry([
    create('look', 'read'),
    create('write', 'write'),
    create('wipe', 'destructive'),
    create('gated_look', 'read'),
    create('asking', 'write', waitForAnswerTo),
    create('racing', 'write', (ctx) =>
      world.hasApprover ? waitForAnswerTo(ctx) : Promise.race([waitForAnswerTo(ctx), nextTick()]),
    ),
    create('stopping', 'write', (ctx) => Promise.race([waitForAnswerTo(ctx), stopped(ctx)])),
  ]);
  const open = (ledger: FailingLedger, owner: string, later = 0): OpenRuntime => {
    const clock = createLeapingClock(1_800_000_000_000 + later);
    const runtime = createRuntime({
      ...{ resolver, ledger, clock, owner: `${id}-${owner}` },
      limits: { gateTimeoutMs: DAY_MS },
      policy: ({ tool }) => (tool.name === 'wipe' || tool.name === 'gated_look' ? ask('sure?') : allow()),
      onFault: () => undefined,
    });
    runtime.subscribe((event) => {
      events.push(event);
      told.push({ runtime: owner, event });
    });
    runtime.subscribe((event) => {
      if (event.type === 'gate-open' && world.hasApprover) return settleOpen(runtime);
      return undefined;
    });
    return { runtime, ledger, clock };
  };
  return Object.assign(world, { open });
}

function waitForAnswerTo(ctx: ToolContext): Promise<unknown> {
  return ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
}

function stopped({ signal }: ToolContext): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new ToolError('Stopped before anything was done.', { changedNothing: true }));
    signal.addEventListener('abort', stop);
  });
}

/** An approver who tries again if they are told that it could not be done, and finds out whether what they were told is true. */
async function settleAll(
  runtime: Runtime,
  {
    store,
    decision,
    onViolation,
  }: {
    readonly store: Ledger;
    readonly decision: Decision;
    readonly onViolation: (violation: string) => void;
  },
): Promise<void> {
  const findSettlement = async ({ invocationId, gateId }: OpenGate) =>
    (await store.get(invocationId))?.gates.find((gate) => gate.gateId === gateId)?.settlement ?? undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    const open = await runtime.gates.list().catch(() => undefined);
    for (const gate of open ?? []) {
      const approver = `eve ${++approvers}`;
      try {
        const { status } = await runtime.gates.settle(gate, { decision, approver });
        const settlement = await findSettlement(gate);
        const isTrue = (settlement?.approver === approver) === (status === 'accepted');
        if (!isTrue)
          onViolation(`its approver was told ${status}, and the ledger has ${settlement?.approver}`);
      } catch (error) {
        const { code } = error as ToolcribError;
        const isStored = (await findSettlement(gate))?.approver === approver;
        const isTrue = code === 'E_CALL_NOT_RECORDED' || (code === 'E_LEDGER_FAILED' && !isStored);
        if (!isTrue) onViolation(`its approver was told ${code}, and it is ${isStored ? '' : 'not '}stored`);
      }
    }
    if (open?.length === 0) return;
  }
}

/** What a call is answered with; something is done about one that is not, as nobody could decide about it. */
async function waitForAnswer(
  { ledger, clock }: OpenRuntime,
  answer: Promise<CallRecord>,
  { onIdle, end }: { readonly onIdle?: () => void; readonly end?: () => Promise<void> } = {},
): Promise<CallRecord> {
  let isAnswered = false;
  const note = () => {
    isAnswered = true;
  };
  answer.then(note, note);
  for (const next of [end, async () => Promise.reject(new Error('The call is not answered.'))]) {
    for (let look = 0; look < MAX_LOOKS && !isAnswered; look++) {
      await settle(ledger, () => isAnswered);
      if (!isAnswered) onIdle?.();
      await settle(ledger, () => isAnswered);
      if (isAnswered) break;
      ledger.answerLate();
      clock.leap(POLL_MS);
    }
    if (!isAnswered) await next?.();
  }
  return await answer;
}

/** Lets everything happen that needs nothing but the ledger. */
async function settle(ledger: FailingLedger, isDone = () => false): Promise<void> {
  for (let idle = 0; idle < IDLE_TICKS && !isDone(); idle = ledger.pending > 0 ? 0 : idle + 1)
    await nextTick();
}

async function recover(
  { runtime, ledger, clock }: OpenRuntime,
  {
    store,
    invocationId,
    settleOpen,
  }: {
    readonly store: Ledger;
    readonly invocationId: string;
    readonly settleOpen: (runtime: Runtime) => Promise<void>;
  },
): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    await settleOpen(runtime);
    // Another process has had its time to go on.
    clock.leap(60_000);
    await runtime.recover();
    await settle(ledger);
    const entry = await store.get(invocationId);
    if (entry === undefined || isEnded(entry.state) || entry.state === 'unknown') return;
  }
}

/** So that the next case does not find it. */
async function concludeAll(runtime: Runtime, store: Ledger): Promise<void> {
  const unknown = await store.find({ states: ['unknown'], limit: 100 });
  for (const { invocationId } of unknown) {
    await runtime.conclude(invocationId, { tookEffect: true, by: 'eve' });
  }
}

interface Seen {
  readonly tool: FaultCase['tool'];
  readonly invocationId: string;
  readonly record: CallRecord;
  readonly atAnswer: LedgerEntry | undefined;
  readonly recovered: LedgerEntry | undefined;
  readonly again: CallRecord;
  readonly runsAtAnswer: number;
  readonly runsBefore: number;
  readonly runs: number;
  readonly decision: Decision;
  readonly events: readonly CallEvent[];
}

function findViolations(seen: Seen): readonly string[] {
  const { tool, invocationId, record, atAnswer, recovered, again } = seen;
  const { runsAtAnswer, runsBefore, runs, events } = seen;
  const isRead = tool === 'look' || tool === 'gated_look';
  const own = events.filter((event) => event.invocationId === invocationId);
  const ends = own.filter(isEndEvent);
  const told = own.filter((event) => event.type === 'tool-call-end');
  const open = recovered !== undefined && !isEnded(recovered.state) && recovered.state !== 'unknown';
  const checks: readonly (readonly [boolean, string])[] = [
    [ends.length <= 1, `it has ${ends.length} ends: ${ends.map(describeEvent)}`],
    // Who does not wait for an answer may act once more when it comes, if no end was told.
    [isRead || runs <= 1 || (tool === 'racing' && !record.hasEnded), `it ran ${runs} times`],
    [!record.hasEnded || runsAtAnswer === runsBefore, 'it was run after its end was told'],
    [!open, `it is left ${recovered?.state}`],
    [
      record.isOk === false || atAnswer?.state === 'ok',
      `ok was answered, and the ledger says ${atAnswer?.state}`,
    ],
    [
      !record.hasEnded || !record.isRecorded || atAnswer?.state === record.status,
      'its end is not in the ledger',
    ],
    [
      !record.hasEnded || recovered === undefined || recovered.state === record.status,
      `it was ${record.status}, and is ${recovered?.state} now`,
    ],
    [
      told.every(({ status }) => status === recovered?.state || recovered === undefined),
      `its event says ${told.map(describeEvent)}, and the ledger ${recovered?.state}`,
    ],
    [
      isRead || record.sideEffect !== 'none' || runsBefore === 0,
      'it was said to have no effect, and has run',
    ],
    [seen.decision === 'approve' || runs === 0, 'it was rejected, and has run'],
    [
      recovered?.state !== 'ok' || (again.isOk && again.replayOf === invocationId),
      `the same call again is ${again.status} ${again.problem?.code}`,
    ],
    [
      !record.isOk || JSON.stringify(again.result) === JSON.stringify(record.result),
      'the same call again has another result',
    ],
  ];
  return checks.flatMap(([holds, violation]) => (holds ? [] : [violation]));
}

function isEndEvent(event: CallEvent): boolean {
  return (
    event.type === 'tool-call-end' || (event.type === 'tool-call-interrupted' && event.state !== 'unknown')
  );
}

function describeEvent(event: CallEvent): string {
  if (event.type === 'tool-call-end') return `${event.status} ${event.code ?? ''} ${event.sideEffect}`;
  return event.type;
}
