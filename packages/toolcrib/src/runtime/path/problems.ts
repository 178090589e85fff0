import { type ErrorCode, ValidationError } from '../../core/errors.ts';
import { formatIssues, type ValidationIssue } from '../../core/issue.ts';
import type { ToolError } from '../../core/tool-error.ts';
import type { Call } from '../call.ts';
import type { SideEffect } from '../call-status.ts';
import type { GateSettlement } from '../gates/gate-entry.ts';
import type { Redactor } from '../render/redactor.ts';
import { Ending, type EndingOptions } from './ending.ts';

/*
 * What a model is told when a call does not end well. There are three classes: its own mistakes, with all
 * that it needs to correct them; the words of a tool's author; and for everything else a fixed text with a
 * reference, by which the host finds the cause.
 */

/** What an author has to say to a model fits into this. */
const MAX_TOOL_ERROR_LENGTH = 8_192;
const MAX_ISSUES = 100;

export function invalidArguments(call: Call, issues: readonly ValidationIssue[]): Ending {
  const message = `The arguments of tool "${call.tool?.name}" are invalid.`;
  return Ending.problem('invalid_args', { code: 'E_INVALID_TOOL_ARGS', message }, { issues: bound(issues) });
}

/** What is left of it may look like a whole call. */
export function cutOff(call: Call): Ending {
  const message = `The call of tool "${call.tool?.name}" was cut off before it was complete, and was not run. Make it shorter.`;
  return Ending.problem('invalid_args', { code: 'E_INVALID_TOOL_ARGS', message });
}

export function denied(
  call: Call,
  { reason, cause }: { readonly reason?: string; readonly cause?: unknown },
): Ending {
  const message = `Tool "${nameOf(call)}" may not be called: ${reason}.`;
  return Ending.problem('denied', { code: 'E_CALL_DENIED', message }, { cause });
}

/** Nobody was asked. */
export function tooManyGates(call: Call, maxOpenGates: number): Ending {
  const message = `${notFinished(call)}: ${maxOpenGates} of your calls already wait for approval, which is the limit of open gates. Wait until some of them are settled, or cancel them.`;
  const sideEffect = effectAtGate(call);
  return Ending.problem('failed', { code: 'E_CONCURRENCY_LIMITED', message }, { sideEffect });
}

/** The name of the tool; as it was asked for while it is not known whether the caller may know of one. */
function nameOf({ tool, toolName }: Call): string {
  return tool?.name ?? toolName.slice(0, 64);
}

/** What the author of the tool wants the model to read. */
export function toolError(
  error: ToolError,
  { sideEffect, hint, redact }: Pick<EndingOptions, 'hint'> & { sideEffect: SideEffect; redact: Redactor },
): Ending {
  // Cut last, so that no half of a secret escapes the redactor.
  const message = redact(error.message).slice(0, MAX_TOOL_ERROR_LENGTH).toWellFormed();
  return Ending.problem('failed', { code: 'E_TOOL_FAILED', message }, { cause: error, sideEffect, hint });
}

/** Anything else that a tool threw: nothing of it is shown. */
export function toolFailed(
  call: Call,
  { cause, sideEffect }: { cause: unknown; sideEffect: SideEffect },
): Ending {
  return fixed(call, { code: 'E_TOOL_FAILED', what: `Tool "${call.tool?.name}" failed`, cause, sideEffect });
}

/** A failure of the host, with nothing run yet unless the side effect says so. */
export function hostFailed(
  call: Call,
  { code, cause, sideEffect = 'none' }: { code: ErrorCode; cause: unknown; sideEffect?: SideEffect },
): Ending {
  return fixed(call, { code, what: 'The call could not be made', cause, sideEffect });
}

/** A mistake of ours. Whether the tool had an effect is not known then. */
export function internalFailure(call: Call, cause: unknown): Ending {
  const isHarmless = call.tool === undefined || call.tool.effect === 'read' || !call.hasRun;
  return hostFailed(call, { code: 'E_TOOL_FAILED', cause, sideEffect: isHarmless ? 'none' : 'unknown' });
}

export function timedOut(
  call: Call,
  { sideEffect, cause }: { sideEffect: SideEffect; cause?: unknown },
): Ending {
  const message = `Tool "${nameOf(call)}" did not finish in time.`;
  return Ending.problem('timed_out', { code: 'E_CALL_TIMED_OUT', message }, { sideEffect, cause });
}

/** The reason is the host's own and may be anything, so it is kept for the host. */
export function aborted(
  call: Call,
  { reason, sideEffect }: { reason: unknown; sideEffect: SideEffect },
): Ending {
  const message = `The call of tool "${nameOf(call)}" was aborted.`;
  return Ending.problem('aborted', { code: 'E_CALL_ABORTED', message }, { sideEffect, cause: reason });
}

/** The call is not over, but not ours any more; what the ledger holds of it is left as it is. */
export function leftToOthers(call: Call): Ending {
  return left(call, 'The call is continued by another process.');
}

/**
 * What is said of a call whose end could not be written. It is not that end: whoever finds the call in the ledger goes on with
 * one that waits there, and ends any other as unknown.
 */
