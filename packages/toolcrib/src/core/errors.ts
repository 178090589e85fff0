/** Who has to act: the caller of the API, the tool's author, or whoever runs the host. */
export type Fault = 'caller' | 'tool' | 'host';

/** One row of the error table. */
export interface ErrorRow {
  readonly fault: Fault;
  /** Whether the very same request may succeed later. */
  readonly retryable: boolean;
  readonly httpStatus: number;
  /** Exit code of the command line: 2 bad input, 3 not found, 4 conflict, 1 anything else. */
  readonly exitCode: number;
  /** When it happens, in one sentence. */
  readonly meaning: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}

const badInput = { fault: 'caller', retryable: false, httpStatus: 400, exitCode: 2 } as const;
const conflict = { fault: 'caller', retryable: false, httpStatus: 409, exitCode: 4 } as const;

/** Every error code of Toolcrib. `docs/reference/errors.md` is generated from this table. */
export const errorTable = {
  E_INVALID_TOOL: {
    ...badInput,
    meaning: 'A tool definition has a missing, unknown or wrong option.',
    remedy: 'Correct the option named in `context.field`.',
  },
  E_INVALID_SCHEMA: {
    ...badInput,
    meaning:
      'A JSON Schema is malformed, of an unsupported dialect, or refers to something it does not contain.',
    remedy: 'Correct the schema at `context.pointer`.',
  },
  E_SCHEMA_TOO_LARGE: {
    ...badInput,
    meaning: 'A schema has more characters than the limit allows.',
    remedy: 'Split the tool, or shorten descriptions and enumerations.',
  },
  E_SCHEMA_TOO_DEEP: {
    ...badInput,
    meaning: 'A schema is nested more deeply than the limit allows.',
    remedy: 'Flatten the schema; models fill flat arguments more reliably too.',
  },
  E_SCHEMA_TOO_BRANCHED: {
    ...badInput,
    meaning: 'Checking one value would visit more alternatives of a schema than the limit allows.',
    remedy: 'Remove alternatives, or tell them apart by one field.',
  },
  E_SCHEMA_CYCLIC: {
    ...badInput,
    meaning: 'A schema contains itself, as a JavaScript object or by a `$ref` that consumes nothing.',
    remedy:
      'Refer back only from inside `properties`, `items` or another keyword that descends into the value.',
  },
  E_SCHEMA_UNSAFE_PATTERN: {
    ...badInput,
    meaning: 'A regular expression of a schema could take exponential time, or cannot be shown not to.',
    remedy: 'Rewrite the pattern so that no repetition is ambiguous, and without back-references.',
  },
  E_SCHEMA_REMOTE_REF: {
    ...badInput,
    meaning: 'A `$ref` points outside its own document; nothing is ever fetched.',
    remedy: 'Move the referenced schema into `$defs`.',
  },
  E_ASYNC_SCHEMA: {
    ...badInput,
    meaning: '`validate()` was called on a tool whose schema can only be checked asynchronously.',
    remedy: 'Call the tool through `executor()`, which waits for the check.',
  },
  E_INVALID_TOOL_ARGS: {
    ...badInput,
    httpStatus: 422,
    meaning: 'The arguments of a call do not satisfy the input schema of the tool.',
    remedy: 'Correct every field listed in `issues` and call again.',
  },
  E_INVALID_RESULT: {
    fault: 'tool',
    retryable: false,
    httpStatus: 502,
    exitCode: 1,
    meaning: 'A handler returned something that is no result, or that breaks the output schema of the tool.',
    remedy: 'Return text, bytes, Media, an artifact, or a JSON value that the output schema accepts.',
  },
  E_TOOL_FAILED: {
    fault: 'tool',
    retryable: false,
    httpStatus: 502,
    exitCode: 1,
    meaning: 'A handler threw or rejected; what it threw is kept as `cause`.',
    remedy: 'Look at `cause`; it is never shown to a model.',
  },
  E_TOOL_ALREADY_REGISTERED: {
    ...conflict,
    meaning: 'Two tools have the same name and nothing says which one is meant.',
    remedy: 'Rename one of the tools that the message names, or say which one wins.',
  },
  E_TOOL_PROTECTED: {
    ...conflict,
    meaning: 'A tool marked `protected` was about to be replaced.',
    remedy: 'Rename the incoming tool.',
  },
  E_TOOL_NOT_FOUND: {
    fault: 'caller',
    retryable: false,
    httpStatus: 404,
    exitCode: 3,
    meaning: 'No tool of that name is registered.',
    remedy: 'Check the spelling; names are case-sensitive.',
  },
  E_INVALID_OPTION: {
    ...badInput,
    meaning: 'An option of a constructor or function has a wrong value.',
    remedy: 'Correct the option that the message names.',
  },
  E_LOCK_MISMATCH: {
    ...conflict,
    meaning: 'The tools differ from the lock file that was given.',
    remedy: 'Review each difference in `context.differences`, then lock again if it is meant.',
  },
} as const satisfies Record<string, ErrorRow>;

/** A code of the error table. */
export type ErrorCode = keyof typeof errorTable;

/** Facts about an error, for programs and logs. Never secrets. */
export type ErrorContext = Readonly<Record<string, unknown>>;

/** How a {@link ToolcribError} is made. */
export interface ToolcribErrorOptions {
  /** Facts about the error. @default {} */
  readonly context?: ErrorContext;
  /** What was caught. Kept even when it is `undefined`, as long as the key is present. */
  readonly cause?: unknown;
}

/**
 * The base of every error that Toolcrib throws. `code` says what happened; the row of
 * {@link errorTable} for that code says who has to act.
 */
export class ToolcribError extends Error {
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, options: ToolcribErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.context = Object.freeze({ ...options.context });
  }

  override get name(): string {
    return this.constructor.name;
  }

  get fault(): Fault {
    return errorTable[this.code].fault;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }

  /** Leaves out `cause` and `stack`, which may hold secrets. */
  toJSON(): { code: ErrorCode; message: string; fault: Fault; retryable: boolean; context: ErrorContext } {
    const { code, message, fault, retryable, context } = this;
    return { code, message, fault, retryable, context };
  }
}

/** A mistake in how tools are defined, registered or locked: found at start-up, fixed in code. */
export class ConfigError extends ToolcribError {}
