import { z } from 'zod';

const verdict = z.enum(['compatible', 'breaking', 'unknown']);

const schemaComparison = z
  .strictObject({
    verdict,
    findings: z.array(
      z.strictObject({
        verdict: z.enum(['breaking', 'unknown']),
        rule: z.string(),
        pointer: z.string(),
        message: z.string(),
        witness: z
          .unknown()
          .meta({ description: 'A value that the old schema accepts and the new one does not.' })
          .optional(),
      }),
    ),
  })
  .meta({
    id: 'SchemaComparison',
    description: 'Whether all that one schema accepts is accepted by another.',
  });

/** What `compareSpecs` says of two versions. */
export const specComparison = z
  .strictObject({
    verdict,
    declaredVerdict: verdict,
    input: schemaComparison,
    output: schemaComparison,
    isAddition: z.boolean(),
    behavioural: z.array(
      z.strictObject({
        pointer: z.string(),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      }),
    ),
  })
  .meta({
    id: 'SpecComparison',
    description: 'Whom a new version would break, and what models would read otherwise.',
  });
