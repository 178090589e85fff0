import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkComparison } from './check-comparison.ts';
import { createInstanceGenerator } from './generate-instances.ts';
import { isReadable } from './generate-schema.ts';
import type { Schema } from './schema-places.ts';
import { smallWorlds } from './small-worlds.ts';
import { createValidator } from './validators.ts';

/** How many pairs of schemas are tried in each world; `COMPAT_WORLDS` sets another number. */
const numRuns = Number(process.env.COMPAT_WORLDS ?? 100);

/** Pairs that were drawn apart are seldom compatible; a union and an intersection are so by the way they are made. */
function listPairs(one: Schema, other: Schema): readonly (readonly [before: Schema, after: Schema])[] {
  const pairs: readonly (readonly [Schema, Schema])[] = [
    [one, other],
    [one, { anyOf: [other, one] }],
    [{ allOf: [one, other] }, other],
  ];
  return pairs.filter((pair) => pair.every(isReadable));
}

describe('compareSchemas in small worlds', () => {
  for (const { name, schema, values } of smallWorlds) {
    it(`is refuted by none of ${values.length} values in ${numRuns} pairs of schemas about ${name}`, {
      timeout: 1_200_000,
    }, () => {
      const generate = createInstanceGenerator();
      const tally = { pairs: 0, undecided: 0 };

      fc.assert(
        fc.property(schema, schema, (one, other) => {
          for (const [before, after] of listPairs(one, other)) {
            const { verdict } = checkComparison(
              { before, after },
              { generate, seed: 0, count: 0 },
            ).comparison;
            tally.pairs++;
            if (verdict === 'unknown') tally.undecided++;
            if (verdict !== 'compatible') continue;
            const [accepted, rejected] = [createValidator(before), createValidator(after)];
            const refuting = values.filter((value) => accepted(value) === true && rejected(value) === false);
            expect({ before, after, refuting }).toEqual({ before, after, refuting: [] });
          }
        }),
        { numRuns },
      );

      expect(tally.pairs).toBeGreaterThanOrEqual(numRuns);
      // Schemas drawn apart often contradict each other, and what accepts nothing may be left to a person.
      expect(1 - tally.undecided / tally.pairs).toBeGreaterThanOrEqual(0.6);
    });
  }
});
