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
 * refinement that it meets, and begins anew: a rejection of the dropped one would end the process. So Zod is asked to wait
 * as soon as a schema is known to need it, and until a first value is accepted each is tried in a way that drops nothing.
 */
export function toValidate(schema: object, { vendor, validate }: StandardSchemaV1.Props): Validate {
  const zod: ZodSchema = schema;
  if (vendor !== 'zod' || !zod._zod || !zod.safeParseAsync) return validate;
  let isAsync: boolean | undefined;
  return (value) => {
    isAsync ??= waits(zod, value);
    if (!isAsync) {
      const result = validate(value);
      isAsync = result instanceof Promise || isAsync;
      return result;
    }
    return zod
      .safeParseAsync?.(value)
      .then(({ data, error }) => error ?? { value: data }) as ReturnType<Validate>;
  };
}

/** Whether a schema has something to wait for; undefined if it refused the value, maybe before it came to that. */
function waits({ _zod: zod }: ZodSchema, value: unknown): boolean | undefined {
  try {
    // Much slower than a context that says that nothing may wait, but it gives the promise.
    const result = zod?.run({ value, issues: [] }, {});
    if (!(result instanceof Promise)) return result?.issues[0] ? undefined : false;
    result.catch(() => undefined);
    return true;
  } catch {
    // What throws does so once more, and is reported then.
    return undefined;
  }
}
