import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchemaCheck } from 'toolcrib';

/** Ajv as it is used for untrusted schemas and values. */
export function createAjv(): Ajv2020 {
  return new Ajv2020({ strict: false, ownProperties: true, allErrors: true });
}

/** Ajv as the injected compiler of ours. */
export function createAjvCompiler(ajv: Ajv2020): (schema: JsonObject) => JsonSchemaCheck {
  return (schema) => {
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toIssue));
  };
}

function toIssue({ instancePath, message = 'is refused' }: ErrorObject) {
  return { path: instancePath.split('/').slice(1), message };
}
