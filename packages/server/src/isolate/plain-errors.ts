import { ToolError } from 'toolcrib';
import { GateRejection } from 'toolcrib/runtime';
import type { ErrorFacts, PlainError } from './thread-messages.ts';

/** More than a model is shown of an error, and less than would fill the memory of the service. */
const MAX_TEXT = 16_384;
const UNREADABLE: ErrorFacts = { name: 'Error', message: '', stack: undefined, code: undefined };

/** What was thrown, as data. Never throws, whatever it is. */
export function toPlainError(error: unknown): PlainError {
  try {
    // Copied, so that it cannot change or fail while it is sent.
    if (error instanceof GateRejection)
      return { kind: 'gate-rejection', settlement: structuredClone(error.settlement) };
    if (error instanceof ToolError) {
      return {
        kind: 'tool-error',
        changedNothing: error.changedNothing === true,
        facts: toErrorFacts(error),
      };
    }
  } catch {
    // It throws when it is looked at.
  }
  return { kind: 'other', facts: toErrorFacts(error) };
}

/** The error that stands for what a thread has sent. */
export function fromPlainError(plain: PlainError): Error {
  switch (plain.kind) {
    case 'gate-rejection':
      return new GateRejection('gate', plain.settlement);
    case 'tool-error': {
      const { changedNothing, facts } = plain;
      return new ToolError(facts.message, { changedNothing, cause: fromErrorFacts(facts) });
    }
    case 'other':
      return fromErrorFacts(plain.facts);
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
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;
}
