import type { Tool } from '../../core/tool.ts';
import type { Call } from '../call.ts';
import { contentDigest } from '../content-digest.ts';
import type { RuntimeParts } from '../parts.ts';
import type { LedgerEntry, LedgerState } from './ledger-entry.ts';

/** What of an entry changes on its way. */
export type EntryChanges = Partial<
  Pick<
    LedgerEntry,
    | 'state'
    | 'owner'
    | 'args'
    | 'idempotencyKey'
    | 'leaseUntil'
    | 'gates'
    | 'outcome'
    | 'abandoned'
    | 'revertedBy'
  >
>;

const NO_GATES: LedgerEntry['gates'] = Object.freeze([]);
const NO_SCOPES: readonly string[] = Object.freeze([]);

/** The first entry of a call. */
export function createEntry(
  parts: Pick<RuntimeParts, 'ledger' | 'owner'>,
  call: Call,
  changes: EntryChanges & { readonly state: LedgerState; readonly timeoutMs: number },
): LedgerEntry {
  const { tool, args, toolName } = call;
  const toolVersion = tool?.version;
  // Hashing costs more than all the rest of a call in memory.
  const isAskedFor =
    parts.ledger.isDurable || call.idempotencyKey !== undefined || changes.gates !== undefined;
  return Object.freeze({
    invocationId: call.invocationId,
    revision: 1,
    state: changes.state,
    tenant: call.tenant,
    callerId: call.caller.id,
    callerName: call.caller.name ?? null,
    scopes: call.caller.scopes ?? NO_SCOPES,
    toolName,
    toolVersion: toolVersion ?? null,
    toolDigest: isAskedFor ? (tool?.digest ?? null) : null,
    authorityDigest: tool?.authorityDigest ?? null,
    effect: tool?.effect ?? null,
    args: changes.args === undefined ? (args ?? null) : changes.args,
    contentDigest: isAskedFor && args !== undefined ? contentDigest({ toolName, toolVersion, args }) : null,
    idempotencyKey:
      changes.idempotencyKey === undefined ? (call.idempotencyKey ?? null) : changes.idempotencyKey,
    providerCallId: call.providerCallId ?? null,
    origin: call.origin ?? null,
    owner: parts.owner,
    acceptedAt: call.acceptedAt,
    leaseUntil: changes.leaseUntil ?? null,
    timeoutMs: changes.timeoutMs,
    gates: changes.gates ?? NO_GATES,
    outcome: changes.outcome ?? null,
    abandoned: null,
    reverts: call.reverts?.invocationId ?? null,
    revertedBy: null,
  });
}

/** The next revision of an entry. Written out: copying by spread takes twice as long. */
export function nextEntry(entry: LedgerEntry, changes: EntryChanges): LedgerEntry {
  const { state, owner, args, idempotencyKey, leaseUntil, gates, outcome, abandoned, revertedBy } = changes;
  return Object.freeze({
    invocationId: entry.invocationId,
    revision: entry.revision + 1,
    state: state ?? entry.state,
    tenant: entry.tenant,
    callerId: entry.callerId,
    callerName: entry.callerName ?? null,
    scopes: entry.scopes,
    toolName: entry.toolName,
    toolVersion: entry.toolVersion,
    toolDigest: entry.toolDigest,
    authorityDigest: entry.authorityDigest ?? null,
    effect: entry.effect,
    args: args === undefined ? entry.args : args,
    contentDigest: entry.contentDigest,
    idempotencyKey: idempotencyKey === undefined ? entry.idempotencyKey : idempotencyKey,
    providerCallId: entry.providerCallId,
    origin: entry.origin,
    owner: owner ?? entry.owner,
    acceptedAt: entry.acceptedAt,
    leaseUntil: leaseUntil === undefined ? entry.leaseUntil : leaseUntil,
    timeoutMs: entry.timeoutMs,
    gates: gates ?? entry.gates,
    outcome: outcome === undefined ? entry.outcome : outcome,
    abandoned: abandoned === undefined ? entry.abandoned : abandoned,
    reverts: entry.reverts,
    revertedBy: revertedBy === undefined ? entry.revertedBy : revertedBy,
  });
}

/** An entry that also says what exactly is asked for, for whoever is to approve it. */
export function withDigests(entry: LedgerEntry, call: Call): LedgerEntry {
  const { tool, args, toolName } = call;
  const authorityDigest = entry.authorityDigest ?? tool?.authorityDigest ?? null;
  if (entry.contentDigest !== null || args === undefined) return Object.freeze({ ...entry, authorityDigest });
  const digest = contentDigest({ toolName, toolVersion: tool?.version, args });
  return Object.freeze({
    ...entry,
    toolDigest: tool?.digest ?? null,
    authorityDigest,
    contentDigest: digest,
  });
}

/** Whether a tool is the one that an entry was written for: the same definition and the same version. */
export function isSameTool(tool: Tool, { toolDigest, toolVersion }: LedgerEntry): boolean {
  return (toolDigest === null || tool.digest === toolDigest) && (tool.version ?? null) === toolVersion;
}

/** Whether a tool also has the authority that an entry was written for, as far as the entry says. */
export function isExactTool(tool: Tool, entry: LedgerEntry): boolean {
  const authorityDigest = entry.authorityDigest ?? tool.authorityDigest;
  return isSameTool(tool, entry) && tool.authorityDigest === authorityDigest;
}

/** Whether a tool is that of an entry; one without an effect is of a call whose caller was told of no tool. */
export function isToolOf(tool: Tool, entry: LedgerEntry): boolean {
  return entry.effect !== null && isExactTool(tool, entry);
}

/** Whether secrets are taken out of a stored result. Only the tool that gave it, if trusted, can say that it is shown whole. */
export function isResultRedacted(tool: Tool | undefined, entry: LedgerEntry): boolean {
  const isShownWhole = tool?.redact === false && isToolOf(tool, entry) && entry.outcome?.isTrusted === true;
  return !isShownWhole;
}

/** How far apart the clocks of two machines may be, with something to spare, in milliseconds. */
const LEASE_MARGIN_MS = 15_000;

/**
 * Until when a call is left to its runtime: longer than all that may follow its start. The handler has its
 * deadline and its grace; the check of its result, its storage and the last entry have a deadline each.
 */
export function leaseOf(
  { clock, limits }: Pick<RuntimeParts, 'clock' | 'limits'>,
  timeoutMs: number,
): number {
  return clock.now() + 3 * timeoutMs + limits.graceMs + limits.timeoutMs + LEASE_MARGIN_MS;
}
