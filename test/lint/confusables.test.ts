import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { skeletonOf } from '../../packages/toolcrib/src/lint/names/skeleton.ts';
import { confusablesOfNames, renderConfusables } from '../../scripts/make-confusables.ts';

const file = fileURLToPath(new URL('../../packages/toolcrib/src/lint/names/confusables.ts', import.meta.url));

describe('the table of confusable characters', () => {
  it('is what the script makes, and small', () => {
    const text = readFileSync(file, 'utf8');

    expect(text).toBe(renderConfusables());
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
  });

  it('agrees with the data of Unicode about everything that names are made of', () => {
    const sources = [...confusablesOfNames()];
    const wrong = sources.filter(([source, target]) => skeletonOf(source) !== skeletonOf(target));

    expect(sources.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});
