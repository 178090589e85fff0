/** A number as it is written in decimal: `digits × 10 ^ exponent`. Calculations are exact. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that stands for a number, as the validator reads it. */
export function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The number that a decimal stands for; undefined if no number is exactly that. */
export function toNumber({ digits, exponent }: Decimal): number | undefined {
  const value = Number(`${digits}e${exponent}`);
  if (!Number.isFinite(value)) return undefined;
  const [left, right] = align(toDecimal(value), { digits, exponent });
  return left === right ? value + 0 : undefined;
}

/** Both as whole numbers of the same unit. */
function align(left: Decimal, right: Decimal): readonly [bigint, bigint, exponent: number] {
  const exponent = Math.min(left.exponent, right.exponent);
  return [scale(left, exponent), scale(right, exponent), exponent];
}

export function isMultiple(value: Decimal, divisor: Decimal): boolean {
  const [whole, part] = align(value, divisor);
  return whole % part === 0n;
}

/** The smallest positive number that both divide. */
export function leastCommonMultiple(left: Decimal, right: Decimal): Decimal {
  const [one, other, exponent] = align(left, right);
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return { digits: (one / a) * other, exponent };
}

/** How often `divisor` goes into `value`, rounded down. `divisor` is positive. */
export function divideDown(value: Decimal, divisor: Decimal): bigint {
  const [whole, part] = align(value, divisor);
  const quotient = whole / part;
  return whole % part < 0n ? quotient - 1n : quotient;
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
