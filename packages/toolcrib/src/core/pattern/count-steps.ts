import type { Part } from './build-automaton.ts';
import type { Ambiguity } from './find-ambiguity.ts';

/** Beyond any budget, and small enough to calculate with. */
const MANY_RUNS = 2 ** 60;

interface PartCost {
  /** How many runs to the same goal can come out of the part, for each that goes in. */
  readonly runs: number;
  /** How many visits to states these are, for each place of the text. */
  readonly visits: number;
}

interface Context {
  readonly ambiguity: Ambiguity;
  readonly length: number;
}

/**
 * How many states a backtracking engine visits at most per character of a text of `length` characters, given
 * that the pattern is not exponential.
 *
 * The text and the choices made determine a run. So runs multiply only by choices after which they can meet
 * again, and by the moments at which they can leave a loop; in the loop itself, they are determined by those.
 */
export function countSteps(root: Part, context: Context): number {
  const { runs, visits } = measurePart(root, context);
  return visits + runs;
}

function measurePart(part: Part, context: Context): PartCost {
  switch (part.kind) {
    case 'symbol':
      return { runs: 1, visits: 1 };
    case 'sequence':
      return part.parts.map((item) => measurePart(item, context)).reduce(follow, { runs: 1, visits: 0 });
    case 'choice':
      return measureChoice(part, context);
    case 'loop': {
      const { visits } = measurePart(part.body, context);
      const exits = Math.min(context.ambiguity.exits.get(part.loop) ?? 1, context.length);
      return { runs: exits, visits: exits * visits };
    }
    case 'look': {
      const visits = countSteps(part.body, context);
      // Looks behind from different places share no visits; each is at most as long as it has states.
      return { runs: 1, visits: part.isBehind ? visits * visits : visits };
    }
  }
}

function measureChoice({ fork, parts }: Extract<Part, { kind: 'choice' }>, context: Context): PartCost {
  const costs = parts.map((part) => measurePart(part, context));
  const visits = costs.reduce((sum, cost) => sum + cost.visits, 1);
  if (fork.loop !== 0) return { runs: 1, visits };
  const runs = costs.map((cost) => cost.runs);
  for (const [branch, other] of context.ambiguity.rivals.get(fork) ?? []) {
    runs[branch] = (runs[branch] ?? 0) + (costs[other]?.runs ?? 0);
    runs[other] = (runs[other] ?? 0) + (costs[branch]?.runs ?? 0);
  }
  return { runs: Math.max(...runs), visits };
}

function follow(before: PartCost, after: PartCost): PartCost {
  return {
    runs: Math.min(before.runs * after.runs, MANY_RUNS),
    visits: before.visits + before.runs * after.visits,
  };
}
