import { CallRecord } from '../call-record.ts';
import type { ContentDigest } from '../content-digest.ts';
import type { RuntimeParts } from '../parts.ts';
import { summariseGates } from '../path/finish-call.ts';
import { isResultRedacted, isToolOf } from './entries.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { loadEnding } from './load-ending.ts';

/** The record of a call that has ended, read back from its entry; undefined while it has not. */
export function loadRecord(
  parts: Pick<RuntimeParts, 'resolver' | 'redact'>,
  entry: LedgerEntry,
): CallRecord | undefined {
  const { outcome } = entry;
  if (outcome === null) return undefined;
  const ending = loadEnding({ ...entry, outcome });
  const resolved = parts.resolver.resolve(entry.toolName);
  const tool = resolved !== null && isToolOf(resolved, entry) ? resolved : undefined;
  const { acceptedAt, tenant, scopes } = entry;
  const { endedAt, waitedMs, ranMs } = outcome;
  return new CallRecord({
    invocationId: entry.invocationId,
    toolName: entry.toolName,
    tool,
    caller: Object.freeze({ id: entry.callerId, tenant, scopes }),
    providerCallId: entry.providerCallId ?? undefined,
    turnId: undefined,
    status: ending.status,
    sideEffect: ending.sideEffect,
    acceptedAt,
    endedAt,
    waitedMs,
    ranMs,
    problem: ending.problem,
    gates: summariseGates(entry),
    result: ending.result,
    isTrusted: ending.isTrusted,
    isRedacted: isResultRedacted(tool, entry),
    redact: parts.redact,
    isRecorded: true,
    hasEnded: true,
    replayOf: undefined,
    args: entry.args ?? undefined,
    // Written by `contentDigest`.
    contentDigest: (entry.contentDigest ?? undefined) as ContentDigest | undefined,
    usage: undefined,
    cause: ending.cause,
    denial: ending.denial,
    resultIssues: [],
  });
}
