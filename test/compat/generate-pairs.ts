import fc from 'fast-check';
import { isReadable, smallSchema } from './generate-schema.ts';
import { mutateSchema, type SchemaMutation } from './mutate-schema.ts';
import type { Schema } from './schema-places.ts';

/** The same schema before and after a change. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
}

const mutation: fc.Arbitrary<SchemaMutation> = fc.record({
  place: fc.nat({ max: 9_999 }),
  edit: fc.nat({ max: 9_999 }),
  amount: fc.nat({ max: 9_999 }),
  fresh: smallSchema,
});

/** A schema, and the same with one to three places changed. Both can be read, and they differ. */
export function pairsOf(schema: fc.Arbitrary<Schema>): fc.Arbitrary<SchemaPair> {
  return fc
    .record({ before: schema, mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }) })
    .map(({ before, mutations }) => ({ before, after: mutations.reduce(mutateSchema, before) }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after) && isReadable(after));
}
