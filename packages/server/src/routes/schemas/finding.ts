import { z } from 'zod';

/** What lint, a policy or a look at a source has found. */
export const finding = z
  .strictObject({
    rule: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    pointer: z
      .string()
      .meta({ description: 'A JSON Pointer (RFC 6901) into the spec; empty for all of it.' }),
    start: z.int().exactOptional(),
    end: z.int().exactOptional(),
    message: z.string(),
    fix: z.string().exactOptional(),
    waiver: z.string().meta({ description: 'Why it did not count, if it was waived.' }).exactOptional(),
  })
  .meta({ id: 'Finding', description: 'Something in a definition that somebody should look at.' });
