import fc from 'fast-check';

/** Makes a function that lists texts which match a pattern, the same ones for the same pattern. */
export function createPatternSamples(): (pattern: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (pattern) => {
    const samples = known.get(pattern) ?? samplePattern(pattern);
    known.set(pattern, samples);
    return samples;
  };
}

function samplePattern(pattern: string): readonly string[] {
  try {
    const sampled = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 40 });
    return [...new Set(sampled)].filter((text) => text.isWellFormed());
  } catch {
    // A pattern that fast-check cannot read; other texts are tried instead.
    return [];
  }
}
