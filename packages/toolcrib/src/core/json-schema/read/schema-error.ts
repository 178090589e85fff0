import { ConfigError, type ErrorCode } from '../../errors.ts';
import { pointerTo } from '../../json-pointer.ts';

/** Steps from the root of a schema to one place in it. */
export type SchemaPath = readonly (string | number)[];

/** Codes that reading a schema may end with. */
export type SchemaErrorCode = Extract<ErrorCode, 'E_INVALID_SCHEMA' | `E_SCHEMA_${string}`>;

/** The error for one place of a schema. `problem` is a clause about that place: "is …", "must …". */
export function schemaError(code: SchemaErrorCode, path: SchemaPath, problem: string): ConfigError {
  const pointer = pointerTo('', ...path);
  const place = pointer === '' ? 'The schema' : `The schema at ${pointer}`;
  return new ConfigError(code, `${place} ${problem}.`, { context: { pointer } });
}
