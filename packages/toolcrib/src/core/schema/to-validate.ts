import type { StandardSchemaV1 } from '@standard-schema/spec';

type Validate = StandardSchemaV1.Props['validate'];

/** What is used of a schema of Zod. Other versions may not have it. */
interface ZodSchema {
  readonly _zod?: { run(payload: ZodPayload, context: object): ZodPayload | Promise<ZodPayload> };
  safeParseAsync?(value: unknown): Promise<{ data?: unknown; error?: StandardSchemaV1.FailureResult }>;
}

interface ZodPayload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/**
 * The validation of a library. Zod's own begins without waiting for anything, drops the promise of the first asynchronous
 * refinement that it meets, and begins anew: a rejection of the dropped one would end the process.
 */
export function toValidate(schema: object, { vendor, validate }: StandardSchemaV1.Props): Validate {
  const zod: ZodSchema = schema;
  if (vendor !== 'zod' || !zod._zod || !zod.safeParseAsync) return validate;
  let isAsync = false;
  return (value) => {
    try {
      // A context that does not say whether it is asynchronous gives a promise only if there is something to wait for.
      const result = isAsync || zod._zod?.run({ value, issues: [] }, {});
      if (result instanceof Promise) result.catch(() => undefined);
      else if (typeof result === 'object')
        return result.issues[0] ? validate(value) : { value: result.value };
    } catch {
      // What throws does so once more, and is reported then.
    }
    return zod.safeParseAsync?.(value).then(({ data, error }) => {
      isAsync = true;
      return error ?? { value: data };
    }) as ReturnType<Validate>;
  };
}
