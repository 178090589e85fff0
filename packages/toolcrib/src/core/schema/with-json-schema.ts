import type { StandardSchemaV1 } from '@standard-schema/spec';
import { JsonSchema } from './json-schema.ts';
import { toValidate } from './to-validate.ts';
import type { JsonSchemaDefinition, LibrarySchema } from './tool-schema.ts';

/**
 * Gives a JSON Schema to a Standard Schema that cannot make one itself. A value must satisfy both, so
 * that the model is never promised more than is enforced; the library's result is what a handler gets.
 *
 * @throws ConfigError as {@link jsonSchema} does.
 */
export function withJsonSchema<Input, Output>(
  schema: StandardSchemaV1<Input, Output>,
  json: JsonSchemaDefinition,
): LibrarySchema<Input, Output> {
  const shown = new JsonSchema(json);
  const standard = schema['~standard'];
  // It gives what the schema gives.
  const validate = toValidate(schema, standard) as typeof standard.validate;
  return Object.freeze({
    '~standard': Object.freeze({
      version: 1 as const,
      vendor: standard.vendor,
      validate: (value: unknown) => {
        const result = shown.validate(value);
        return result.issues === undefined ? validate(result.value) : result;
      },
      jsonSchema: shown['~standard'].jsonSchema,
    }),
  });
}
