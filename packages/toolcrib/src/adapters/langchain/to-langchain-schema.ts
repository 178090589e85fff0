import type { JsonObject } from '../../index.ts';
import { type PassThroughSchema, passThroughSchema } from '../pass-through-schema.ts';

/**
 * A schema of which LangChain takes the JSON Schema for the model from `~standard`, and checks arguments by the
 * object as a JSON Schema, as which it is empty.
 */
export function toLangChainSchema(json: JsonObject): PassThroughSchema {
  const schema = {};
  // Not enumerable, as validators walk through everything else.
  Object.defineProperty(schema, '~standard', { value: passThroughSchema(json)['~standard'] });
  return schema as PassThroughSchema;
}
