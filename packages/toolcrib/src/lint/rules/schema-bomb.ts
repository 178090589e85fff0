import { createSchemaRule } from './create-schema-rule.ts';

/** A schema that would take too long, or too much memory, to check a value against. */
export const schemaBomb = createSchemaRule(
  'schema-bomb',
  'Make the schema smaller, flatter or simpler.',
  ({ code }) => /^E_SCHEMA_/.test(code) && code !== 'E_SCHEMA_REMOTE_REF',
);
