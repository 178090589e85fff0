/** The middle of some values; of an even number of them, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that so many of 100 do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** What one side needed, round by round. Rounds of the same number belong together: they ran side by side. */
export interface Sample {
  readonly name: string;
  readonly values: readonly number[];
}

/** The ratios of two samples, round by round, so that a slow moment of the machine hits both sides of one. */
export function ratiosOf(sample: Sample, floor: Sample): number[] {
  return sample.values.map((value, round) => value / (floor.values[round] ?? Number.NaN));
}

/** The sample of that name; a name that is not there is a mistake in the bench. */
export function sampleOf(samples: readonly Sample[], name: string): Sample {
  const found = samples.find((sample) => sample.name === name);
  if (found === undefined) throw new Error(`No sample is called "${name}".`);
  return found;
}

/** All samples but those of these names. */
export function samplesBut(samples: readonly Sample[], names: readonly string[]): Sample[] {
  return samples.filter(({ name }) => !names.includes(name));
}
