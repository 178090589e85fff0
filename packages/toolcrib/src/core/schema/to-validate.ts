import type { StandardSchemaV1 } from '@standard-schema/spec';

type Validate = StandardSchemaV1.Props['validate'];

/** What is used of a schema of Zod. Other versions may not have it. */
interface ZodSchema {
  readonly _zod?: { run(payload: ZodPayload, context: object): ZodPayload | Promise<ZodPayload> };
  safeParseAsync?(value: unknown): Promise<{ data?: unknown; error?: StandardSchemaV1.FailureResult }>;
}

type Accepted = StandardSchemaV1.SuccessResult<unknown>;

interface ZodPayload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/**
 * The validation of a library. Zod's own begins without waiting for anything, drops the promise of the first asynchronous
 * refinement that it meets, and begins anew: a rejection of the dropped one would end the process. So Zod is asked to wait
 * as soon as a schema is known to need it, and until a first value is accepted each is tried in a way that drops nothing.
 */
export function toValidate(schema: object, { vendor, validate }: StandardSchemaV1.Props): Validate {
  const zod: ZodSchema = schema;
  if (vendor !== 'zod' || !zod._zod || !zod.safeParseAsync) return validate;
  let isAsync: boolean | undefined;
  return (value) => {
    if (isAsync === undefined) {
      const accepted = accept(zod, value);
      if (accepted instanceof Promise) isAsync = true;
      else if (accepted !== undefined) {
        isAsync = false;
        // The refinements have run, and must not run twice for a call.
        return accepted;
      }
    }
    if (isAsync)
      return zod
        .safeParseAsync?.(value)
        .then(({ data, error }) => error ?? { value: data }) as ReturnType<Validate>;
    const result = validate(value);
    if (result instanceof Promise) isAsync = true;
    return result;
  };
}

/** What a schema makes of a value; undefined if it refused the value, maybe before it came to something to wait for. */
function accept({ _zod: zod }: ZodSchema, value: unknown): Accepted | Promise<unknown> | undefined {
  try {
    // Much slower than a context that says that nothing may wait, but it gives the promise.
    const result = zod?.run({ value, issues: [] }, {});
    if (result instanceof Promise) return result.catch(() => undefined);
    return result?.issues.length === 0 ? { value: result.value } : undefined;
  } catch {
    // What throws does so once more, and is reported then.
    return undefined;
  }
}
