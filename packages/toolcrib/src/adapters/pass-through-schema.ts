import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject } from '../index.ts';

/** A schema that accepts everything, so that it is the call path that checks, and writes down what it refuses. */
export type PassThroughSchema = StandardSchemaV1<unknown, unknown> & StandardJSONSchemaV1<unknown, unknown>;

/** A schema that tells a model what to send and accepts what it sent. */
export function passThroughSchema(json: JsonObject): PassThroughSchema {
  // Providers are free to change what they are given; ours is frozen and shared.
  const copy = (): Record<string, unknown> => structuredClone(json);
  return {
    '~standard': {
      version: 1,
      vendor: 'toolcrib',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
