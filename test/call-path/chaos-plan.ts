import fc from 'fast-check';
import { abortReasons, oddNames, oddProgress, results, thrown } from './chaos-values.ts';

/** What a handler does, step by step; data, so that a failing case can be read. */
export interface Behaviour {
  readonly progress: readonly number[];
  readonly abortsCaller: boolean;
  /** Whether it uses its context later, whatever became of its call. */
  readonly lingers: boolean;
  readonly gates: (typeof gateUses)[number];
  readonly nested: 'none' | 'call' | 'same key' | 'all';
  readonly end: (typeof handlerEnds)[number];
  readonly result: string;
  readonly thrown: number;
  readonly afterMs: number;
}

export interface PlannedCall {
  readonly tool: string | number;
  /** Chooses the behaviour and the signal. */
  readonly n: number;
  readonly args: (typeof argumentForms)[number];
  /** Where a text is cut or changed. */
  readonly position: number;
  readonly hasSignal: boolean;
  readonly timeoutMs: number | undefined;
  readonly key: string | undefined;
  readonly caller: number;
}

/** Calls that are made at one moment, one by one or as a turn. */
export interface PlannedStep {
  readonly atMs: number;
  readonly isTurn: boolean;
  readonly calls: readonly PlannedCall[];
}

export interface PlannedAbort {
  /** Before everything if it is below 0. */
  readonly atMs: number;
  readonly reason: number;
}

export interface ChaosPlan {
  readonly ledger: 'memory' | 'durable' | 'none';
  readonly store: 'memory' | 'throws' | 'rejects' | 'never';
  readonly behaviours: readonly Behaviour[];
  /** By tool, and then by tool and `n`. */
  readonly firstVerdicts: readonly Verdict[];
  readonly verdicts: readonly Verdict[];
  readonly answers: readonly GateAnswerPlan[];
  readonly aborts: readonly (PlannedAbort | undefined)[];
  readonly steps: readonly PlannedStep[];
}

export const toolNames = ['read', 'write', 'destroy', 'describe', 'checked', 'single'] as const;
export const callers = [{ id: 'ada' }, { id: 'ada', tenant: 'acme' }, { id: 'bob', tenant: 'acme' }] as const;

const verdicts = [
  'allow',
  'ask',
  'deny',
  'throw',
  'reject',
  'nonsense',
  'allow later',
  'ask later',
  'deny later',
  'nonsense later',
  'never',
] as const;
export type Verdict = (typeof verdicts)[number];

const gateAnswers = ['approve', 'reject', 'ignore', 'wrong value first', 'twice'] as const;
export type GateAnswerPlan = (typeof gateAnswers)[number];

const gateUses = ['none', 'one', 'two', 'with value', 'caught', 'forgotten', 'invalid'] as const;

const handlerEnds = [
  'return',
  'throw',
  'return later',
  'reject',
  'reject later',
  'never',
  'stop on abort',
  'linger after abort',
  'thenable',
  'thenable that calls twice',
  'thenable that throws',
  'thenable that never calls',
  'thenable with a throwing getter',
  'promise with a throwing then',
  'promise whose then calls twice',
] as const;

const argumentForms = [
  'object',
  'text',
  'spaced text',
  'changed text',
  'cut text',
  'empty text',
  'duplicate key',
  'array text',
  'null text',
  'undefined',
  'number',
  'wrong type',
  'extra key',
  'throwing getter',
  'hostile proxy',
  'circular',
  '__proto__ key',
] as const;

/** How many kinds of arguments there are; few, so that calls with one key are often equal. */
const VARIANTS = 8;

/** Mostly the first, which lets a call come further. */
function mostly<const Value>(usual: readonly Value[], weight: number, rare: readonly Value[]) {
  return fc.oneof(
    { weight, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
}

const indexOf = (list: readonly unknown[]) => fc.nat(list.length - 1);

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  progress: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(indexOf(oddProgress), { maxLength: 3 }),
  ),
  abortsCaller: mostly([false], 7, [true]),
  lingers: mostly([false], 7, [true]),
  gates: mostly(['none'], 2, gateUses),
  nested: mostly(['none'], 4, ['call', 'same key', 'all']),
  end: mostly(['return', 'return later'], 1, handlerEnds),
  result: mostly(['text', 'json'], 1, Object.keys(results)),
  thrown: indexOf(thrown),
  afterMs: fc.constantFrom(0, 1, 40, 99, 100, 101, 130, 5_000),
});

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  tool: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...toolNames) }, indexOf(oddNames)),
  n: fc.nat(VARIANTS - 1),
  args: mostly(['object', 'text'], 4, argumentForms),
  position: fc.nat(40),
  hasSignal: fc.boolean(),
  timeoutMs: mostly([undefined], 4, [1, 50, 1_000_000]),
  key: mostly([undefined], 1, ['k1', 'k2', 'k3']),
  caller: indexOf(callers),
});

const plannedAbort: fc.Arbitrary<PlannedAbort> = fc.record({
  atMs: fc.constantFrom(-1, 0, 1, 40, 100, 600),
  reason: indexOf(abortReasons),
});

export const chaosPlan: fc.Arbitrary<ChaosPlan> = fc.record({
  ledger: fc.constantFrom('memory', 'durable', 'none'),
  store: mostly(['memory'], 2, ['throws', 'rejects', 'never']),
  behaviours: fc.array(behaviour, { minLength: VARIANTS, maxLength: VARIANTS }),
  firstVerdicts: fc.array(mostly(['allow'], 8, verdicts), { minLength: 6, maxLength: 6 }),
  verdicts: fc.array(mostly(['allow', 'allow later', 'ask'], 4, verdicts), { minLength: 16, maxLength: 16 }),
  answers: fc.array(mostly(['approve'], 1, gateAnswers), { minLength: 8, maxLength: 8 }),
  aborts: fc.array(fc.option(plannedAbort, { nil: undefined }), { minLength: VARIANTS, maxLength: VARIANTS }),
  steps: fc.array(
    fc.record({
      atMs: fc.constantFrom(0, 0, 1, 60, 700),
      isTurn: fc.boolean(),
      calls: fc.array(plannedCall, { minLength: 1, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 12, size: 'max' },
  ),
});
