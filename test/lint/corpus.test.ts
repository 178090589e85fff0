import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintSpec } from '../../packages/toolcrib/src/lint/index.ts';
import { requireData, sharedData } from '../shared-data.ts';
import { corpus, type LabelledTexts } from './corpus.ts';

function isFlagged(description: string): boolean {
  const spec = { name: 'some_tool', description, inputSchema: { type: 'object' } };
  return lintSpec(spec).some(({ severity }) => severity === 'error');
}

function shareOf(texts: LabelledTexts): number {
  const all = Object.values(texts).flat();
  return all.filter(isFlagged).length / all.length;
}

describe('lint of descriptions', () => {
  it('has a corpus that is large enough to mean something', () => {
    for (const { malicious, benign } of Object.values(corpus)) {
      expect(Object.values(malicious).flat().length).toBeGreaterThanOrEqual(60);
      expect(Object.values(benign).flat().length).toBeGreaterThanOrEqual(60);
    }
  });

  it('finds what it was tuned with', () => {
    expect(shareOf(corpus.tuning.malicious)).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(corpus.tuning.benign)).toBeLessThanOrEqual(0.01);
  });

  it('finds most of what it was not tuned with, and leaves the rest alone', () => {
    expect(shareOf(corpus.heldOut.malicious)).toBeGreaterThanOrEqual(0.85);
    expect(shareOf(corpus.heldOut.benign)).toBeLessThanOrEqual(0.02);
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
