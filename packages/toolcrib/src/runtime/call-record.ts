import type { Caller } from '../core/caller.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { ValidationIssue } from '../core/issue.ts';
import type { JsonObject } from '../core/json.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { Tool } from '../core/tool.ts';
import { type CallResult, textOf } from './call-result.ts';
import type { CallPhase, CallStatus, SideEffect } from './call-status.ts';
import { type ContentDigest, contentDigest } from './content-digest.ts';
import { describeException, type ExceptionDescription } from './render/describe-exception.ts';
import { findRedactions, type Redaction } from './render/redactions.ts';
import type { Redactor } from './render/redactor.ts';
import { type LogRendering, renderForLog } from './render/render-for-log.ts';

/** Who settled a gate of a call, and how. */
export interface GateSummary {
  readonly name: string;
  readonly status: 'approved' | 'rejected' | 'timed_out' | 'aborted';
  readonly approver?: string | undefined;
  /** As it was at the decision. */
  readonly approverName?: string | undefined;
  readonly reason?: string | undefined;
}

/** When a call came, and how long its parts took, in milliseconds. */
export interface CallTimings {
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  readonly endedAt: number;
  /** In a queue or at a gate. */
  readonly waitedMs: number;
  /** From the start of the handler to its end, gates left out. */
  readonly ranMs: number;
}

/** What is wrong, in words that may be shown to anybody. */
export interface CallProblem {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether the very same call may succeed later. */
  readonly retryable: boolean;
  /** Every failing field of the arguments. */
  readonly issues: readonly ValidationIssue[];
  /**
   * What only the caller may be told besides the message: the names of the tools that they may use instead. A model reads it; no
   * ledger, event or log has it, and so no record that is read back.
   */
  readonly hint?: string | undefined;
}

/** What only the host may see: it may hold secrets. */
export interface CallDetails {
  /** The arguments, as everybody in the call path saw them; undefined if they were not readable. */
  readonly args: JsonObject | undefined;
  /**
   * What was thrown, what is wrong with the result, or why the call was aborted. In a record that was read back from a ledger it is an `Error` with the names,
   * messages, codes, stacks and causes that the ledger has kept: without known secrets, and cut.
   */
  readonly cause: unknown;
  /**
   * Why the end of the call could not be written into the ledger, apart from what the tool threw; undefined if it was written, and
   * in a record that was read back.
   */
  readonly writeFailure?: unknown;
  /** Why the policy refused the tool, where the caller was answered as if there were none. */
  readonly denial?: string | undefined;
  /** The phase in which the call ended; undefined in a record that was read back from a ledger. */
  readonly phase?: CallPhase | undefined;
  /** What is wrong with a result. */
  readonly resultIssues: readonly ValidationIssue[];
}

/** @internal Everything that makes a record. */
export interface CallRecordFields {
  readonly invocationId: string;
  readonly toolName: string;
  readonly tool: Tool | undefined;
  readonly caller: Caller;
  readonly providerCallId: string | undefined;
  readonly turnId: string | undefined;
  readonly status: CallStatus;
  readonly sideEffect: SideEffect;
  readonly acceptedAt: number;
  readonly endedAt: number;
  readonly waitedMs: number;
  readonly ranMs: number;
  readonly problem: CallProblem | undefined;
  readonly gates: readonly GateSummary[];
  readonly result: CallResult | undefined;
  readonly isTrusted: boolean;
  readonly isRedacted: boolean;
  /** The redactor of its runtime. */
  readonly redact: Redactor;
  readonly isRecorded: boolean;
  readonly hasEnded: boolean;
  readonly replayOf: string | undefined;
  readonly args: JsonObject | undefined;
  /** Known without the arguments, which a ledger may have dropped. */
  readonly contentDigest?: ContentDigest | undefined;
  readonly usage: ModelUsage | undefined;
  readonly cause: unknown;
  /** Whether there is a cause even if it is undefined. */
  readonly hasCause?: boolean | undefined;
  readonly writeFailure?: unknown;
  readonly denial?: string | undefined;
  readonly phase?: CallPhase | undefined;
  readonly resultIssues: readonly ValidationIssue[];
}

/**
 * The one terminal record of a call. Immutable. Arguments, results and causes are reachable by name only:
 * they appear neither in its JSON nor when it is printed.
 */
export class CallRecord {
  readonly #fields: CallRecordFields;
  #redactions: readonly Redaction[] | undefined;

  /** @internal Records are made by a runtime. */
  constructor(fields: CallRecordFields) {
    this.#fields = fields;
    Object.freeze(this);
  }

  /** Random, one per call. Also the reference that a model is given when a tool failed. */
  get invocationId(): string {
    return this.#fields.invocationId;
  }

