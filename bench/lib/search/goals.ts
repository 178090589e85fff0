import { formatValue } from '../format.ts';
import type { SearchSpeed } from './measure-speed.ts';
import { meanOver, type Outcome } from './outcome.ts';

/** One goal, and what became of it. */
export interface GoalLine {
  readonly name: string;
  readonly wanted: string;
  readonly found: string;
  readonly isReached: boolean;
}

const qualityGoals = [
  { peer: 'bm25', name: 'NDCG@10, mean, to BM25', atLeast: 1.06 },
  { peer: 'mini-search', name: 'NDCG@10, mean, to MiniSearch defaults', atLeast: 1.35 },
] as const;
const WORST_TO_BM25 = 0.97;

/** What a set of some size may need. */
interface SpeedGoal {
  /** For sets of so many tools. */
  readonly tools: readonly [least: number, most: number];
  readonly name: string;
  readonly part: keyof SearchSpeed;
  readonly atMost: number;
}

const LARGE = [15_000, 16_000] as const;
const speedGoals: readonly SpeedGoal[] = [
  { tools: LARGE, name: 'query, mean', part: 'cpuMean', atMost: 1e6 },
  { tools: LARGE, name: 'query, p99', part: 'cpuP99', atMost: 5e6 },
  { tools: [500, 500], name: 'query, mean', part: 'cpuMean', atMost: 100e3 },
  { tools: LARGE, name: 'index', part: 'index', atMost: 2e9 },
  { tools: LARGE, name: 'memory of a tool', part: 'memory', atMost: 6e3 },
  { tools: LARGE, name: 'one change', part: 'change', atMost: 1e6 },
];

/** The goals of quality, by whole sets. */
export function judgeQuality(outcomes: readonly Outcome[]): GoalLine[] {
  const ours = meanOver(outcomes, 'ours').ndcg10;
  const means = qualityGoals.map(({ peer, name, atLeast }) =>
    toRatioLine(name, ours / meanOver(outcomes, peer).ndcg10, atLeast),
  );
  const sets = outcomes.map(({ subject, figures }) => ({
    name: subject.name,
    ratio: figures.ours.quality.ndcg10 / figures.bm25.quality.ndcg10,
  }));
  const worst = sets.reduce((left, right) => (right.ratio < left.ratio ? right : left));
  return [...means, toRatioLine(`NDCG@10, worst set (${worst.name}), to BM25`, worst.ratio, WORST_TO_BM25)];
}

/** The goals of speed and memory that a set is of the right size for. They are about real tools, not invented ones. */
export function judgeSpeed({ subject, figures }: Outcome): GoalLine[] {
  if (subject.set === undefined) return [];
  const { toolCount, speed } = figures.ours;
  const goals = speedGoals.filter(({ tools: [least, most] }) => toolCount >= least && toolCount <= most);
  return goals.map(({ name, part, atMost }) => {
    const value = speed?.[part] ?? Number.NaN;
    const unit = part === 'memory' ? 'bytes' : 'nanoseconds';
    return {
      name: `${name}, ${subject.name}`,
      wanted: `≤ ${formatValue(atMost, unit)}`,
      found: formatValue(value, unit),
      isReached: value <= atMost,
    };
  });
}

function toRatioLine(name: string, ratio: number, atLeast: number): GoalLine {
  return {
    name,
    wanted: `≥ ${atLeast.toFixed(2)} ×`,
    found: `${ratio.toFixed(3)} ×`,
    isReached: ratio >= atLeast,
  };
}
