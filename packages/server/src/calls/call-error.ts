import { type ErrorCode, ToolcribError } from 'toolcrib';
import type { CallRecord } from 'toolcrib/runtime';
import { causesOf, diskCodeOf } from '../store/driver-reason.ts';

/** As long as any id is. */
const MAX_ID_LENGTH = 128;

/** The same for a call that there is not and for one that somebody may not see. */
export function callNotFound(id: string): ToolcribError {
  const shown = id.slice(0, MAX_ID_LENGTH);
  return new ToolcribError('E_CALL_NOT_FOUND', `There is no call ${JSON.stringify(shown)}.`, {
    context: { invocationId: shown },
  });
}

/** The same for a gate that there is not and for one of another tenant. */
export function gateNotFound(id: string): ToolcribError {
  const shown = id.slice(0, MAX_ID_LENGTH);
  return new ToolcribError('E_GATE_NOT_FOUND', `There is no gate ${JSON.stringify(shown)}.`, {
    context: { gateId: shown },
  });
}

const storeCodes: readonly ErrorCode[] = [
  'E_STORE_FAILED',
  'E_STORE_FULL',
  'E_STORE_READ_ONLY',
  'E_STORE_REFUSED',
  'E_STORE_CORRUPT',
];

/**
 * The code by which a failure of the ledger is told: that of the store behind it, or behind what could not be stored before, so
 * that a full disk is the same to every request that it fails; `E_LEDGER_FAILED` where none is known.
 */
function ledgerCode(cause: unknown): ErrorCode {
  return (
    causesOf(cause)
      .map(storeCodeOf)
      .find((code) => code !== undefined) ?? 'E_LEDGER_FAILED'
  );
}

function storeCodeOf(error: Error): ErrorCode | undefined {
  if (!(error instanceof ToolcribError)) return diskCodeOf(error);
  return storeCodes.find((code) => code === error.code);
}

/** The ledger cannot be asked, whatever for. */
export function ledgerUnread(cause: unknown): ToolcribError {
  return new ToolcribError(ledgerCode(cause), 'The ledger failed. Calls cannot be read now. Try again.', {
    cause,
  });
}

/** An error of the runtime, told by the store behind it if the ledger has failed. */
export function withStoreCode(error: unknown): unknown {
  if (!(error instanceof ToolcribError) || error.code !== 'E_LEDGER_FAILED') return error;
  const { message, context, cause } = error;
  return new ToolcribError(ledgerCode(cause), message, { context, cause });
}

/** The ledger has a gate, or has not: it cannot be asked. */
export function gateUnread(gateId: string, cause: unknown): ToolcribError {
  const message = `The ledger failed. Gate ${gateId} cannot be read now. Try again.`;
  return new ToolcribError(ledgerCode(cause), message, { context: { gateId }, cause });
}

/** A gate was settled, and cannot be shown. */
export function settledUnread(gateId: string, cause: unknown): ToolcribError {
  const message = `The decision about gate ${gateId} was stored, and the ledger failed then. Look at the gate.`;
  const invocationId = gateId.slice(0, gateId.lastIndexOf('.'));
  const context = { gateId, invocationId, sideEffect: 'unknown' };
  return new ToolcribError('E_CALL_NOT_RECORDED', message, { context, cause });
}

export function forbidden(message: string): ToolcribError {
  return new ToolcribError('E_FORBIDDEN', message);
}

/** What is known of a call that the ledger could not be told the end of: it is not answered as if it had ended. */
export function callNotRecorded(record: CallRecord): ToolcribError {
  const { problem, invocationId, sideEffect } = record;
  const { code = 'E_CALL_NOT_RECORDED', message = '' } = problem ?? {};
  const { cause: thrown, writeFailure } = record.details();
  // What the tool threw may look like an error of a disk, and says nothing of the ledger.
  const cause = writeFailure ?? thrown;
  const told = code === 'E_LEDGER_FAILED' ? ledgerCode(cause) : code;
  return new ToolcribError(told, message, { context: { invocationId, sideEffect }, cause });
}

/** What is not in the audit log is not acknowledged; but whoever made the call must not make it again. */
export function explainFailure(error: unknown, id: string): unknown {
  if (!(error instanceof ToolcribError) || error.code !== 'E_AUDIT_FAILED') return error;
  const message = `The call ${id} has ended, but that could not be written to the audit log yet. Ask for its outcome by its id; do not repeat it.`;
  return new ToolcribError('E_AUDIT_FAILED', message, { context: { invocationId: id }, cause: error });
}

/** A call waits for somebody, and what for cannot be read: its caller is told which one it is all the same. */
export function unreadAtGate(cause: unknown, invocationId: string): unknown {
  if (cause instanceof ToolcribError && cause.code === 'E_AUDIT_FAILED') return cause;
  const message = `Call ${invocationId} waits for approval, but the ledger cannot be read now. Look it up by its id; do not repeat it.`;
  const context = { invocationId, sideEffect: 'unknown' };
  return new ToolcribError('E_CALL_NOT_RECORDED', message, { context, cause });
}
