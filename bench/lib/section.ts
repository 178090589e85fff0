import type { Sample } from './statistics.ts';

/** What the values of a section are. */
export type Unit = 'nanoseconds' | 'bytes' | 'count';

/** The most that ours may need: a multiple of the floor, or a value. */
export interface Goal {
  readonly of: 'ratio' | 'value';
  readonly atMost: number;
  /** What counts as noise, as a part of `atMost`. @default 0 */
  readonly tolerance?: number;
}

/** One line of ours beside the floor. */
export interface Line {
  readonly name: string;
  readonly unit: Unit;
  readonly floor?: Sample;
  readonly ours: Sample;
  readonly goal?: Goal;
}

/** What a peer needs for the same job. */
export interface PeerLine {
  readonly name: string;
  readonly unit: Unit;
  readonly floor?: Sample;
  readonly sample: Sample;
}

/** One table: a question, the floor and ours, and the peers below. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly peers: readonly PeerLine[];
  /** What a reader has to know, such as a peer that is left out. */
  readonly notes?: readonly string[];
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  readonly batchMs: number;
  /** Fewer processes where each round is a process of its own. */
  readonly processes: number;
}

/** A question with its goals. */
export interface Row {
  readonly name: string;
  run(effort: Effort): Promise<readonly Section[]>;
}

/** Peers of one floor, as lines. */
export function toPeerLines(
  samples: readonly Sample[],
  options: Pick<PeerLine, 'unit' | 'floor'> & { readonly suffix?: string },
): PeerLine[] {
  const { suffix, ...rest } = options;
  return samples.map((sample) => ({
    ...rest,
    name: suffix === undefined ? sample.name : `${sample.name}, ${suffix}`,
    sample,
  }));
}
