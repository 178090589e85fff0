import type { ErrorCode } from 'toolcrib';
import { operatorHints } from '../../operations/operator-hints.ts';
import { UnreachableError } from '../client/unreachable-error.ts';

/** What to do about an error, in words of the command line. What is not here says enough in its message. */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  ...operatorHints,
  E_UNAUTHENTICATED:
    'Give a key with --key or TOOLCRIB_KEY. On the machine with the database, `toolcrib keys create <name> --role <role> --data <folder>` makes one.',
  E_FORBIDDEN: '`toolcrib whoami` shows what your key may do.',
  E_GRANT_EXCEEDED: '`toolcrib whoami` shows what you hold, and so may give.',
  E_SERVICE_UNREACHABLE: 'Check the address, and that `toolcrib serve` runs there.',
  E_TOOL_NOT_FOUND:
    '`toolcrib list` shows what you may call, `toolcrib list --all` everything in the catalogue.',
  E_TOOL_DISABLED: 'Switch it on with `toolcrib enable <tool>`.',
  E_TOOL_QUARANTINED: 'Somebody who may govern the catalogue has to release it: `toolcrib release <tool>`.',
  E_TOOL_FAILED:
    'The role admin sees what it threw: `toolcrib calls show <id>`. The log of the service has it too.',
  E_INVALID_TOOL_ARGS: '`toolcrib show <tool>` lists its arguments.',
  E_TENANT_NOT_FOUND: '`toolcrib tenants list` shows them; choose one with --tenant.',
  E_TENANT_REQUIRED:
    'Switch tools off with `toolcrib disable <tool>`, or revoke keys with `toolcrib keys revoke`.',
  E_TOOLSET_NOT_FOUND: '`toolcrib toolsets list` shows them.',
  E_KEY_NOT_FOUND: '`toolcrib keys list` shows their ids.',
  E_DRAFT_NOT_FOUND: '`toolcrib drafts list` shows those that wait.',
  E_GATE_NOT_FOUND: '`toolcrib gates list` shows those that are open.',
  E_GATE_SETTLED: '`toolcrib gates show <gate>` shows who decided, when and why.',
  E_SELF_APPROVAL:
    'Another person with the role approver decides, with a key that was made by neither you nor the author, or the operator, with --data.',
  E_CALL_NOT_FOUND: '`toolcrib calls list` shows those that you may see.',
  E_CALL_DENIED: 'The message says which rule; `toolcrib whoami` shows your scopes.',
  E_VERSION_CONFLICT: 'Give the changed definition a new version.',
  E_INCOMPATIBLE_VERSION: 'Give it a new major version, or keep to the old schema.',
  E_INVALID_SNAPSHOT: 'A snapshot is written by `toolcrib snapshot save`, never by hand.',
  E_LINT_FAILED: 'Correct what the findings name, and register again.',
  E_LOCK_MISMATCH: 'Review the changes, then write a new lock with `toolcrib lock`.',
  E_INVALID_LOCK: 'A lock is written by `toolcrib lock`, never by hand.',
  E_RATE_LIMITED: 'Wait a moment and try again.',
  E_HOST_REFUSED: 'Start the service with --allow-host for the name in --url.',
  E_AUDIT_BROKEN: 'The log is not as it was written. Compare it with an earlier export.',
};

/** A hint for an error with this code: its own, or that of the code. */
export function hintOf(error: unknown, code: string): string | undefined {
  return (error instanceof UnreachableError ? error.hint : undefined) ?? hintFor(code);
}

/** A hint for an error code, if there is one. */
export function hintFor(code: string): string | undefined {
  return Object.hasOwn(hints, code) ? hints[code as ErrorCode] : undefined;
}
