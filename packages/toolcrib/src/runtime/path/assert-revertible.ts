import { ConfigError, ToolcribError } from '../../core/errors.ts';
import type { Call } from '../call.ts';
import { isSameTool } from '../ledger/entries.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { reverterOf } from '../tool-phases.ts';
import { isSeen } from './authorise.ts';

/**
 * Makes sure that the caller may know of the call of an entry, and that it can be taken back. A call of another tenant, or of
 * a tool that the caller cannot see, does not exist for them, unless they made it themselves.
 *
 * @throws ToolcribError `E_CALL_NOT_FOUND`.
 * @throws ConfigError `E_NOT_REVERTIBLE`.
 */
export async function assertRevertible(parts: RuntimeParts, call: Call, entry: LedgerEntry): Promise<void> {
  if (call.tenant !== entry.tenant) throw callNotFound(entry.invocationId);
  const tool = parts.resolver.resolve(entry.toolName);
  if (tool === null || !(await isSeen(parts, call, tool))) {
    // The same answer for a tool that is hidden and for one that is gone.
    throw call.caller.id === entry.callerId ? notRevertible(entry) : callNotFound(entry.invocationId);
  }
  const hasEffect = entry.outcome?.sideEffect === 'done' && entry.args !== null && entry.reverts === null;
  if (!isSameTool(tool, entry) || !hasEffect || reverterOf(tool) === undefined) throw notRevertible(entry);
}

export function callNotFound(invocationId: string): ToolcribError {
  return new ToolcribError('E_CALL_NOT_FOUND', `The ledger has no call ${invocationId}.`, {
    context: { invocationId },
  });
}

function notRevertible({ invocationId, toolName }: LedgerEntry): ConfigError {
  const message = `Call ${invocationId} of tool "${toolName}" cannot be taken back.`;
  return new ConfigError('E_NOT_REVERTIBLE', message, { context: { invocationId, toolName } });
}