export function notRecorded(call: Call, { sideEffect, cause: thrown, hasReference }: Ending): Ending {
  const reference = `Reference: ${call.invocationId}.`;
  // What a tool threw is reported under the reference; otherwise the cause is that of the code.
  const known = { cause: hasReference ? thrown : call.writeFailure, hasReference: true };
  const { entry, uncertainEntry } = call;
  if (entry?.state === 'waiting' && uncertainEntry === undefined) {
    return left(
      call,
      `The ledger cannot be written now; the call waits there and goes on later. ${reference}`,
      known,
    );
  }
  if (entry?.state === 'waiting' || uncertainEntry?.state === 'waiting') {
    const message = `The ledger cannot be written now; the call may wait there, and go on later. ${reference}`;
    return unrecorded(message, { ...known, sideEffect: effectOf(call, 'unknown') });
  }
  if (sideEffect !== 'none') {
    const message = `The call was run, but what came of it could not be recorded. Do not repeat it. ${reference}`;
    return unrecorded(message, { ...known, sideEffect });
  }
  const message = `The ledger cannot be written now; nothing was changed. ${reference}`;
  return Ending.problem('failed', { code: 'E_LEDGER_FAILED', message }, known);
}

function unrecorded(message: string, known: EndingOptions): Ending {
  return Ending.problem('failed', { code: 'E_CALL_NOT_RECORDED', message }, known);
}

function left(call: Call, message: string, known: EndingOptions = {}): Ending {
  const options = { ...known, sideEffect: effectOf(call, 'unknown'), isLeft: true };
  return Ending.problem('aborted', { code: 'E_CALL_IN_PROGRESS', message }, options);
}

export function invalidResult(
  call: Call,
  { resultIssues, sideEffect }: { resultIssues: readonly ValidationIssue[]; sideEffect: SideEffect },
): Ending {
  const issues = bound(resultIssues);
  return unusableResult(call, {
    what: `Tool "${call.tool?.name}" gave a result that cannot be read`,
    issues,
    sideEffect,
  });
}

/** The size says nothing of the result, and helps to ask for less. */
export function oversizedResult(
  call: Call,
  { bytes, maxBytes, sideEffect }: { bytes: number; maxBytes: number; sideEffect: SideEffect },
): Ending {
  const what = `Tool "${call.tool?.name}" gave a result that is too large, of ${bytes} bytes where ${maxBytes} are allowed`;
  const issues = [{ path: [], message: `has ${bytes} bytes, more than ${maxBytes}` }];
  return unusableResult(call, { what, issues, sideEffect });
}

function unusableResult(
  call: Call,
  { what, issues, sideEffect }: { what: string; issues: readonly ValidationIssue[]; sideEffect: SideEffect },
): Ending {
  const message = `${what}. Reference: ${call.invocationId}.`;
  const cause = new ValidationError('E_INVALID_RESULT', `${what}: ${formatIssues(issues)}.`, { issues });
  return Ending.problem(
    'invalid_result',
    { code: 'E_INVALID_RESULT', message },
    { resultIssues: issues, cause, sideEffect, hasReference: true },
  );
}

/** A hostile value can have any number of faults. */
function bound(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  if (issues.length <= MAX_ISSUES) return issues;
  const message = `has ${issues.length - MAX_ISSUES} more issues`;
  return [...issues.slice(0, MAX_ISSUES), { path: [], message }];
}

/** The effect of a handler that may have done something, or did it. */
export function effectOf(call: Call, ifAny: 'done' | 'unknown'): SideEffect {
  return call.tool?.effect === 'read' ? 'none' : ifAny;
}

function fixed(
  call: Call,
  {
    code,
    what,
    cause,
    sideEffect,
  }: { code: ErrorCode; what: string; cause: unknown; sideEffect: SideEffect },
): Ending {
  const message = `${what}. Reference: ${call.invocationId}.`;
  return Ending.problem('failed', { code, message }, { cause, sideEffect, hasReference: true });
}

/**
 * The effect of a call that comes no further than a gate. It counts as one without any, as whatever has one
 * belongs after the gates; unless an earlier question was answered, after which its handler may have acted.
 */
export function effectAtGate(call: Call): SideEffect {
  const hasAnswer = call.entry?.gates.some(
    ({ kind, settlement }) => kind === 'question' && settlement?.status === 'approved',
  );
  return hasAnswer ? effectOf(call, 'unknown') : 'none';
}

/** What came of a tool whose call ends at a gate. */
function notFinished({ toolName, hasRun, entry }: Call): string {
  // Only a handler asks questions, also one that ran in a process that died.
  const hasBegun = hasRun || entry?.gates.at(-1)?.kind === 'question';
  return `Tool "${toolName}" was ${hasBegun ? 'stopped before it finished' : 'not run'}`;
}

/** How a call ends whose gate was not approved. */
export function toEnding(call: Call, { status, approver, approverName, reason }: GateSettlement): Ending {
  const sideEffect = effectAtGate(call);
  if (status === 'aborted') return aborted(call, { reason: call.signal?.reason, sideEffect });
  const what = notFinished(call);
  if (status === 'timed_out') {
    const message = `${what}: nobody approved it in time.`;
    return Ending.problem('timed_out', { code: 'E_CALL_TIMED_OUT', message }, { sideEffect });
  }
  // A reason may be a sentence of its own.
  const because = reason === null ? '' : `: ${reason.replace(/\.$/, '')}`;
  const message = `${what}: ${approverName ?? approver} did not approve it${because}.`;
  return Ending.problem('denied', { code: 'E_CALL_DENIED', message }, { sideEffect });
}
