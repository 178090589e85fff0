import type { State } from './build-automaton.ts';
import type { PatternBudget } from './pattern-budget.ts';
import { PatternRefusal, TOO_COMPLEX } from './pattern-refusal.ts';

/** Two states in which two runs can be after the same text. They have met if the states are the same. */
export interface Pair {
  readonly left: State;
  readonly right: State;
  /** The pairs from which one move leads here. */
  readonly previous: Pair[];
}

const MAX_MOVES = 20_000;

/** The pairs of states that runs can get into after they have parted. */
export class PairGraph {
  readonly #pairs = new Map<number, Pair>();
  readonly #budget: PatternBudget;
  #moves = 0;

  constructor(budget: PatternBudget) {
    this.#budget = budget;
  }

  /**
   * Adds a pair, in either order, unless both states read and have no symbol in common.
   *
   * @throws PatternRefusal after too many calls, which bounds the time of an analysis.
   */
  add(left: State, right: State): Pair | undefined {
    this.#budget.spend(1);
    if (++this.#moves > MAX_MOVES) throw new PatternRefusal(TOO_COMPLEX);
    const isStuck =
      left.symbols !== undefined && right.symbols !== undefined && (left.symbols & right.symbols) === 0n;
    if (isStuck && left !== right) return undefined;
    const key = Math.min(left.id, right.id) * MAX_MOVES + Math.max(left.id, right.id);
    const known = this.#pairs.get(key);
    if (known) return known;
    const pair = { left, right, previous: [] };
    this.#pairs.set(key, pair);
    return pair;
  }

  /** Adds everything that can follow; runs that have met are followed no further. */
  expand(): void {
    // The iteration includes the pairs that are added on the way.
    for (const pair of this.#pairs.values()) {
      const { left, right } = pair;
      if (left === right) continue;
      // Forks read nothing, so they go first, one at a time; then both runs read the same symbol.
      const lefts = left.symbols !== undefined && right.symbols === undefined ? [left] : left.next;
      const rights = left.symbols === undefined ? [right] : right.next;
      for (const nextLeft of lefts) {
        for (const nextRight of rights) this.add(nextLeft, nextRight)?.previous.push(pair);
      }
    }
  }

  /** All pairs from which runs can meet, on the way only through pairs that are admitted. */
  findMeeting(isAdmitted: (pair: Pair) => boolean): Set<Pair> {
    const found = new Set<Pair>();
    for (const pair of this.#pairs.values()) {
      if (pair.left === pair.right && isAdmitted(pair)) found.add(pair);
    }
    // The iteration includes the pairs that are added on the way.
    for (const pair of found) {
      for (const previous of pair.previous) if (isAdmitted(previous)) found.add(previous);
    }
    return found;
  }
}
