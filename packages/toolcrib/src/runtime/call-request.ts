import type { Caller } from '../core/caller.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';

/** What somebody decided about a call before it was made. */
export interface CallApproval {
  readonly approver: string;
  /** A call that was rejected is written down as `denied`. @default 'approve' */
  readonly decision?: 'approve' | 'reject' | undefined;
  /** Shown to the model and to people. */
  readonly reason?: string | undefined;
}

/** One call that somebody asks for: a model in a turn, an HTTP client, an MCP client, a person. */
export interface CallRequest {
  /** The name of the tool, as it came. */
  readonly tool: string;
  /**
   * The arguments: an object, or JSON text as the model wrote it. Text is parsed once, strictly; an empty one stands for no
   * arguments.
   */
  readonly args: unknown;
  /** @default the runtime's `caller` */
  readonly caller?: Caller | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline of this call, in milliseconds; it can only shorten the tool's. */
  readonly timeoutMs?: number | undefined;
  /**
   * 1 to 256 characters, unique for this caller. The same key with the same tool and arguments gives the
   * stored outcome and runs nothing; with others it is refused. A tool with another version, definition or authority is
   * another tool.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Somebody has decided about this very call elsewhere, as the host has made sure of: where the policy asks
   * for a person, this is the answer, and a rejection counts in any case. Written down as a gate. Questions of
   * the handler are asked all the same.
   */
  readonly approval?: CallApproval | undefined;
  /**
   * The text of the call was cut off, by a limit of length for example. It is then never run, even if what is
   * left of it can be read, and ends as `invalid_args`.
   * @default false
   */
  readonly isTruncated?: boolean | undefined;
  /** What the provider calls this call. It is carried along and never used as a key. */
  readonly providerCallId?: string | undefined;
  /**
   * What the host says of where the call comes from, in 1 to 256 characters. It is kept in the ledger and given back, to
   * `RecoverOptions.toolsOf` and `RuntimeOptions.isSameOrigin` for example, and never looked at otherwise.
   */
  readonly origin?: string | undefined;
  /** The turn that the call belongs to. It is carried along to the handler, the events and the record. */
  readonly turnId?: string | undefined;
}

const approvalFields: Record<keyof CallApproval, true> = { approver: true, decision: true, reason: true };
const requestFields: Record<keyof CallRequest, true> = {
  tool: true,
  args: true,
  caller: true,
  signal: true,
  timeoutMs: true,
  idempotencyKey: true,
  approval: true,
  isTruncated: true,
  providerCallId: true,
  origin: true,
  turnId: true,
};

/** The fields of an approval. */
export const approvalNames: ReadonlySet<string> = new Set(Object.keys(approvalFields));

const requestNames: ReadonlySet<string> = new Set(Object.keys(requestFields));

/**
 * Refuses fields that do not exist. Every call pays for this, so that names are compared before they are looked up.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the field.
 */
export function requireKnownFields(request: CallRequest): void {
  for (const name in request) if (!isUsual(name)) requireKnownOptions(request, requestNames);
}

/** Whether a field is one that many requests have. */
function isUsual(name: string): boolean {
  switch (name) {
    case 'tool':
    case 'args':
    case 'caller':
    case 'signal':
    case 'providerCallId':
    case 'isTruncated':
    case 'turnId':
    case 'idempotencyKey':
    case 'origin':
      return true;
    default:
      return false;
  }
}
