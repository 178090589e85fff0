import type { Part } from './build-automaton.ts';
import type { Ambiguity } from './find-ambiguity.ts';

/** Beyond any budget, and small enough to calculate with. */
const MANY = 2 ** 60;

/** A fork reads nothing, so that an engine is done with it sooner than with a character. */
const STEPS_OF_FORK = 0.25;

interface PartCost {
  /** How many runs to the same goal can come out of the part, for each that goes in. */
  readonly runs: number;
  /** How many steps these take, in all places of the text together. */
  readonly steps: number;
  /** In how many places of the text the part can end. */
  readonly places: number;
}

interface Context {
  readonly ambiguity: Ambiguity;
  /** Places of the text, which are one more than its characters. */
  readonly length: number;
}

/**
 * How many steps a backtracking engine takes at most on a text with `length` places, given that the pattern is not
 * exponential. A step is one look at a character; a look that takes the engine longer counts as several.
 *
 * The text and the choices made determine a run. So runs multiply only by choices after which they can meet
 * again, and by the moments at which they can leave a loop; in the loop itself, they are determined by those.
 * What comes before the first loop is in few places, so that it costs the same on texts of any length.
 */
export function countSteps(root: Part, context: Context): number {
  const { runs, steps } = measurePart(root, context, 1);
  return Math.min(steps + runs, MANY);
}

function measurePart(part: Part, context: Context, places: number): PartCost {
  switch (part.kind) {
    case 'symbol':
      return { runs: 1, steps: places * part.weight, places };
    case 'sequence':
      return measureSequence(part.parts, context, places);
    case 'choice':
      return measureChoice(part, context, places);
    case 'loop': {
      const { length } = context;
      const { steps } = measurePart(part.body, context, length);
      const exits = Math.min(context.ambiguity.exits.get(part.loop) ?? 1, length);
      return { runs: exits, steps: exits * (steps + length * STEPS_OF_FORK), places: length };
    }
    case 'look': {
      const { runs, steps } = measurePart(part.body, context, places);
      const own = steps + runs * places;
      // Looks behind from different places share no steps; each is at most as long as it has states.
      return { runs: 1, steps: part.isBehind ? own * Math.max(own / places, 1) : own, places };
    }
  }
}

function measureSequence(parts: readonly Part[], context: Context, places: number): PartCost {
  let cost: PartCost = { runs: 1, steps: 0, places };
  for (const part of parts) {
    const next = measurePart(part, context, cost.places);
    cost = {
      runs: Math.min(cost.runs * next.runs, MANY),
      steps: cost.steps + cost.runs * next.steps,
      places: next.places,
    };
  }
  return cost;
}

function measureChoice(
  { fork, parts }: Extract<Part, { kind: 'choice' }>,
  context: Context,
  places: number,
): PartCost {
  const costs = parts.map((part) => measurePart(part, context, places));
  const steps = costs.reduce((sum, cost) => sum + cost.steps + places * STEPS_OF_FORK, 0);
  const ends = costs.reduce((sum, cost) => sum + cost.places, 0);
  const common = { steps, places: Math.min(ends, context.length) };
  if (fork.loop !== 0) return { runs: 1, ...common };
  const runs = costs.map((cost) => cost.runs);
  for (const [branch, other] of context.ambiguity.rivals.get(fork) ?? []) {
    runs[branch] = (runs[branch] ?? 0) + (costs[other]?.runs ?? 0);
    runs[other] = (runs[other] ?? 0) + (costs[branch]?.runs ?? 0);
  }
  return { runs: Math.max(...runs), ...common };
}
