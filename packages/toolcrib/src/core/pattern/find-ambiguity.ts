import type { State } from './build-automaton.ts';
import { findDelays } from './find-delays.ts';
import { type Pair, PairGraph } from './pair-graph.ts';
import type { PatternBudget } from './pattern-budget.ts';

/** Where two runs of an automaton can part on the same text and meet again. */
export interface Ambiguity {
  /** Whether they can do so within one loop, so that each round multiplies the runs. */
  readonly isExponential: boolean;
  /** At how many moments runs to the same goal can leave a loop, by its number; Infinity if at any. */
  readonly exits: ReadonlyMap<number, number>;
  /** The branches of a fork, two by two, into which runs can part and meet again. */
  readonly rivals: ReadonlyMap<State, readonly (readonly [branch: number, other: number])[]>;
}

/** @throws PatternRefusal if there are too many pairs of states to look at. */
export function findAmbiguity(states: readonly State[], budget: PatternBudget): Ambiguity {
  const graph = new PairGraph(budget);
  const partings = states.flatMap((fork) =>
    fork.next.flatMap((left, branch) =>
      fork.next.slice(branch + 1).map((right, offset) => ({
        fork,
        branches: [branch, branch + 1 + offset] as const,
        pair: graph.add(left, right),
      })),
    ),
  );
  graph.expand();

  const meeting = graph.findMeeting(() => true);
  const meetingInLoop = graph.findMeeting(isInLoop);
  const delays = findDelays(meeting);
  const exits = new Map<number, number>();
  const rivals = new Map<State, (readonly [number, number])[]>();
  let isExponential = false;
  for (const { fork, branches, pair } of partings) {
    if (pair === undefined || !meeting.has(pair)) continue;
    isExponential ||= fork.loop !== 0 && meetingInLoop.has(pair);
    // Runs that leave a loop n symbols apart have parted in it, and do not meet within n symbols.
    const moments = (delays.get(pair) ?? Number.POSITIVE_INFINITY) + 1;
    exits.set(fork.loop, Math.max(exits.get(fork.loop) ?? 1, moments));
    const known = rivals.get(fork);
    if (known) known.push(branches);
    else rivals.set(fork, [branches]);
  }
  return { isExponential, exits, rivals };
}

function isInLoop({ left, right }: Pair): boolean {
  return left.loop !== 0 && left.loop === right.loop;
}
