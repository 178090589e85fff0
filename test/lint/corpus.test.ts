import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintSpec } from '../../packages/toolcrib/src/lint/index.ts';
import { requireData, sharedData } from '../shared-data.ts';
import { corpus, type LabelledTexts } from './corpus.ts';
import { freshBenign } from './fresh-benign.ts';
import { freshMalicious } from './fresh-malicious.ts';
import { hostileMalicious } from './hostile-malicious.ts';
import { type LabelledSpecs, toSpec } from './labelled-specs.ts';
import { practiceBenign } from './practice-benign.ts';
import { practiceMalicious } from './practice-malicious.ts';
import { trickyBenign } from './tricky-benign.ts';
import { unseenBenign } from './unseen-benign.ts';
import { unseenMalicious } from './unseen-malicious.ts';

function isFlagged(description: string): boolean {
  const spec = { name: 'some_tool', description, inputSchema: { type: 'object' } };
  return lintSpec(spec).some(({ severity }) => severity === 'error');
}

function shareOf(texts: LabelledTexts): number {
  const all = Object.values(texts).flat();
  return all.filter(isFlagged).length / all.length;
}

function shareOfSpecs(specs: LabelledSpecs): number {
  const all = Object.values(specs).flat().map(toSpec);
  const flagged = all.filter((spec) => lintSpec(spec).some(({ severity }) => severity === 'error'));
  return flagged.length / all.length;
}

describe('lint of descriptions', () => {
  it('has a corpus that is large enough to mean something', () => {
    for (const { malicious, benign } of Object.values(corpus)) {
      expect(Object.values(malicious).flat().length).toBeGreaterThanOrEqual(60);
      expect(Object.values(benign).flat().length).toBeGreaterThanOrEqual(60);
    }
  });

  it('finds what it was tuned with', () => {
    expect(shareOf(corpus.tuning.malicious)).toBeGreaterThanOrEqual(0.99);
    expect(shareOf(corpus.tuning.benign)).toBeLessThanOrEqual(0.01);
  });

  it('finds most of what was held out at first, and leaves the rest alone', () => {
    expect(shareOf(corpus.heldOut.malicious)).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(corpus.heldOut.benign)).toBeLessThanOrEqual(0.02);
  });

  it('finds what was written by somebody who did not know the rules, and then tuned with', () => {
    expect(shareOfSpecs(unseenMalicious)).toBeGreaterThanOrEqual(0.95);
    expect(shareOfSpecs(unseenBenign)).toBeLessThanOrEqual(0.01);
    expect(shareOfSpecs(practiceMalicious)).toBeGreaterThanOrEqual(0.8);
    expect(shareOfSpecs(practiceBenign)).toBeLessThanOrEqual(0.01);
  });

  it('finds what was written to get past the rules, and then tuned with', () => {
    expect(shareOfSpecs(hostileMalicious)).toBeGreaterThanOrEqual(0.7);
    expect(shareOfSpecs(trickyBenign)).toBe(0);
  });

  it('finds little of what avoids all that it knows, and leaves the benign alone', () => {
    // The floor is what was measured: a careful author gets past rules of this kind.
    expect(shareOfSpecs(freshMalicious)).toBeGreaterThanOrEqual(0.1);
    expect(shareOfSpecs(freshBenign)).toBeLessThanOrEqual(0.1);
  });

  it('keeps the published goals on the public corpus', (context) => {
    const file = sharedData('poison/security-corpus.json');
    requireData(context, file);
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as {
      entries: readonly { id: string; label: 'malicious' | 'benign'; description: string }[];
    };

    const missed = entries.filter(
      ({ label, description }) => label === 'malicious' && !isFlagged(description),
    );
    const wrong = entries.filter(({ label, description }) => label === 'benign' && isFlagged(description));

    expect(missed.map(({ id }) => id)).toEqual([]);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
