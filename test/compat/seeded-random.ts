/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number at least 0, below `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  onceIn(times: number): boolean;
  /** One of the items; nothing if there are none. */
  pick<T>(items: readonly T[]): T | undefined;
}

/** Mulberry32: small, quick, and good enough to choose test data with. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    onceIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)],
  };
}
