import { type Candidates, NO_CANDIDATES } from './answer.ts';
import type { Literal } from './branch.ts';
import type { Budget } from './budget.ts';
import { type Decimal, divideDown, isMultiple, leastCommonMultiple, toDecimal, toNumber } from './decimal.ts';

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** What is known about a number. */
interface NumberFacts {
  lower: Limit;
  upper: Limit;
  /** All numbers are multiples of it. */
  step: Decimal | undefined;
  /** No number is a multiple of one of these. */
  readonly avoided: Decimal[];
}

/** Up to how many numbers are tried one by one. */
const MAX_POINTS = 300;
const usualNumbers: readonly number[] = [
  0, 1, -1, 0.5, 2, 3, 5, 7, 10, 11, 13, 100, 1000, 1_000_003, 0.123, -0.123, 1e9, -1e9,
];

/** The numbers that satisfy constraints on bounds and multiples, if they are few, or some of them. */
export function settleNumber(literals: readonly Literal[], budget: Budget): Candidates {
  const facts = readFacts(literals, budget);
  const { lower, upper, step, avoided } = facts;
  if (lower.value > upper.value) return NO_CANDIDATES;
  if (lower.value === upper.value) {
    const isEmpty = lower.isExclusive || upper.isExclusive;
    return isEmpty ? NO_CANDIDATES : { values: [lower.value], isComplete: true };
  }
  if (step === undefined) return { values: listPoints(facts), isComplete: false };
  if (avoided.some((divisor) => isMultiple(step, divisor))) return NO_CANDIDATES;
  budget.spend(20);
  return listMultiples(step, facts);
}

function readFacts(literals: readonly Literal[], budget: Budget): NumberFacts {
  const facts: NumberFacts = {
    lower: { value: Number.NEGATIVE_INFINITY, isExclusive: false },
    upper: { value: Number.POSITIVE_INFINITY, isExclusive: false },
    step: undefined,
    avoided: [],
  };
  for (const { meaning, holds } of literals) {
    if (meaning.kind === 'multiple') {
      const divisor = toDecimal(meaning.divisor);
      // Common multiples of many numbers are long.
      budget.spend(1 + (facts.step?.digits.toString(16).length ?? 0));
      if (!holds) facts.avoided.push(divisor);
      else facts.step = facts.step === undefined ? divisor : leastCommonMultiple(facts.step, divisor);
    } else if (meaning.kind === 'bound') {
      const isLower = (meaning.end === 'lower') === holds;
      const limit = { value: meaning.limit, isExclusive: meaning.isExclusive === holds };
      if (isLower) facts.lower = isTighter(limit, facts.lower, 1) ? limit : facts.lower;
      else facts.upper = isTighter(limit, facts.upper, -1) ? limit : facts.upper;
    }
  }
  return facts;
}

function isTighter(limit: Limit, known: Limit, direction: 1 | -1): boolean {
  if (limit.value === known.value) return limit.isExclusive;
  return (limit.value - known.value) * direction > 0;
}

/** Numbers at the ends and between them. Those outside are refused when they are checked. */
function listPoints({ lower, upper }: NumberFacts): readonly number[] {
  const [low, high] = [lower.value, upper.value];
  const ends = [low, high].filter(Number.isFinite);
  const near = ends.flatMap((end) =>
    [1, 0.5, 0.123, 7, 1000].flatMap((offset) => [end + offset, end - offset]),
  );
  const whole = ends.flatMap((end) => [
    Math.floor(end),
    Math.ceil(end),
    Math.floor(end) + 1,
    Math.ceil(end) - 1,
  ]);
  const far = ends.flatMap((end) => [end * 2, end / 2, end * 1.5, -end]);
  const between = ends.length === 2 ? [1, 2, 3, 4].map((part) => low + ((high - low) * part) / 5) : [];
  const points = [...usualNumbers, ...ends, ...whole, ...near, ...far, ...between];
  const isInside = (value: number) => value >= low && value <= high && Number.isFinite(value);
  return [...new Set(points.filter(isInside).map((value) => value + 0))];
}

function listMultiples(step: Decimal, { lower, upper }: NumberFacts): Candidates {
  const isBounded = Number.isFinite(lower.value) && Number.isFinite(upper.value);
  const first = Number.isFinite(lower.value) ? findFirst(lower, step) : undefined;
  const last = Number.isFinite(upper.value) ? -findFirst({ ...upper, value: -upper.value }, step) : undefined;
  if (isBounded && first !== undefined && last !== undefined) {
    if (first > last) return NO_CANDIDATES;
    if (last - first < BigInt(MAX_POINTS)) {
      const values = listFactors(first, last).map((factor) => multiply(step, factor));
      return { values: values.filter(isDefined), isComplete: values.every(isDefined) };
    }
  }
  const start = first ?? (last === undefined ? 0n : last - 30n);
  const usual = [0n, 1n, 2n, 3n, 5n, 7n, 10n, 11n, 13n, -1n, -2n, start * 2n, start * 3n, start * 1024n];
  const factors = [
    ...usual,
    ...listFactors(start, start + 60n),
    ...(last === undefined ? [] : [last, last - 1n]),
  ];
  const isInside = (factor: bigint) =>
    (first === undefined || factor >= first) && (last === undefined || factor <= last);
  const inside = [...new Set(factors)].filter(isInside);
  return { values: inside.map((factor) => multiply(step, factor)).filter(isDefined), isComplete: false };
}

/** The smallest factor whose multiple is within a lower limit. */
function findFirst({ value, isExclusive }: Limit, step: Decimal): bigint {
  const decimal = toDecimal(value);
  const down = divideDown(decimal, step);
  return isMultiple(decimal, step) && !isExclusive ? down : down + 1n;
}

function listFactors(first: bigint, last: bigint): bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index));
}

function multiply({ digits, exponent }: Decimal, factor: bigint): number | undefined {
  return toNumber({ digits: digits * factor, exponent });
}

function isDefined(value: number | undefined): value is number {
  return value !== undefined;
}
