import type { Caller } from '../core/caller.ts';
import type { JsonObject } from '../core/json.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { Tool } from '../core/tool.ts';
import type { Place } from './bulkhead.ts';
import type { CallApproval, CallRequest } from './call-request.ts';
import type { CallPhase } from './call-status.ts';
import type { LedgerEntry } from './ledger/ledger-entry.ts';
import type { Ending } from './path/ending.ts';
import type { AcceptedArguments } from './path/read-arguments.ts';
import type { CallSpan } from './telemetry/telemetry.ts';
import { tenantOf } from './tenant-of.ts';

const NO_PLACE: Place = { key: '', callerId: '' };

/** Longer than the name of any tool. */
const MAX_NAME_LENGTH = 256;

/** What everybody along the path knows of one call, and what has been found out so far. */
export class Call {
  readonly invocationId: string;
  readonly toolName: string;
  readonly rawArgs: unknown;
  /** As the host knows them now; who has waited may have lost scopes meanwhile. */
  caller: Caller;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly providerCallId: string | undefined;
  readonly origin: string | undefined;
  readonly turnId: string | undefined;
  readonly approval: CallApproval | undefined;
  readonly isTruncated: boolean;
  readonly acceptedAt: number;
  /** The call that this one takes back, if that is what it is for. */
  readonly reverts: LedgerEntry | undefined;

  /** The phase that it is in, or has ended in. */
  phase: CallPhase = 'resolve';
  tool: Tool | undefined;
  /** The tool that the policy was asked about when everything was last asked again; its handler is not run. */
  confirmedTool: Tool | undefined;
  /** The arguments as they came, parsed: the one frozen object that policy, schema, ledger and record see. */
  args: JsonObject | undefined;
  /** What the schema made of the arguments: what its handler gets, and a policy is asked about. */
  accepted: AcceptedArguments | undefined;
  /** Its entry in the ledger, once it has one. */
  entry: LedgerEntry | undefined;
  /** What is being written of it: the ledger may have it or not. */
  pendingEntry: LedgerEntry | undefined;
  /** What was last written of it and failed: the ledger may have it all the same, or soon. */
  lostEntry: LedgerEntry | undefined;
  /** Why its end could not be written. */
  writeFailure: unknown;
  span: CallSpan | undefined;
  /** What the handler said that it spent on models. */
  usage: ModelUsage | undefined;
  /** Set when the host has to end the call while its handler runs; it has the last word then. */
  hostEnding: Ending | undefined;
  /** Ends the waiting for a policy or the like, for whoever knows that nothing depends on it any more. */
  stopWaiting: (() => void) | undefined;
  /** Told once, when the ledger has the call. */
  onRecorded: (() => void) | undefined;
  /** Told once, when an equal call is found that has its idempotency key and goes on. */
  onJoined: ((invocationId: string) => void) | undefined;
  /** Its place in the bulkhead, once it asks for one. */
  place = NO_PLACE;
  hasEnded = false;
  /** Whether it was answered without an end, because it may go on elsewhere: what the ledger has of it is not ours. */
  isLeft = false;
  /** Whether anything may have changed since it was allowed, as it waited in a queue or at a gate. */
  hasWaited = false;
  /** Whether anything else may have run since it was made, so that its tool may have changed. */
  hasPaused = false;
  /** Whether its result is shown as it is, because all that it quotes is. */
  keepsSecrets = false;
  /** Whether it ends without having been a call: an equal one goes on, and nobody waits for that any longer. */
  isElsewhere = false;
  /** Whether its handler was begun. */
  hasRun = false;
  /** When it was made, or everything was last asked again, on the clock that only goes forward. */
  confirmedAt = 0;
  waitedMs = 0;
  ranMs = 0;

  constructor(
    request: CallRequest,
    opened: {
      readonly invocationId: string;
      readonly caller: Caller;
      readonly acceptedAt: number;
      readonly reverts?: LedgerEntry | undefined;
      readonly entry?: LedgerEntry | undefined;
    },
  ) {
    this.invocationId = opened.invocationId;
    // A model may send anything for a name; what is no text is the name of no tool.
    this.toolName = typeof request.tool === 'string' ? request.tool.slice(0, MAX_NAME_LENGTH) : '';
    this.rawArgs = request.args;
    this.caller = opened.caller;
    this.signal = request.signal;
    this.timeoutMs = request.timeoutMs;
    this.idempotencyKey = request.idempotencyKey;
    this.providerCallId = request.providerCallId;
    this.origin = request.origin;
    this.turnId = request.turnId;
    this.approval = request.approval;
    this.isTruncated = request.isTruncated === true;
    this.acceptedAt = opened.acceptedAt;
    this.reverts = opened.reverts;
    this.entry = opened.entry;
    this.tool = undefined;
    this.confirmedTool = undefined;
    this.args = undefined;
    this.accepted = undefined;
    this.pendingEntry = undefined;
    this.lostEntry = undefined;
    this.writeFailure = undefined;
    this.span = undefined;
    this.usage = undefined;
    this.hostEnding = undefined;
    this.stopWaiting = undefined;
    this.onRecorded = undefined;
    this.onJoined = undefined;
  }

  /** What the ledger may have of it beyond its entry. */
  get uncertainEntry(): LedgerEntry | undefined {
    return this.pendingEntry ?? this.lostEntry;
  }

  get tenant(): string {
    return tenantOf(this.caller);
  }
}