  /** The name as it was asked for, which may be no tool's. */
  get toolName(): string {
    return this.#fields.toolName;
  }

  /** The name for people, or the name itself. */
  get toolTitle(): string {
    return this.#fields.tool?.title ?? this.#fields.toolName;
  }

  get toolVersion(): string | undefined {
    return this.#fields.tool?.version;
  }

  get caller(): Caller {
    return this.#fields.caller;
  }

  get providerCallId(): string | undefined {
    return this.#fields.providerCallId;
  }

  /** The turn that the call belongs to, as far as this process knows. */
  get turnId(): string | undefined {
    return this.#fields.turnId;
  }

  /** Whether its tool exists for one dispatch only. */
  get isEphemeral(): boolean {
    return this.#fields.tool?.ephemeral ?? false;
  }

  get status(): CallStatus {
    return this.#fields.status;
  }

  get isOk(): boolean {
    return this.#fields.status === 'ok';
  }

  get sideEffect(): SideEffect {
    return this.#fields.sideEffect;
  }

  get timings(): CallTimings {
    const { acceptedAt, endedAt, waitedMs, ranMs } = this.#fields;
    return Object.freeze({ acceptedAt, endedAt, waitedMs, ranMs });
  }

  /** Undefined exactly when the call ended well. */
  get problem(): CallProblem | undefined {
    return this.#fields.problem;
  }

  /** Every gate that the call waited for, in order. */
  get gates(): readonly GateSummary[] {
    return this.#fields.gates;
  }

  /** Undefined exactly when the call did not end well. */
  get result(): CallResult | undefined {
    return this.#fields.result;
  }

  /** Whether the result may reach a model without the envelope for untrusted text. Fixed when the call ended. */
  get isTrusted(): boolean {
    return this.#fields.isTrusted;
  }

  /** Whether secrets are taken out of its result before a model reads it; not so if its tool is trusted and has `redact: false`. */
  get isRedacted(): boolean {
    return this.#fields.isRedacted;
  }

  /**
   * What is taken out of its result before a model reads it, by kind. The result itself is whole. Found out on first use.
   *
   * @throws whatever the redactor of its runtime throws.
   */
  get redactions(): readonly Redaction[] {
    this.#redactions ??= redactionsOf(this.#fields);
    return this.#redactions;
  }

  /** Whether the ledger has it; false when there is none or it could not be written. */
  get isRecorded(): boolean {
    return this.#fields.isRecorded;
  }

  /**
   * False if the call has not ended, as far as is known here: another process goes on with it, or the ledger could not be
   * written. Then this is no terminal record, no event tells of an end, and the ledger has the last word; `problem` and
   * `sideEffect` say what is known.
   */
  get hasEnded(): boolean {
    return this.#fields.hasEnded;
  }

  /** The invocation whose stored outcome this is, when an idempotency key was used again. */
  get replayOf(): string | undefined {
    return this.#fields.replayOf;
  }

  /** The digest of tool name, version and arguments; undefined when the arguments were not readable. */
  get contentDigest(): ContentDigest | undefined {
    const { toolName, tool, args, contentDigest: known } = this.#fields;
    return known ?? (args && contentDigest({ toolName, toolVersion: tool?.version, args }));
  }

  /** What the handler said that it spent on models; undefined if nothing, and in what a ledger has kept. */
  get usage(): ModelUsage | undefined {
    return this.#fields.usage;
  }

  /** What only the host may see. Keep it from models, users and logs. */
  details(): CallDetails {
    const { args, cause, writeFailure, denial, phase, resultIssues } = this.#fields;
    return Object.freeze({ args, cause, writeFailure, denial, phase, resultIssues });
  }

  /**
   * What was thrown, and its causes, as text for logs and for operators: without known secrets, and of bounded size. Empty if
   * nothing was. Made anew each time. Keep it from models and users.
   */
  describeException(): readonly ExceptionDescription[] {
    const { cause, hasCause = cause !== undefined, redact } = this.#fields;
    return !hasCause ? [] : describeException(cause, redact);
  }

  /** The rendering for logs, which has no content. */
  toJSON(): LogRendering {
    return renderForLog(this);
  }

  /** What Node prints of it. */
  [Symbol.for('nodejs.util.inspect.custom')](): LogRendering {
    return this.toJSON();
  }
}

const NO_REDACTIONS: readonly Redaction[] = Object.freeze([]);

function redactionsOf({ result, isRedacted, redact }: CallRecordFields): readonly Redaction[] {
  if (!isRedacted || result === undefined) return NO_REDACTIONS;
  if (result.kind === 'artifact') return result.redactions ?? NO_REDACTIONS;
  const text = textOf(result);
  return text === undefined ? NO_REDACTIONS : findRedactions(text, redact(text));
}
