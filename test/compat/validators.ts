import { Ajv, MissingRefError } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { compileJsonSchema } from '../../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import type { Schema } from './schema-places.ts';

/** Whether a schema accepts a value; nothing if that could not be decided. */
export type Accepts = (value: JsonValue) => boolean | undefined;

/** Our own validator. */
export function createValidator(schema: Schema): Accepts {
  const check = compileJsonSchema(readJsonSchema(schema));
  return (value) => {
    const issues = check(value);
    if (issues.length === 0) return true;
    const isUndecided = issues.some(({ message }) => /too complex|too long to be checked/.test(message));
    return isUndecided ? undefined : false;
  };
}

// On these Ajv 8.20 itself contradicts the specification: see agreement-with-ajv.test.ts; and 2.3 is a multiple of 0.1.
const distrusted =
  /"multipleOf":\d*\.|"(?:contains|unevaluatedItems|unevaluatedProperties|toString|\$dynamicRef|\$dynamicAnchor)"/;

const ajvOptions = {
  strict: false,
  ownProperties: true,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
} as const;

/** Ajv; nothing for a schema with keywords where it is known to be wrong, or that it cannot compile. */
export function createAjvValidator(schema: Schema): Accepts | undefined {
  if (distrusted.test(JSON.stringify(schema))) return undefined;
  const validate = compileWithAjv(schema);
  if (validate === undefined) return undefined;
  return (value) => {
    try {
      return validate(value) === true;
    } catch (error) {
      // Code that Ajv generates for 2020-12 sometimes assigns to a variable that it never set.
      if (error instanceof TypeError || error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

function compileWithAjv(schema: Schema): ((value: JsonValue) => unknown) | undefined {
  const isDraft07 = isJsonObject(schema) && String(schema.$schema).includes('draft-07');
  const ajv = isDraft07 ? new Ajv(ajvOptions) : new Ajv2020(ajvOptions);
  try {
    return ajv.compile(schema as boolean);
  } catch (error) {
    // Ajv does not find the root by "#" from within some subschemas.
    if (error instanceof MissingRefError) return undefined;
    throw error;
  }
}
