import type { Caller } from '../core/caller.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { Bulkhead } from './bulkhead.ts';
import type { CallRecord } from './call-record.ts';
import type { Clock } from './clock.ts';
import type { EventHub } from './event-hub.ts';
import type { GateDesk } from './gates/gate-desk.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { RecoveryReport } from './ledger/recover.ts';
import type { Limits } from './limits.ts';
import type { CallGuard } from './policy/call-guard.ts';
import type { Policy } from './policy/policy.ts';
import type { ShownTools } from './policy/shown-tools.ts';
import type { Redactor } from './render/redactor.ts';
import type { RuntimeHost } from './runtime-host.ts';
import type { FaultListener, RenewCaller, RuntimeOptions } from './runtime-options.ts';
import type { ArtifactStore } from './spool/artifact-store.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** What a runtime is made of; every phase of a call takes what it needs from here. */
export interface RuntimeParts {
  readonly resolver: ToolResolver;
  readonly policy: Policy;
  /** Asked who a caller is by now, when a call has waited. */
  readonly renewCaller: RenewCaller | undefined;
  /** Asked whether two origins stand for the same tools, when an idempotency key is used again. */
  readonly isSameOrigin: RuntimeOptions['isSameOrigin'];
  /** Asked besides the policy, with arguments only. */
  readonly guard: CallGuard | undefined;
  /** What callers are shown of tools that have not changed since. */
  readonly shown: ShownTools;
  readonly host: RuntimeHost;
  /** Whether calls are still taken; shared by all that are made of the same runtime. */
  readonly door: { isOpen: boolean };
  readonly ledger: Ledger;
  /** Whether every call is written down. Without it only those are that have a key or a gate. */
  readonly recordsEveryCall: boolean;
  readonly artifacts: ArtifactStore;
  readonly limits: Limits;
  readonly redact: Redactor;
  readonly telemetry: Telemetry | undefined;
  readonly clock: Clock;
  readonly randomId: () => string;
  readonly owner: string;
  readonly defaultCaller: Caller;
  readonly bulkhead: Bulkhead;
  readonly gates: GateDesk;
  readonly events: EventHub;
  /** The calls that are going on in this runtime, by invocation id. */
  readonly live: Map<string, Promise<CallRecord>>;
  /** The recoveries that are under way; shared as `door` is. */
  readonly recoveries: Set<Promise<RecoveryReport>>;
  /** Told of what no call can answer for, and of the exceptions behind references. Never throws. */
  readonly onFault: FaultListener;
}
