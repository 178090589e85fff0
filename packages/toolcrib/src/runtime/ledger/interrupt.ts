import { directContext } from '../../core/direct-context.ts';
import type { Tool } from '../../core/tool.ts';
import { Call } from '../call.ts';
import { eventOf } from '../event-of.ts';
import type { RuntimeParts } from '../parts.ts';
import { bounded } from '../path/bounded.ts';
import { Ending } from '../path/ending.ts';
import { invalidResult } from '../path/problems.ts';
import { readArguments } from '../path/read-arguments.ts';
import { spoolResult } from '../path/spool-result.ts';
import { checkToolResult, verifierOf } from '../tool-phases.ts';
import { endEntry, toOutcome } from './end-entry.ts';
import { isSameTool, nextEntry } from './entries.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { replaceEntry } from './write-entry.ts';

/**
 * Brings a call whose process died to where it can be left: one that changes nothing has failed; of any
 * other the tool is asked by its `verify`, and unless that knows, it is unknown. Nothing is run again.
 * Undefined means that somebody else was quicker.
 */
export async function interrupt(
  parts: RuntimeParts,
  entry: LedgerEntry,
): Promise<'unknown' | 'failed' | 'verified' | undefined> {
  const isRead = entry.effect === 'read';
  const ending = isRead
    ? interrupted('The process ended during the call; nothing was changed.')
    : await verify(parts, entry);
  if (ending === undefined) {
    if (entry.state === 'unknown') return 'unknown';
    const isWritten = await replaceEntry(parts, nextEntry(entry, { state: 'unknown', leaseUntil: null }));
    if (isWritten) announce(parts, entry, 'unknown');
    return isWritten ? 'unknown' : undefined;
  }
  const ended = endEntry(entry, {
    ending,
    tool: parts.resolver.resolve(entry.toolName),
    outcome: toOutcome({ waitedMs: 0, ranMs: 0 }, ending, {
      endedAt: parts.clock.now(),
      redact: parts.redact,
    }),
    owner: parts.owner,
  });
  if (!(await replaceEntry(parts, ended))) return undefined;
  const hasEffect = ending.sideEffect === 'done';
  announce(parts, entry, hasEffect ? 'verified' : 'failed');
  return hasEffect ? 'verified' : 'failed';
}

/** What the tool itself finds out; undefined if it offers nothing, is another one by now, or fails. */
async function verify(parts: RuntimeParts, entry: LedgerEntry): Promise<Ending | undefined> {
  // It is asked about calls, not about taking them back.
  if (entry.reverts !== null) return undefined;
  const tool = parts.resolver.resolve(entry.toolName);
  const ask = tool === null ? undefined : verifierOf(tool);
  if (tool === null || ask === undefined || entry.args === null) return undefined;
  if (!isSameTool(tool, entry)) return undefined;
  const call = reopen(entry);
  call.tool = tool;
  try {
    const accepted = await readArguments(parts, call, tool);
    if (accepted instanceof Ending) return undefined;
    const { invocationId, caller } = call;
    const { signal } = new AbortController();
    // The schema of the tool has accepted the arguments.
    const asking = Promise.resolve(
      ask(accepted.value as never, { ...directContext, signal, invocationId, caller }),
    );
    const outcome = await bounded(parts, call, asking);
    return 'value' in outcome ? await judge(parts, call, { tool, answer: outcome.value }) : undefined;
  } catch (error) {
    parts.onFault(error);
    return undefined;
  }
}

async function judge(
  parts: RuntimeParts,
  call: Call,
  { tool, answer }: { readonly tool: Tool; readonly answer: unknown },
): Promise<Ending | undefined> {
  const { done, result } = Object(answer) as { readonly done?: unknown; readonly result?: unknown };
  if (done === false) return interrupted('The process ended during the call, before it took effect.');
  if (done !== true) return undefined;
  const outcome = await bounded(parts, call, Promise.resolve(checkToolResult(tool, result)));
  if ('ending' in outcome) return undefined;
  const checked = outcome.value;
  if (checked.ok) return spoolResult(parts, call, { tool, value: checked.value });
  return invalidResult(call, { resultIssues: checked.issues, sideEffect: 'done' });
}

/** The call of an entry, as it was asked for. */
export function reopen(
  entry: LedgerEntry,
  { reverts, signal }: { readonly reverts?: LedgerEntry | undefined; readonly signal?: AbortSignal } = {},
): Call {
  const { invocationId, acceptedAt, tenant, scopes, callerId, callerName } = entry;
  const caller = Object.freeze({ id: callerId, ...(callerName && { name: callerName }), tenant, scopes });
  return new Call(
    {
      tool: entry.toolName,
      args: entry.args,
      timeoutMs: entry.timeoutMs,
      idempotencyKey: entry.idempotencyKey ?? undefined,
      providerCallId: entry.providerCallId ?? undefined,
      origin: entry.origin ?? undefined,
      signal,
    },
    { invocationId, acceptedAt, caller, entry, reverts },
  );
}

function interrupted(message: string): Ending {
  return Ending.problem('failed', { code: 'E_CALL_INTERRUPTED', message });
}

function announce(parts: RuntimeParts, entry: LedgerEntry, state: 'unknown' | 'failed' | 'verified'): void {
  if (!parts.events.hasListeners) return;
  parts.events.emit({ type: 'tool-call-interrupted', ...eventOf(entry, parts.clock.now()), state });
}
