import { z } from 'zod';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/**
 * The same schema in Zod. Documentation shows output schemas in Zod, and some peers check no others; with a
 * raw JSON Schema they would fail the second test for the reason that the third is about.
 */
export function toZod(schema: Readonly<Record<string, unknown>>): z.ZodType<unknown> {
  return z.fromJSONSchema(schema as JsonSchema);
}
