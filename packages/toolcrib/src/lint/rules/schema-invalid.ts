import { createSchemaRule } from './create-schema-rule.ts';

/** A schema that is not one, or of a dialect that is not understood. */
export const schemaInvalid = createSchemaRule(
  'schema-invalid',
  'Correct the schema; it has to be JSON Schema of dialect 2020-12 or draft-07.',
  ({ code }) => code === 'E_INVALID_SCHEMA',
);
