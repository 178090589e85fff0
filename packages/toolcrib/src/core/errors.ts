import type { ValidationIssue } from './issue.ts';

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
}

const badInput = { fault: 'caller', retryable: false, httpStatus: 400, exitCode: 2 } as const;
const notFound = { fault: 'caller', retryable: false, httpStatus: 404, exitCode: 3 } as const;
const conflict = { fault: 'caller', retryable: false, httpStatus: 409, exitCode: 4 } as const;
const brokenTool = { fault: 'tool', retryable: false, httpStatus: 502, exitCode: 1 } as const;

const unavailable = { fault: 'host', retryable: true, httpStatus: 503, exitCode: 1 } as const;

/** Every error code of Toolcrib. `docs/reference/errors.md` is generated from it and from `error-texts.ts`. */
export const errorTable = {
  E_INVALID_TOOL: badInput,
  E_INVALID_SCHEMA: badInput,
  E_SCHEMA_TOO_LARGE: badInput,
  E_SCHEMA_TOO_DEEP: badInput,
  E_SCHEMA_TOO_BRANCHED: badInput,
  E_SCHEMA_CYCLIC: badInput,
  E_SCHEMA_UNSAFE_PATTERN: badInput,
  E_SCHEMA_TOO_COMPLEX: badInput,
  E_SCHEMA_REMOTE_REF: badInput,
  E_ASYNC_SCHEMA: badInput,
  E_INVALID_TOOL_ARGS: { ...badInput, httpStatus: 422 },
  E_INVALID_RESULT: brokenTool,
  E_TOOL_FAILED: brokenTool,
  E_TOOL_ALREADY_REGISTERED: conflict,
  E_TOOL_PROTECTED: conflict,
  E_TOOL_NOT_FOUND: notFound,
  E_INVALID_OPTION: badInput,
  E_LOCK_MISMATCH: conflict,
  E_CALL_DENIED: { ...badInput, httpStatus: 403 },
  E_CALL_TIMED_OUT: { ...brokenTool, retryable: true, httpStatus: 504 },
  E_CALL_ABORTED: { ...badInput, retryable: true, httpStatus: 499 },
  E_CALL_IN_PROGRESS: { ...conflict, retryable: true },
  E_CALL_INTERRUPTED: unavailable,
  E_CALL_NOT_FOUND: notFound,
  E_CALL_NOT_RECORDED: { ...unavailable, retryable: false },
  E_OUTCOME_UNKNOWN: { ...unavailable, retryable: false, httpStatus: 409 },
  E_IDEMPOTENCY_CONFLICT: conflict,
  E_TOOL_BUSY: unavailable,
  E_TOOL_CHANGED: conflict,
  E_NOT_REVERTIBLE: conflict,
  E_GATE_UNAVAILABLE: badInput,
  E_LEDGER_FAILED: unavailable,
  E_ARTIFACT_FAILED: unavailable,
  E_RUNTIME_CLOSED: unavailable,
  E_MODEL_FAILED: unavailable,
  E_ALREADY_SIGNALLED: conflict,
  E_REGISTRY_SEALED: { ...conflict, httpStatus: 403 },
  E_TURN_FAILED: brokenTool,
  E_MIDDLEWARE_FAILED: { ...unavailable, retryable: false, httpStatus: 500 },
  E_PIPELINE_STOPPED: { ...unavailable, retryable: false, httpStatus: 500 },
  E_TOOLS_UNAVAILABLE: unavailable,
  E_STORE_TOO_NEW: { ...unavailable, retryable: false },
  E_STORE_FAILED: unavailable,
  E_STORE_FULL: unavailable,
  E_STORE_READ_ONLY: unavailable,
  E_STORE_REFUSED: { ...unavailable, retryable: false },
  E_STORE_CORRUPT: { ...unavailable, retryable: false, httpStatus: 500 },
  E_INVALID_SPEC: badInput,
  E_INVALID_SNAPSHOT: badInput,
  E_VERSION_CONFLICT: conflict,
  E_VERSION_NOT_FOUND: notFound,
  E_TOOL_DISABLED: { ...conflict, httpStatus: 403 },
  E_TOOL_QUARANTINED: { ...conflict, httpStatus: 403 },
  E_SPEC_MISMATCH: conflict,
  E_CATALOG_CLOSED: unavailable,
  E_LINT_FAILED: { ...badInput, httpStatus: 422 },
  E_INCOMPATIBLE_VERSION: conflict,
  E_CHECKS_TIMED_OUT: { ...badInput, httpStatus: 422 },
  E_DRAFT_NOT_FOUND: notFound,
  E_SELF_APPROVAL: { ...conflict, httpStatus: 403 },
  E_TOOL_SUNSET: { ...conflict, httpStatus: 410 },
  E_INVALID_LOCK: badInput,
  E_SIGNATURE_REFUSED: { ...conflict, httpStatus: 403 },
  E_INVALID_TOOLSET: badInput,
  E_TOOLSET_NOT_FOUND: notFound,
  E_PLAN_STALE: { ...conflict, retryable: true },
  E_INVALID_REQUEST: badInput,
  E_ROUTE_NOT_FOUND: notFound,
  E_METHOD_NOT_ALLOWED: { ...badInput, httpStatus: 405 },
  E_BODY_TOO_LARGE: { ...badInput, httpStatus: 413 },
  E_UNSUPPORTED_MEDIA: { ...badInput, httpStatus: 415 },
  E_HOST_REFUSED: { ...badInput, httpStatus: 403 },
  E_UNAUTHENTICATED: { ...badInput, httpStatus: 401 },
  E_ISSUER_UNAVAILABLE: unavailable,
  E_FORBIDDEN: { ...badInput, httpStatus: 403 },
  E_GRANT_EXCEEDED: { ...badInput, httpStatus: 403 },
  E_RATE_LIMITED: { ...badInput, retryable: true, httpStatus: 429 },
  E_QUOTA_EXCEEDED: { ...badInput, retryable: true, httpStatus: 429 },
  E_CONCURRENCY_LIMITED: { ...badInput, retryable: true, httpStatus: 429 },
  E_PRECONDITION_FAILED: { ...conflict, httpStatus: 412 },
  E_TENANT_NOT_FOUND: notFound,
  E_TENANT_EXISTS: conflict,
  E_TENANT_REQUIRED: conflict,
  E_KEY_NOT_FOUND: notFound,
  E_GATE_NOT_FOUND: notFound,
  E_GATE_SETTLED: conflict,
  E_REQUEST_TIMED_OUT: unavailable,
  E_AUDIT_UNAVAILABLE: unavailable,
  E_AUDIT_FAILED: { ...unavailable, retryable: false },
  E_AUDIT_BROKEN: { ...conflict, httpStatus: 500 },
  E_SERVICE_UNREACHABLE: unavailable,
  E_TLS_INVALID: { ...unavailable, retryable: false, exitCode: 2 },
  E_INTERNAL: { ...unavailable, retryable: false, httpStatus: 500 },
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

/** What {@link ToolcribError.toJSON} gives. */
export interface ToolcribErrorJson {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fault: Fault;
  readonly retryable: boolean;
  readonly context: ErrorContext;
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
    return 'ToolcribError';
  }

  get fault(): Fault {
    return errorTable[this.code].fault;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }

  /** Leaves out `cause` and `stack`, which may hold secrets. */
  toJSON(): ToolcribErrorJson {
    const { code, message, fault, retryable, context } = this;
    return { code, message, fault, retryable, context };
  }

  /** What Node prints of it: everything but the `cause`, of which only the kind is told. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    if (!('cause' in this)) return `${this.stack}`;
    const { cause } = this;
    return `${this.stack}\n  [cause]: ${cause instanceof Error ? cause.name : typeof cause}, kept in error.cause`;
  }
}

/** A mistake in how tools are defined, registered or locked: found at start-up, fixed in code. */
export class ConfigError extends ToolcribError {
  override get name(): string {
    return 'ConfigError';
  }
}

/** Arguments or a result that break a schema; `issues` lists every failing field. */
export class ValidationError extends ToolcribError {
  readonly issues: readonly ValidationIssue[];

  constructor(
    code: 'E_INVALID_TOOL_ARGS' | 'E_INVALID_RESULT',
    message: string,
    options: ToolcribErrorOptions & { readonly issues: readonly ValidationIssue[] },
  ) {
    super(code, message, options);
    this.issues = Object.freeze([...options.issues]);
  }

  override get name(): string {
    return 'ValidationError';
  }

  override toJSON(): ToolcribErrorJson & { issues: readonly ValidationIssue[] } {
    return { ...super.toJSON(), issues: this.issues };
  }
}
