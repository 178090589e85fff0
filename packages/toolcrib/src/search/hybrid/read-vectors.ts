import { ConfigError } from '../../core/errors.ts';

/** What an answer has to be. */
interface ExpectedVectors {
  /** How many. */
  readonly count: number;
  /** How long each of them is; any length if it is not known yet. */
  readonly length: number | undefined;
}

/**
 * The vectors of an answer as own copies of length 1, so that the product of two is how much they are alike.
 *
 * @throws ConfigError `E_INVALID_OPTION` that says what is wrong with the answer.
 */
export function readVectors(answer: unknown, { count, length }: ExpectedVectors): Float32Array[] {
  if (!Array.isArray(answer)) throw badAnswer('must give a list of vectors');
  if (answer.length !== count) throw badAnswer(`gave ${answer.length} vectors for ${count} texts`);
  const vectors = Array.from(answer, toUnit);
  const expected = length ?? vectors[0]?.length;
  const other = vectors.find((vector) => vector.length !== expected);
  if (other === undefined) return vectors;
  throw badAnswer(`gave a vector of ${other.length} numbers where others have ${expected}`);
}

function toUnit(given: unknown): Float32Array {
  const numbers = Object(given) as ArrayLike<unknown>;
  const { length } = numbers;
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH) {
    throw badAnswer(`must give vectors of 1 to ${MAX_LENGTH} numbers`);
  }
  let largest = 0;
  for (let at = 0; at < length; at++) {
    const number = numbers[at];
    if (!Number.isFinite(number)) throw badAnswer('gave a vector with something that is no finite number');
    largest = Math.max(largest, Math.abs(number as number));
  }
  if (largest === 0) throw badAnswer('gave a vector of nothing but zeros');
  // In proportion to the largest, no square is too large or too small for a number.
  let squares = 0;
  for (let at = 0; at < length; at++) squares += ((numbers[at] as number) / largest) ** 2;
  const norm = Math.sqrt(squares);
  const unit = new Float32Array(length);
  for (let at = 0; at < length; at++) unit[at] = (numbers[at] as number) / largest / norm;
  return unit;
}

/** No model has more by far. */
const MAX_LENGTH = 65_536;

function badAnswer(problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The function embed ${problem}.`, {
    context: { option: 'embed' },
  });
}
