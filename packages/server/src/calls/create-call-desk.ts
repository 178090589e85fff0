import type { Artifact } from 'toolcrib';
import { ConfigError, ToolcribError } from 'toolcrib';
import type {
  CallEvent,
  CallRecord,
  Clock,
  ExceptionDescription,
  LedgerEntry,
  OpenGate,
  StartedCall as RecordedCall,
  RecoveryReport,
  ResumedCall,
  Runtime,
} from 'toolcrib/runtime';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Actor } from '../auth/actor.ts';
import type { Limiter } from '../auth/limiter.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import type { Approvals } from './approvals.ts';
import { AuditMarkKeeper } from './audit-mark-keeper.ts';
import { CallAuditor } from './call-auditor.ts';
import type { CallDesk, CallOrder, CallView, EarlierCall, StartedCall } from './call-desk.ts';
import { callNotRecorded, forbidden, unreadAtGate } from './call-error.ts';
import { reachedCallOf, toOrigin } from './call-origin.ts';
import type { CallList, CallQuery } from './call-query.ts';
import { CallReader, isOwn } from './call-reader.ts';
import { CancelRequests } from './cancel-requests.ts';
import { followCall } from './follow-call.ts';
import { isSameCallOpen } from './is-same-call-open.ts';
import { LiveCall } from './live-call.ts';
import { OldCalls } from './old-calls.ts';
import { openGateOf } from './open-gate-of.ts';
import { pause } from './pause.ts';
import type { ReadBehindLedger } from './read-behind-ledger.ts';
import { Recovery } from './recovery.ts';

/** What calls are made with. */
export interface CallDeskOptions {
  /** The service's one runtime, which nobody else makes calls with. */
  readonly runtime: Runtime;
  /** That of the runtime. */
  readonly ledger: ReadBehindLedger;
  readonly tenants: TenantRooms;
  readonly audit: AuditLog;
  readonly store: Pick<
    ServiceStore,
    | 'putAuditMark'
    | 'listAuditMarks'
    | 'removeAuditMark'
    | 'putCancelRequest'
    | 'listCancelRequests'
    | 'removeCancelRequest'
  >;
  readonly limiter: Pick<Limiter, 'takeCall' | 'acquire'>;
  readonly approvals: Pick<Approvals, 'withdraw'>;
  readonly clock: Clock;
  /** That of the runtime. */
  readonly owner: string;
  /** Told of what nobody waits for. Must not throw. */
  readonly onFault: (error: unknown) => void;
  /** How often calls of processes that died are looked for, in milliseconds; 0 for never again. @default 15_000 */
  readonly recoverEveryMs?: number | undefined;
  /** How many days an ended call is kept; 0 for ever. @default 0 */
  readonly keepCallsDays?: number | undefined;
  /** Drops large results that were put before a time, at most so many. @default they are kept as long as their store does */
  readonly pruneArtifacts?: ((putBefore: number, limit: number) => Promise<number>) | undefined;
}

/** What a name is counted as that is no tool's, or not to this caller, so that nobody can fill the counters with names. */
const UNKNOWN_TOOL = '?';

/** For how long it is tried to write the start of a call that its caller is to be told the id of. */
const RECORD_FOR_MS = 3_000;
const RECORD_PAUSE_MS = 250;

const NO_EARLIER = Promise.resolve(undefined);

/**
 * Makes the desk of a service. It follows the runtime from then on, so that what happens to calls, by whomever they were
 * begun, is in the audit log once for each process that saw it.
 */
export function createCallDesk(options: CallDeskOptions): CallDesk {
  return new Desk(options);
}

class Desk implements CallDesk {
  readonly #options: CallDeskOptions;
  readonly #auditor: CallAuditor;
  readonly #reader: CallReader;
  readonly #marks: AuditMarkKeeper;
  readonly #recovery: Recovery;
  readonly #oldCalls: OldCalls;
  readonly #cancelRequests: CancelRequests;
  readonly #live = new Map<string, LiveCall>();
  readonly #unsubscribe: () => void;
  /** Those that wait for somebody now. */
  readonly #atGate = new Set<string>();
  #isOpen = true;

