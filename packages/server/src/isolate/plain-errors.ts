import { ToolError } from 'toolcrib';
import {
  describeException,
  GateRejection,
  type GateSettlement,
  rebuildException,
  redactCredentials,
} from 'toolcrib/runtime';
import type { ErrorFacts, PlainError } from './thread-messages.ts';

/** More than a model is shown of an error, and less than would fill the memory of the service. */
const MAX_TEXT = 16_384;
/** A longer text is not read at all: to cut it, V8 would first copy all of it. */
const MAX_READ = 1_048_576;
const UNREADABLE: ErrorFacts = { name: 'Error', message: '', stack: undefined, code: undefined };

/** What was thrown, as data. Never throws, whatever it is. */
export function toPlainError(error: unknown): PlainError {
  try {
    if (error instanceof GateRejection) {
      return { kind: 'gate-rejection', settlement: toPlainSettlement(error.settlement) };
    }
    if (error instanceof ToolError) {
      return {
        kind: 'tool-error',
        changedNothing: error.changedNothing === true,
        message: toText(error.message) ?? '',
        exceptions: describeException(error, redactCredentials),
      };
    }
  } catch {
    // It throws when it is looked at.
  }
  return { kind: 'other', exceptions: describeException(error, redactCredentials) };
}

/** Code of a tool may have made it, with anything in it. @throws TypeError if it isn't an answer that a gate can have. */
function toPlainSettlement({ status, approver, approverName, reason, at }: GateSettlement): GateSettlement {
  if (!isStatus(status)) throw new TypeError('A gate has no such status.');
  // A gate that was not approved has no value.
  return {
    status,
    approver: toText(approver) ?? null,
    approverName: toText(approverName) ?? null,
    reason: toText(reason) ?? null,
    value: null,
    at: Number(at),
  };
}

function isStatus(status: unknown): status is GateSettlement['status'] {
  return status === 'approved' || status === 'rejected' || status === 'timed_out' || status === 'aborted';
}

/** The error that stands for what a thread has sent. */
export function fromPlainError(plain: PlainError): Error {
  switch (plain.kind) {
    case 'gate-rejection':
      return new GateRejection('gate', plain.settlement);
    case 'tool-error': {
      const { changedNothing, message, exceptions } = plain;
      const thrown = rebuildException(exceptions);
      const error = new ToolError(message, { changedNothing, cause: thrown?.cause });
      // Where the tool has thrown it, which is not here.
      Object.defineProperty(error, 'stack', { value: thrown?.stack });
      return error;
    }
    case 'other':
      return (
        rebuildException(plain.exceptions) ?? new Error('An isolated tool threw nothing that can be read.')
      );
  }
}

/** Facts of anything that was thrown. Never throws. */
export function toErrorFacts(error: unknown): ErrorFacts {
  try {
    if (!(error instanceof Error)) return { ...UNREADABLE, name: typeof error };
    const { name, message, stack } = error;
    const code = 'code' in error ? error.code : undefined;
    return {
      name: toText(name) ?? 'Error',
      message: toText(message) ?? '',
      stack: toText(stack),
      code: toText(code),
    };
  } catch {
    // It throws when it is looked at.
    return UNREADABLE;
  }
}

/** An error with the same name, message, stack and code; for the host, as the cause of what a caller is told. */
export function fromErrorFacts({ name, message, stack, code }: ErrorFacts): Error {
  const error = new Error(message);
  // As own properties that are not listed, as those of other errors.
  const hidden = { configurable: true, enumerable: false, writable: true };
  Object.defineProperties(error, {
    name: { ...hidden, value: name },
    stack: { ...hidden, value: stack ?? `${name}: ${message}` },
    ...(code !== undefined && { code: { ...hidden, value: code } }),
  });
  return error;
}

function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > MAX_READ ? `(a text of ${value.length} characters)` : value.slice(0, MAX_TEXT);
}
