import { measureRoundRobin } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { createOurs } from './turn.ts';

interface Input {
  readonly counts: readonly number[];
  readonly effort: Effort;
}

/** The same turn of ours with few and with many tools, side by side. */
export function measure({ counts, effort }: Input): Promise<Sample[]> {
  const sides = counts.map((count) => ({ ...createOurs(count), name: String(count) }));
  return measureRoundRobin(sides, effort);
}