  constructor(options: CallDeskOptions) {
    this.#options = options;
    this.#auditor = new CallAuditor(options);
    this.#reader = new CallReader({ ...options, live: this.#live });
    this.#marks = new AuditMarkKeeper({ ...options, auditor: this.#auditor });
    this.#recovery = new Recovery({
      ...options,
      marks: this.#marks,
      onResumed: (call) => this.#takeOver(call),
    });
    this.#oldCalls = new OldCalls({ ...options, keepCallsDays: options.keepCallsDays ?? 0 });
    this.#cancelRequests = new CancelRequests({ ...options, live: this.#live });
    options.ledger.tellWhole((entry) => this.#auditor.endWith(entry));
    this.#unsubscribe = options.runtime.subscribe((event) => this.#hear(event));
  }

  async start(order: CallOrder): Promise<StartedCall> {
    const { actor, view, tool } = order;
    this.#assertOpen();
    assertMayCall(order);
    this.#options.audit.assertWritable(actor.tenant);
    const { limiter } = this.#options;
    const release = limiter.acquire('calls', actor.principal);
    try {
      await this.#marks.begin();
      const isSeen = (await view.runtime.find(tool, actor.caller)) !== undefined;
      const counted = isSeen ? tool : UNKNOWN_TOOL;
      await limiter.takeCall(actor.principal, { tenant: actor.tenant, tool: counted });
      this.#assertOpen();
      return this.#begin(order, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  view(actor: Actor, record: CallRecord): Promise<CallView> {
    return this.#reader.view(actor, record);
  }

  find(actor: Actor, id: string): Promise<CallView> {
    return this.#reader.find(actor, id);
  }

  findOwn(actor: Actor, id: string): Promise<CallView> {
    return this.#reader.findOwn(actor, id);
  }

  exceptions(actor: Actor, id: string): Promise<readonly ExceptionDescription[]> {
    return this.#reader.exceptions(actor, id);
  }

  list(actor: Actor, query: CallQuery): Promise<CallList> {
    return this.#reader.list(actor, query);
  }

  async wait(actor: Actor, id: string, timeoutMs: number): Promise<CallView> {
    const live = this.#live.get(id);
    if (live === undefined) return await this.#reader.poll(actor, id, timeoutMs);
    // First, so that nobody learns of a call by how long the answer takes.
    await this.#reader.entry(actor, id);
    const stop = new AbortController();
    const ended = live.ended.then(
      () => undefined,
      // How the call ended can be read, though its audit entry is late.
      () => undefined,
    );
    await Promise.race([ended, pause(this.#options.clock, timeoutMs, stop.signal)]);
    stop.abort();
    return await this.#reader.find(actor, id);
  }

  async cancel(actor: Actor, id: string): Promise<CallView> {
    const view = await this.#reader.find(actor, id);
    if (view.endedAt !== null) return view;
    if (!isOwn(actor, view.callerId)) throw forbidden('Only whoever made a call may cancel it.');
    const live = this.#live.get(id);
    if (live === undefined) return await this.#cancelElsewhere(actor, view);
    live.abort();
    await live.ended.catch(() => undefined);
    return await this.#reader.find(actor, id);
  }

  /** The process that it waits in may have died. Nobody can approve it any more once its gate is closed. */
  async #cancelElsewhere(actor: Actor, { id, gates }: CallView): Promise<CallView> {
    await this.#cancelRequests.ask(id);
    const gate = gates.find(({ status }) => status === 'open');
    if (gate === undefined) throw runsElsewhere(id);
    await this.#options.approvals.withdraw(actor, gate.id);
    return await this.#reader.find(actor, id);
  }

  abortAll(tenant: string, reason: string): void {
    for (const live of this.#live.values()) if (live.parts.tenant === tenant) live.abort(reason);
  }

  artifact(actor: Actor, id: string): Promise<Artifact> {
    return this.#reader.artifact(actor, id);
  }

  follow(actor: Actor, id: string, signal: AbortSignal): AsyncIterable<CallEvent> {
    const { runtime, clock } = this.#options;
    const load = () => this.#reader.entry(actor, id);
    const isVisible = () => this.#reader.isVisible(actor, id);
    return followCall({ runtime, clock, load, isHere: () => this.#live.has(id), isVisible }, id, signal);
  }

  async recoverCalls(): Promise<RecoveryReport> {
    const report = await this.#recovery.run();
    if (this.#isOpen) this.#oldCalls.start();
    return report;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const recovering = this.#recovery.stop();
    await this.#oldCalls.stop();
    for (const id of this.#atGate) this.#stopUnlessKept(id);
    await this.#options.runtime.close();
    // The ends that a recovery writes belong into the audit log.
    await recovering;
    await Promise.allSettled([...this.#live.values()].map(({ ended }) => ended));
    await this.#cancelRequests.close();
    await this.#auditor.settled();
    await this.#marks.close();
    this.#unsubscribe();
  }

  /** Calls back when the call has ended. */
  #begin(order: CallOrder, onEnded: () => void): LiveCall {
    const { actor, view, tool, args, idempotencyKey, timeoutMs, signal } = order;
    const controller = new AbortController();
    if (signal?.aborted) controller.abort(signal.reason);
    try {
      const started = view.runtime.start({
        ...{ tool, args, caller: actor.caller, idempotencyKey, timeoutMs },
        origin: toOrigin({ view, tool }, actor.principal),
        signal: controller.signal,
      });
      const { invocationId } = started;
      this.#auditor.own(invocationId, order);
      const ended = this.#finish(started, order);
      const live = new LiveCall({
        ...{ invocationId, tool, toolset: view.toolset, tenant: actor.tenant, callerId: actor.caller.id },
        callerName: actor.caller.name ?? null,
        acceptedAt: this.#options.clock.now(),
        accept: () => this.#accept(started, ended),
        earlier: idempotencyKey === undefined ? NO_EARLIER : this.#findJoined(started),
        ...{ ended, signal, abort: (reason) => controller.abort(reason) },
      });
      this.#keep(live, onEnded);
      if (idempotencyKey !== undefined) void this.#stopAtEarlier(live);
      return live;
    } catch (error) {
      throw error instanceof ConfigError ? invalidRequest(error) : error;
    }
  }

  /** A call of another process goes on here: from now on it is waited for and aborted as any other. */
  #takeOver({ entry, ended, abort }: ResumedCall): void {
    const { invocationId, toolName: tool, tenant, callerId, callerName = null, acceptedAt } = entry;
    const { toolset } = reachedCallOf(entry);
    const live = new LiveCall({
      ...{ invocationId, tool, toolset, tenant, callerId, callerName, acceptedAt },
      accept: () => Promise.resolve(invocationId),
      ...{ earlier: NO_EARLIER, ended, signal: undefined, abort },
    });
    this.#keep(live);
  }

  /** Knows a call until it has ended. */
  #keep(live: LiveCall, onEnded?: () => void): void {
    const { invocationId, ended } = live;
    this.#live.set(invocationId, live);
    this.#cancelRequests.watch();
    const forget = () => {
      this.#live.delete(invocationId);
      live.detach();
      onEnded?.();
    };
    ended.then(forget, forget);
  }

  async #finish({ ended, joined }: RecordedCall, order: CallOrder): Promise<CallRecord> {
    const record = await ended;
    const isLeft = !record.hasEnded && record.problem?.code === 'E_CALL_IN_PROGRESS';
    if (!isLeft) this.#reader.remember(record, order.view.toolset);
    const isOther = isSameCallOpen(record) && (await joined) !== undefined;
    if (isOther) this.#auditor.skip(record);
    else if (record.hasEnded || isLeft) await this.#auditor.end(record, order);
    else await this.#giveUp(record);
    if (!record.hasEnded && !isLeft) throw callNotRecorded(record);
    return record;
  }

  /** What a caller is told to have failed is not to turn up later as done, unless the audit log has told of it. */
  async #giveUp(record: CallRecord): Promise<void> {
    if (await this.#auditor.withdraw(record)) this.#options.ledger.forget(record.invocationId);
  }

  /** The id that a call can be asked for by, as soon as there is one that a crash does not lose. */
  async #accept(
    { invocationId, recorded, joined }: RecordedCall,
    ended: Promise<CallRecord>,
  ): Promise<string> {
    const earlier = await joined;
    if (earlier !== undefined) return earlier;
    if (!(await recorded)) return (await ended).replayOf ?? invocationId;
    // If the call ends without having been recorded, nobody can ask for it.
    await Promise.race([this.#recordStart(invocationId), ended]);
    return invocationId;
  }

  /** Tries for some seconds. Then the call is aborted, so that none goes on whose caller is told that it could not be made. */
  async #recordStart(invocationId: string): Promise<void> {
    const { ledger, clock } = this.#options;
    const startedAt = clock.elapsed();
    for (;;) {
      try {
        await ledger.written(invocationId);
        return;
      } catch (error) {
        if (clock.elapsed() - startedAt >= RECORD_FOR_MS) {
          const live = this.#live.get(invocationId);
          if (live === undefined) throw error;
          live.abort('The call could not be recorded.');
          await live.ended;
          return;
        }
        await pause(clock, RECORD_PAUSE_MS);
      }
    }
  }

  async #findJoined({ joined }: RecordedCall): Promise<EarlierCall | undefined> {
    const id = await joined;
    return id === undefined ? undefined : await this.#findEarlier(id);
  }

  async #findEarlier(invocationId: string): Promise<EarlierCall> {
    const entry = await this.#options.ledger.get(invocationId);
    const open = entry?.gates.find(({ settlement }) => settlement === null);
    const gate = entry && open && this.#toShownGate(entry, open.gateId);
    return { invocationId, gate };
  }

  async #stopAtEarlier(live: LiveCall): Promise<void> {
    try {
      const earlier = await live.earlier;
      if (earlier === undefined) return;
      live.joinedId = earlier.invocationId;
      if (earlier.gate !== undefined) live.waitAt(earlier.gate);
    } catch {
      // Told to whoever asks for it; the call ends as it would without.
    }
  }

  /** No other process can go on with what is only in the memory of this one, and nobody will be there to decide. */
  #stopUnlessKept(invocationId: string): void {
    if (!this.#options.ledger.isDurable) this.#live.get(invocationId)?.abort('The service is shutting down.');
  }

  /** Nobody waits for it, and it does not throw. */
  async #hear(event: CallEvent): Promise<void> {
    this.#noteGate(event);
    try {
      await this.#auditor.hear(event);
      if (event.type === 'gate-open') await this.#stopAtGate(event);
    } catch (error) {
      this.#options.onFault(error);
      if (event.type === 'gate-open')
        this.#live.get(event.invocationId)?.failAt(unreadAtGate(error, event.invocationId));
    }
  }

  #noteGate({ type, invocationId }: CallEvent): void {
    if (type === 'gate-settled' || type === 'tool-call-end') this.#atGate.delete(invocationId);
    if (type !== 'gate-open') return;
    this.#atGate.add(invocationId);
    if (!this.#isOpen) this.#stopUnlessKept(invocationId);
  }

  async #stopAtGate({ invocationId, gateId }: Extract<CallEvent, { type: 'gate-open' }>): Promise<void> {
    const isWaitedFor = ({ invocationId: id, joinedId }: LiveCall) =>
      id === invocationId || joinedId === invocationId;
    const calls = [...this.#live.values()].filter(isWaitedFor);
    const entry = calls.length === 0 ? undefined : await this.#options.ledger.get(invocationId);
    const gate = entry && this.#toShownGate(entry, gateId);
    if (gate !== undefined) for (const live of calls) live.waitAt(gate);
  }

  /** What a tool asks is shown to whoever made the call, also before anybody looks at the gate. */
  #toShownGate(entry: LedgerEntry, gateId: string): OpenGate | undefined {
    const gate = openGateOf(entry, gateId);
    return gate && { ...gate, prompt: this.#options.runtime.host.redact(gate.prompt) };
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new ToolcribError('E_RUNTIME_CLOSED', 'The service takes no more calls.');
  }
}

/** Whoever gives the desk a view has found it for the actor; that it is theirs is looked at here once more. */
function assertMayCall({ actor, view }: CallOrder): void {
  if (!actor.permissions.has('calls:create')) throw forbidden('You may not call tools here.');
  const isTheirs =
    view.tenant === actor.tenant &&
    (actor.toolsets === undefined || actor.toolsets.includes(view.toolset ?? ''));
  if (!isTheirs) throw forbidden('You may not use these tools.');
}

function invalidRequest(error: ConfigError): ToolcribError {
  return new ToolcribError('E_INVALID_REQUEST', error.message, { context: error.context, cause: error });
}

function runsElsewhere(id: string): ToolcribError {
  const message = `Call ${id} does not run in this process. The one that runs it was asked to abort it; look at the call again.`;
  return new ToolcribError('E_CALL_IN_PROGRESS', message, { context: { invocationId: id } });
}
