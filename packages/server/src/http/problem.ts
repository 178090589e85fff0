import { type ErrorCode, errorTable, ToolcribError, type ValidationIssue } from 'toolcrib';

/** Problem details (RFC 9457), as every error is answered. */
export type Problem = {
  /** `urn:toolcrib:error:<code>` */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  /** Whether the very same request may succeed later. */
  readonly retryable: boolean;
  readonly requestId: string;
  readonly issues?: readonly ValidationIssue[];
  /** Facts for programs. */
  readonly context?: Readonly<Record<string, unknown>>;
};

const MAX_CONTEXT_CHARS = 16_384;
const MAX_DETAIL_CHARS = 2_000;
const INTERNAL_DETAIL =
  'Something went wrong here. Whoever runs the service finds more in its log, by the request id.';

/**
 * What a client is told of an error. Errors of the caller are told in full; of errors of the host or of a tool only the
 * code and a fixed text, because what they say may be about our insides. Anything that is no ToolcribError is
 * `E_INTERNAL`.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  if (!(error instanceof ToolcribError)) return bareProblem('E_INTERNAL', INTERNAL_DETAIL, requestId);
  const { code, fault } = error;
  if (fault !== 'caller') {
    const context = shownContext(aboutCall(error));
    return { ...bareProblem(code, hostDetail(error), requestId), ...(context && { context }) };
  }
  const issues = issuesOf(error);
  const context = shownContext(error.context);
  return {
    ...bareProblem(code, error.message.slice(0, MAX_DETAIL_CHARS), requestId),
    ...(issues === undefined || issues.length === 0 ? {} : { issues }),
    ...(context === undefined ? {} : { context }),
  };
}

function bareProblem(code: ErrorCode, detail: string, requestId: string): Problem {
  const { httpStatus, retryable } = errorTable[code];
  return {
    type: `urn:toolcrib:error:${code}`,
    title: titleOf(code),
    status: httpStatus,
    detail,
    code,
    retryable,
    requestId,
  };
}

/** `E_TOOL_NOT_FOUND` is titled "Tool not found". */
function titleOf(code: ErrorCode): string {
  const words = code.slice(2).toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Texts of these are written here in the service, for clients. */
const tellableCodes: readonly ErrorCode[] = [
  'E_REQUEST_TIMED_OUT',
  'E_AUDIT_UNAVAILABLE',
  'E_AUDIT_FAILED',
  'E_CALL_NOT_RECORDED',
  'E_ISSUER_UNAVAILABLE',
];

/** Whoever made a call is told which one it is, and what is known of it, whatever failed here. */
function aboutCall({ context: { invocationId, sideEffect } }: ToolcribError): ToolcribError['context'] {
  return {
    ...(typeof invocationId === 'string' && { invocationId }),
    ...(typeof sideEffect === 'string' && { sideEffect }),
  };
}

function hostDetail(error: ToolcribError): string {
  if (tellableCodes.includes(error.code)) return error.message;
  return error.retryable ? 'The service cannot do this right now. Try again after a while.' : INTERNAL_DETAIL;
}

function issuesOf(error: ToolcribError): readonly ValidationIssue[] | undefined {
  const { issues } = error as { readonly issues?: unknown };
  return Array.isArray(issues) ? (issues as readonly ValidationIssue[]) : undefined;
}

/** The context, if it is small plain JSON. */
function shownContext(context: ToolcribError['context']): Problem['context'] | undefined {
  if (Object.keys(context).length === 0) return undefined;
  try {
    const text = JSON.stringify(context);
    return text !== undefined && text.length <= MAX_CONTEXT_CHARS ? JSON.parse(text) : undefined;
  } catch {
    // It is not JSON, so it was not meant for the wire.
    return undefined;
  }
}
