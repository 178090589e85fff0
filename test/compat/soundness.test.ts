import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import { checkComparison } from './check-comparison.ts';
import { createInstanceGenerator } from './generate-instances.ts';
import { pairsOf } from './generate-pairs.ts';
import { anySchema, schema07, schema2020, toolSchema } from './generate-schema.ts';
import type { Schema } from './schema-places.ts';

/** How many instances are tried in all; `COMPAT_INSTANCES` sets another number. */
const target = Number(process.env.COMPAT_INSTANCES ?? 100_000);
/** Room for a busy machine; most of the time goes into what Ajv compiles for the witnesses. */
const timeout = 120_000 + 20 * target;
const INSTANCES_PER_PAIR = 40;
const RUNS_PER_ROUND = 200;

interface Tally {
  instances: number;
  pairs: number;
  decided: number;
}

/** Rounds of their own seeds, so that the number of instances can grow without a limit. */
function tryPairs(schema: fc.Arbitrary<Schema>, instances: number): Tally {
  const tally: Tally = { instances: 0, pairs: 0, decided: 0 };
  const generate = createInstanceGenerator();
  const { seed: firstSeed } = fc.readConfigureGlobal();
  for (let round = 0; tally.instances < instances; round++) {
    fc.assert(
      fc.property(pairsOf(schema), fc.nat(), ({ before, after }, seed) => {
        for (const pair of [
          { before, after },
          { before: after, after: before },
        ]) {
          const checked = checkComparison(pair, { generate, seed, count: INSTANCES_PER_PAIR });
          tally.instances += checked.instances;
          tally.pairs++;
          if (checked.comparison.verdict !== 'unknown') tally.decided++;
        }
      }),
      { numRuns: RUNS_PER_ROUND, ...(firstSeed === undefined ? {} : { seed: firstSeed + round }) },
    );
  }
  return tally;
}

// What share of the pairs is decided at least; `unknown` is always sound, and never of use.
const flavours = [
  { name: 'the kind that tools have', schema: toolSchema, share: 0.4, decided: 0.85 },
  { name: '2020-12 with any keyword', schema: schema2020, share: 0.4, decided: 0.85 },
  { name: 'draft-07 with any keyword', schema: schema07, share: 0.2, decided: 0.85 },
] as const;

describe('soundness of compareSchemas', () => {
  for (const { name, schema, share, decided } of flavours) {
    const count = Math.ceil(target * share);

    it(`accepts ${count} instances of old schemas wherever it says compatible, and shows every breaking change, for ${name}`, {
      timeout,
    }, () => {
      const tally = tryPairs(schema, count);

      expect(tally.instances).toBeGreaterThanOrEqual(count);
      expect(tally.decided / tally.pairs).toBeGreaterThanOrEqual(decided);
    });
  }

  it('never calls a schema a breaking change of itself', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(compareSchemas(schema, structuredClone(schema)).verdict).toBe('compatible');
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same answer again', () => {
    fc.assert(
      fc.property(pairsOf(anySchema), ({ before, after }) => {
        expect(compareSchemas(before, after)).toEqual(
          compareSchemas(structuredClone(before), structuredClone(after)),
        );
      }),
      { numRuns: 100 },
    );
  });
});
