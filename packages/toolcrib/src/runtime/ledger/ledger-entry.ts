import type { ArtifactDescription } from '../../core/artifact.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { ValidationIssue } from '../../core/issue.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { MediaDescription } from '../../core/media.ts';
import type { ToolEffect } from '../../core/tool-options.ts';
import type { CallStatus, SideEffect } from '../call-status.ts';
import type { GateEntry } from '../gates/gate-entry.ts';
import type { ExceptionDescription } from '../render/describe-exception.ts';

/**
 * Where a call is: at a gate, in its handler, ended, or interrupted by a crash with an effect that nobody
 * knows. The first two and the last can still become another; an ended call stays as it is.
 */
export type LedgerState = 'waiting' | 'running' | 'unknown' | CallStatus;

/** A result as a ledger keeps it: JSON. Bytes are in base64; of media and artifacts only what they were. */
export type StoredResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'media'; readonly media: readonly MediaDescription[] }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactDescription; readonly preview: string };

/** How a call ended, as a ledger keeps it. */
export interface StoredOutcome {
  readonly sideEffect: SideEffect;
  readonly isTrusted: boolean;
  readonly endedAt: number;
  readonly waitedMs: number;
  readonly ranMs: number;
  readonly code: ErrorCode | null;
  readonly message: string | null;
  /** Why the policy refused a tool that the caller was told nothing of. For operators only. */
  readonly denial?: string;
  /** What was thrown and its causes, without known secrets. For operators only. */
  readonly exceptions?: readonly ExceptionDescription[];
  readonly issues: readonly ValidationIssue[];
  readonly result: StoredResult | null;
}

/** One call in a ledger: frozen JSON, and so the same in memory, in a file and in a database. */
export interface LedgerEntry {
  readonly invocationId: string;
  /** 1 when it is inserted, one more with every change. */
  readonly revision: number;
  readonly state: LedgerState;
  readonly tenant: string;
  readonly callerId: string;
  /** As it was when the call was made; null if it had none, and in entries of earlier versions also undefined. */
  readonly callerName?: string | null;
  readonly scopes: readonly string[];
  readonly toolName: string;
  readonly toolVersion: string | null;
  /** Null when nobody will ask: nothing durable, no key and no gate. */
  readonly toolDigest: string | null;
  /** Of the tool's authority; null without a tool, and in entries of earlier versions also undefined, or null without a gate. */
  readonly authorityDigest?: string | null;
  readonly effect: ToolEffect | null;
  /** Kept while the call can still go on or be taken back. */
  readonly args: JsonObject | null;
  /** The digest of tool, version and arguments. Null when nobody will ask, or they were not readable. */
  readonly contentDigest: string | null;
  /** Null also once the key may be used again, because the call ended without effect. */
  readonly idempotencyKey: string | null;
  readonly providerCallId: string | null;
  /** What the host said of where the call came from; null if it said nothing. */
  readonly origin: string | null;
  /** The runtime that runs it, or has ended it. */
  readonly owner: string;
  readonly acceptedAt: number;
  /** When nobody can be running it any more, in milliseconds since 1970; null unless it is running. */
  readonly leaseUntil: number | null;
  readonly timeoutMs: number;
  readonly gates: readonly GateEntry[];
  readonly outcome: StoredOutcome | null;
  /** When a handler came to its end after its call had ended, and how. */
  readonly abandoned: { readonly at: number; readonly settled: 'returned' | 'threw' } | null;
  /** The invocation that this call takes back. */
  readonly reverts: string | null;
  /** The invocation that takes this call back, or has; there is never a second one. */
  readonly revertedBy: string | null;
}
