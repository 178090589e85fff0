import type { JsonObject } from '../../index.ts';
import { type PassThroughSchema, passThroughSchema } from '../pass-through-schema.ts';

/** How the AI SDK tells its own schemas, whichever copy of it made them. */
const BRAND = Symbol.for('vercel.ai.schema');

/**
 * One of the AI SDK's own schemas, which hands its JSON Schema on as it stands. By its type it is a Standard
 * Schema, of which the AI SDK would close every object.
 */
export function toAiSdkSchema(json: JsonObject): PassThroughSchema {
  const brand = {
    [BRAND]: true,
    jsonSchema: structuredClone(json),
    validate: (value: unknown) => ({ success: true, value }),
  };
  return { ...brand, ...passThroughSchema(json) };
}
