import { type Run, spend } from './run.ts';

/** To calculate with hundreds of digits takes this many steps. */
const STEPS_OF_DECIMAL = 100;

/** A number as written in decimal: `digits × 10 ^ exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * A test for multiples of a positive number, exact in decimal: 0.3 is a multiple of 0.1, although the
 * quotient of the two floating-point numbers is not whole.
 */
export function createMultipleTest(divisor: number): (value: number, run: Run) => boolean {
  const isSafe = Number.isSafeInteger(divisor);
  const decimal = toDecimal(divisor);
  return (value, run) => {
    if (isSafe && Number.isSafeInteger(value)) return value % divisor === 0;
    spend(run, STEPS_OF_DECIMAL);
    return isDecimalMultiple(toDecimal(value), decimal);
  };
}

function isDecimalMultiple(value: Decimal, divisor: Decimal): boolean {
  const exponent = Math.min(value.exponent, divisor.exponent);
  return scale(value, exponent) % scale(divisor, exponent) === 0n;
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

function toDecimal(value: number): Decimal {
  // Such as "-1.5e-7": the shortest digits that stand for this number, which is what its author wrote.
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
