import type { Caller } from '../core/caller.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { Awaitable } from './awaitable.ts';
import type { CallRecord } from './call-record.ts';
import type { CallRequest } from './call-request.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Limits } from './limits.ts';
import type { Decision, Policy } from './policy/policy.ts';
import type { Redactor } from './render/redact.ts';
import type { ArtifactStore } from './spool/artifact-store.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** How gates behave. */
export interface RuntimeGateOptions {
  /**
   * Keys of at least 32 bytes that approvals from outside may be signed with, so that keys can be changed
   * while approvals are on their way. Without any, no signed approval is accepted.
   * @default []
   */
  readonly keys?: readonly Uint8Array[] | undefined;
}

/** A call that has waited, and is about to go on. */
export interface WaitedCall extends Pick<CallRequest, 'origin'> {
  readonly invocationId: string;
  readonly toolName: string;
  /** As it was when the call was made. */
  readonly caller: Caller;
}

/**
 * Says who the caller of a call is by now: with the scopes that it has, or a refusal if it may not make calls any more. If
 * it throws or rejects, the answer is no.
 */
export type RenewCaller = (call: WaitedCall) => Awaitable<Caller | Extract<Decision, { verdict: 'deny' }>>;

/** Told of a failure, and of the call that has ended with it, if there is one. */
export type FaultListener = (error: unknown, record?: CallRecord) => void;

/** Everything that makes a runtime. Only the resolver is required. */
export interface RuntimeOptions {
  /** Finds tools: a registry, sealed or of a turn. */
  readonly resolver: ToolResolver;
  /** @default `defaultPolicy`: scopes are required, and destructive tools are asked about */
  readonly policy?: Policy | undefined;
  readonly gates?: RuntimeGateOptions | undefined;
  /**
   * Where calls are written down. `false` keeps those only that have an idempotency key or a gate, in memory.
   * @default `memoryLedger()`
   */
  readonly ledger?: Ledger | false | undefined;
  /** Where large results go. @default `memoryArtifactStore()` */
  readonly artifacts?: ArtifactStore | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Such as `openTelemetry(api)`. @default none */
  readonly telemetry?: Telemetry | undefined;
  /** Who calls when a request names nobody. @default `{ id: 'anonymous' }`, without scopes */
  readonly caller?: Caller | undefined;
  /**
   * Asked before a call goes on that has waited in a queue or at a gate, or was held up for a second by anything else, as its
   * caller may have lost scopes meanwhile; and before each call of a turn. Then the tool, the policy and the guard are asked
   * again, about the tool as it is by then. Any other call asks nobody.
   * @default callers stay what they were
   */
  readonly renewCaller?: RenewCaller | undefined;
  /**
   * Says whether the origins of a call and of an earlier one with its idempotency key stand for the same tools. If not, or if
   * it throws, the call is refused. For hosts with several sets of tools, in which one name can stand for several tools.
   * @default origins are not compared
   */
  readonly isSameOrigin?: ((first: string, repeated: string) => boolean) | undefined;
  /**
   * Names this process in a durable ledger. A process that starts under the name of one that died takes its
   * calls over at once, so no two may run under one name.
   * @default a random one, whose calls are taken over when their leases have run out
   */
  readonly owner?: string | undefined;
  /**
   * Takes secrets out of what models and people are shown, and what it takes out is told to the model; `false` shows
   * everything. A single tool that is trusted can be left out by its own `redact: false`.
   * @default `redactCredentials`
   */
  readonly redact?: Redactor | false | undefined;
  /**
   * Told of failures that no call can answer for, such as a listener that threw or an end that could not be
   * written; and with the record, of every exception of which the caller is told only a reference, and of what a policy threw
   * that had to judge the call. It may hold secrets. What
   * it throws is ignored.
   * @default a warning on the console, with the code and nothing else; nothing for what a tool throws
   */
  readonly onFault?: FaultListener | undefined;
  /** @default the time of this machine */
  readonly clock?: Clock | undefined;
  /** Makes ids and nonces, which nobody may be able to guess. @default the time and 85 random bits of `crypto` */
  readonly randomId?: (() => string) | undefined;
}
