/** Randomness that is the same in every run. Never for secrets. */
export interface SeededRandom {
  /** That many random bytes. */
  bytes(length: number): Uint8Array;
  /** A number from 0, which is included, to 1, which is not. */
  number(): number;
}

/** Randomness from a seed: the same seed gives the same bytes and numbers, in the order of the calls. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // A counter that steps by an odd number meets every state; the mixing makes neighbours look unrelated.
  const nextWord = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(mix(state, 16, 0x21f0aaad), 15, 0x735a2d97) >>> 0;
  };
  return Object.freeze({
    bytes: (length: number) => Uint8Array.from({ length }, () => nextWord() >>> 24),
    number: () => nextWord() / 2 ** 32,
  });
}

function mix(word: number, shift: number, factor: number): number {
  return Math.imul(word ^ (word >>> shift), factor);
}
