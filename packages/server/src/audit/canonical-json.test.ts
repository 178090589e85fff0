import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson as libraryJson } from '../../../toolcrib/src/core/canonical-json.ts';
import type { JsonValue } from '../../../toolcrib/src/core/json.ts';
import { canonicalJson } from './canonical-json.ts';

it('writes what the library writes for its digests', () => {
  const values = fc
    .jsonValue({ stringUnit: 'binary' })
    .filter((value) => JSON.stringify(value).isWellFormed());
  fc.assert(
    fc.property(values, (value) => {
      // Without -0, which no JSON text of ours holds.
      const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(canonicalJson(plain)).toBe(libraryJson(plain));
    }),
    { numRuns: 2_000 },
  );
});
