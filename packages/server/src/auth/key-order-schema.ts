import { z } from 'zod';
import { grantsSchema } from './grant-schema.ts';
import type { KeyLimits } from './key-limits.ts';

const count = z.int().min(1).max(1_000_000_000).exactOptional();

/** Limits as they come from outside. */
const keyLimitsSchema: z.ZodType<KeyLimits> = z.strictObject({
  requestsPerMinute: count,
  callsPerMinutePerTool: count,
  callsPerDayPerTool: count,
  callsPerDay: count,
});

/** What a key is to be, as it comes from outside. */
export const keyOrderSchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,126}[^\p{C}\p{Z}])?$/u,
      'must be 1 to 128 visible characters',
    ),
  grants: grantsSchema.min(1),
  limits: keyLimitsSchema.optional(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});
