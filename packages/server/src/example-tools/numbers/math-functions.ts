/** A function that expressions may use. */
export interface MathFunction {
  readonly minCount: number;
  readonly maxCount: number;
  compute(values: readonly number[]): number;
}

/** The constants that expressions may use. */
export const mathConstants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['tau', 2 * Math.PI],
  ['e', Math.E],
]);

/** The functions that expressions may use. */
export const mathFunctions: ReadonlyMap<string, MathFunction> = new Map([
  ['abs', ofOne(Math.abs)],
  ['sqrt', ofOne(Math.sqrt)],
  ['cbrt', ofOne(Math.cbrt)],
  ['exp', ofOne(Math.exp)],
  ['ln', ofOne(Math.log)],
  ['log10', ofOne(Math.log10)],
  ['log2', ofOne(Math.log2)],
  ['sin', ofOne(Math.sin)],
  ['cos', ofOne(Math.cos)],
  ['tan', ofOne(Math.tan)],
  ['asin', ofOne(Math.asin)],
  ['acos', ofOne(Math.acos)],
  ['atan', ofOne(Math.atan)],
  ['atan2', { minCount: 2, maxCount: 2, compute: ([y = 0, x = 0]) => Math.atan2(y, x) }],
  ['rad', ofOne((degrees) => (degrees / 180) * Math.PI)],
  ['deg', ofOne((radians) => (radians / Math.PI) * 180)],
  ['floor', ofOne(Math.floor)],
  ['ceil', ofOne(Math.ceil)],
  ['trunc', ofOne(Math.trunc)],
  ['sign', ofOne(Math.sign)],
  ['round', { minCount: 1, maxCount: 2, compute: ([value = 0, digits = 0]) => round(value, digits) }],
  ['min', ofMany((values) => Math.min(...values))],
  ['max', ofMany((values) => Math.max(...values))],
  ['sum', ofMany(sum)],
  ['mean', ofMany((values) => sum(values) / values.length)],
  ['median', ofMany(median)],
]);

function ofOne(compute: (value: number) => number): MathFunction {
  return { minCount: 1, maxCount: 1, compute: ([value = 0]) => compute(value) };
}

/** As many as an expression has room for. */
function ofMany(compute: (values: readonly number[]) => number): MathFunction {
  return { minCount: 1, maxCount: 1_000, compute };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Half away from zero, as people do it: 1.005 to two digits is 1.01, although its nearest double is less. */
function round(value: number, digits: number): number {
  const places = Math.min(Math.max(Math.trunc(digits), -300), 300);
  const [mantissa, exponent = '0'] = Math.abs(value).toExponential().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
  const [shiftedMantissa, shiftedExponent = '0'] = shifted.toExponential().split('e');
  return Math.sign(value) * Number(`${shiftedMantissa}e${Number(shiftedExponent) - places}`);
}
