import { type CheckOutcome, formatIssues } from '../../core/issue.ts';
import { copyJson, type JsonValue } from '../../core/json.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { JsonSchema } from '../../core/schema/json-schema.ts';
import type { SchemaReader } from '../../core/schema/schema-reader.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { eventOf } from '../event-of.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { replaceEntry, tryAgain } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { readApproval } from './approval.ts';
import { BoundedMap } from './bounded-map.ts';
import type { GateEntry, GateSettlement } from './gate-entry.ts';
import type { GateDecision, GateReference, Gates, OpenGate, SettleOutcome } from './gates.ts';
import { SettleAttempts, statusOf } from './settle-attempts.ts';
import { type FoundGate, findFault, findGate, invalid, settleGate } from './settle-gate.ts';

/** A gate that somebody here waits for. */
export interface GateWait {
  readonly call: Call | LedgerEntry;
  readonly gate: GateEntry;
  /** Checks the answer as the handler would; without it the stored JSON Schema does. */
  readonly reader: SchemaReader | undefined;
  readonly signal: AbortSignal | undefined;
  /** Of the entry with the open gate. */
  readonly revision: number | undefined;
}

/** How a gate was settled, and the entry that says so; undefined if the ledger could not be asked. */
export interface SettledGate {
  readonly settlement: GateSettlement;
  readonly entry: LedgerEntry | undefined;
}

interface Waiter {
  readonly reader: SchemaReader | undefined;
  readonly finish: (settled: SettledGate | 'closed') => void;
  /** The last revision of the entry that is known to have the gate open. */
  revision: number | undefined;
}

type DeskParts = Pick<RuntimeParts, 'ledger' | 'clock' | 'events' | 'onFault' | 'owner'> & {
  /** Keys that approvals may be signed with; the newest first. */
  readonly keys: readonly Uint8Array[];
};

/** How often it is looked whether another process has settled gates that are waited for here, in milliseconds. */
const POLL_MS = 1_000;
const filterNames: ReadonlySet<string> = new Set(['tenant']);
const POLL_PAGE = 1_000;
const PAGE = 500;
const ACCEPTED: SettleOutcome = Object.freeze({ status: 'accepted' });
/** The longest delay of a timer, in milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;

/** Where calls wait for people. The ledger holds the gates; here are only those who wait for them. */
export class GateDesk implements Gates {
  readonly #parts: DeskParts;
  readonly #waiters = new Map<string, Waiter>();
  /** How many gates are open for each caller here. */
  readonly #open = new Map<string, number>();
  /** Gates that were told as settled here. */
  readonly #told = new BoundedMap<true>();
  readonly #attempts = new SettleAttempts();
  #pollTimer: unknown;
  #isPolling = false;
  #isClosed = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  async list(filter: { readonly tenant?: string } = {}): Promise<readonly OpenGate[]> {
    requireKnownOptions(filter, filterNames);
    const { ledger, clock } = this.#parts;
    const open: OpenGate[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await ledger.find({ states: ['waiting'], tenant: filter.tenant, after, limit: PAGE });
      for (const entry of page) open.push(...openGatesOf(entry, clock.now()));
      if (page.length < PAGE) return open;
      after = page.at(-1)?.invocationId;
    }
  }

  async settle(reference: GateReference, decision: GateDecision): Promise<SettleOutcome> {
    const fault = findFault(decision);
    if (fault !== undefined) return invalid(fault);
    try {
      return await this.#settle(reference, decision);
    } catch (cause) {
      const { gateId } = reference;
      throw this.#attempts.toError(gateId, invocationOf(gateId), cause);
    }
  }

  async #settle(reference: GateReference, decision: GateDecision): Promise<SettleOutcome> {
    const { ledger, clock } = this.#parts;
    const { gateId } = reference;
    for (;;) {
      const entry = await tryAgain(clock, () => ledger.get(invocationOf(gateId)));
      const found = findGate(entry, reference, clock.now());
      if ('status' in found) {
        // Its call may have gone on.
        const stored = entry?.gates.find((gate) => gate.gateId === gateId)?.settlement;
        return this.#attempts.takeRepeated(gateId, decision, stored) ? ACCEPTED : found;
      }
      const answer = await this.#checkSafely(found.gate, decision);
      if (!answer.ok) {
        return { status: 'invalid', reason: formatIssues(answer.issues), issues: answer.issues };
      }
      const settlement: GateSettlement = {
        status: statusOf(decision),
        approver: decision.approver,
        approverName: decision.approverName ?? null,
        reason: decision.reason ?? null,
        value: answer.value,
        at: clock.now(),
      };
      // Somebody else may have been quicker; then the gate is looked at again.
      if (await this.#write(found, settlement, () => this.#attempts.keep(gateId, settlement))) {
        this.#attempts.forget(gateId);
        return ACCEPTED;
      }
    }
  }

  async settleSigned(token: string): Promise<SettleOutcome> {
    const { keys, clock } = this.#parts;
    if (keys.length === 0) return invalid('this runtime takes no signed approvals');
    const read = readApproval(token, { keys, now: clock.now() });
    if (!read.ok) return invalid(`the approval is ${read.reason}`);
    const { approval } = read;
    if (approval.invocationId !== invocationOf(approval.gateId)) return invalid('there is no such gate');
    const { decision, approver, reason } = approval;
    return this.settle(approval, { decision, approver, reason, value: approval.value });
  }

  /**
   * Waits until a gate is settled by anybody, expires, or is aborted; or until the desk is closed, which leaves
   * the gate open. A settlement that is in the ledger is told first. Never rejects.
   */
  wait({ call, gate, reader, signal, revision }: GateWait): Promise<SettledGate | 'closed'> {
    const { clock } = this.#parts;
    if (this.#isClosed) return Promise.resolve('closed');
    return new Promise((resolve) => {
      const close = (status: 'timed_out' | 'aborted') => {
        void this.#close(gate, status).then((settled) => {
          // Also if nobody waits any more: a call that has ended goes on in no other process.
          tell(settled);
          finish(settled);
        });
      };
      const onAbort = () => close('aborted');
      let expiry: unknown;
      const scheduleExpiry = () => {
        const leftMs = gate.expiresAt - clock.now();
        // The time may have been set back since the gate was opened.
        if (leftMs > 0) expiry = clock.setTimer(scheduleExpiry, Math.min(leftMs, MAX_TIMER_MS));
        else close('timed_out');
      };
      const tell = ({ settlement, entry }: SettledGate) => {
        if (entry !== undefined) this.announceSettled(call, gate, settlement);
      };
      const finish = (settled: SettledGate | 'closed') => {
        if (!this.#waiters.delete(gate.gateId)) return;
        clock.clearTimer(expiry);
        if (this.#waiters.size === 0) this.#stopPolling();
        signal?.removeEventListener('abort', onAbort);
        if (settled !== 'closed') tell(settled);
        resolve(settled);
      };
      this.#waiters.set(gate.gateId, { reader, finish, revision });
      scheduleExpiry();
      this.#schedulePoll();
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** How many gates are open for the calls of a caller in this runtime. */
  openOf(callerId: string): number {
    return this.#open.get(callerId) ?? 0;
  }

  /** Counts a gate that is opened for a caller. The answer is to be called once, when it is not waited for any more. */
  count(callerId: string): () => void {
    this.#open.set(callerId, this.openOf(callerId) + 1);
    return () => {
      const left = this.openOf(callerId) - 1;
      if (left > 0) this.#open.set(callerId, left);
      else this.#open.delete(callerId);
    };
  }

  /** Lets go of everybody who waits here. Their gates stay open for whoever takes the calls over. */
  close(): void {
    this.#isClosed = true;
    for (const { finish } of [...this.#waiters.values()]) finish('closed');
  }

  announce(call: Call, gate: GateEntry): void {
    const { events } = this.#parts;
    if (!events.hasListeners) return;
    const { gateId, name: gateName, openedAt, expiresAt } = gate;
    const callerName = call.caller.name;
    const told = { callerName, gateId, gateName, expiresAt };
    events.emit({ type: 'gate-open', ...eventOf(call, openedAt), ...told });
  }

  /**
   * Tells that a gate was settled, once here.
   *
   * INVARIANT: the process that goes on with a call tells this before it writes anything more of the call. Whoever settled
   * the gate may have died since, and a call that goes on is not at its gate for anybody any more.
   */
  announceSettled(call: Call | LedgerEntry, gate: GateEntry, settlement: GateSettlement): void {
    const { events } = this.#parts;
    const { gateId, name: gateName } = gate;
    if (!events.hasListeners || this.#told.has(gateId)) return;
    this.#told.set(gateId, true);
    const { status, at } = settlement;
    const callerName = ('caller' in call ? call.caller.name : call.callerName) ?? undefined;
    const decided = {
      approver: settlement.approver ?? undefined,
      approverName: settlement.approverName ?? undefined,
      reason: settlement.reason ?? undefined,
    };
    const told = { callerName, gateId, gateName, status, ...decided };
    events.emit({ type: 'gate-settled', ...eventOf(call, at), ...told });
  }

  /** Tells of the gates of a call that has ended, as far as they were not; then nothing more can come of them. */
  endCall(call: Call, { gates }: LedgerEntry): void {
    for (const gate of gates) {
      if (gate.settlement !== null) this.announceSettled(call, gate, gate.settlement);
    }
  }

  /** Settles a gate that nobody answered, unless somebody just did. */
  async #close(gate: GateEntry, status: 'timed_out' | 'aborted'): Promise<SettledGate> {
    const { ledger, clock, onFault } = this.#parts;
    const nobody = { approver: null, approverName: null, reason: null, value: null };
    const settlement: GateSettlement = { status, ...nobody, at: clock.now() };
    try {
      for (;;) {
        const entry = await ledger.get(invocationOf(gate.gateId));
        const current = entry?.gates.find(({ gateId }) => gateId === gate.gateId);
        if (entry === undefined || current === undefined) return { settlement, entry: undefined };
        if (current.settlement !== null) return { settlement: current.settlement, entry };
        const written = await this.#write({ entry, gate: current }, settlement);
        if (written) return { settlement, entry: written };
      }
    } catch (error) {
      onFault(error);
      return { settlement, entry: undefined };
    }
  }

  #schedulePoll(): void {
    const { ledger, clock } = this.#parts;
    const isIdle = this.#pollTimer === undefined && !this.#isPolling;
    if (!ledger.isDurable || !isIdle || this.#waiters.size === 0) return;
    this.#pollTimer = clock.setTimer(() => {
      this.#pollTimer = undefined;
      this.#isPolling = true;
      void this.#poll().then(() => {
        this.#isPolling = false;
        this.#schedulePoll();
      });
    }, POLL_MS);
  }

  #stopPolling(): void {
    this.#parts.clock.clearTimer(this.#pollTimer);
    this.#pollTimer = undefined;
  }

  /**
   * Looks for gates that another process has settled: together, and without the arguments of their calls. Only entries that
   * have changed are read. Never rejects.
   */
  async #poll(): Promise<void> {
    const { ledger, onFault } = this.#parts;
    const waiters = [...this.#waiters];
    try {
      const revisions = await this.#findRevisions();
      for (const [gateId, waiter] of waiters) {
        const invocationId = invocationOf(gateId);
        const revision = revisions.get(invocationId);
        // Without a revision the entry is not waiting any more: the call goes on in another process.
        const isSame = revision !== undefined && revision === waiter.revision;
        if (isSame || !this.#waiters.has(gateId)) continue;
        const entry = await ledger.get(invocationId);
        const settlement = entry?.gates.find((gate) => gate.gateId === gateId)?.settlement ?? null;
        waiter.revision = entry?.revision;
        if (settlement !== null) waiter.finish({ settlement, entry });
      }
    } catch (error) {
      onFault(error);
    }
  }

  /** The revisions of all entries of this runtime that wait. */
  async #findRevisions(): Promise<ReadonlyMap<string, number>> {
    const { ledger, owner } = this.#parts;
    const revisions = new Map<string, number>();
    let after: string | undefined;
    for (;;) {
      const page = await ledger.findSummaries({ states: ['waiting'], owner, after, limit: POLL_PAGE });
      for (const { invocationId, revision } of page) revisions.set(invocationId, revision);
      if (page.length < POLL_PAGE) return revisions;
      after = page.at(-1)?.invocationId;
    }
  }

  async #write(
    found: FoundGate,
    settlement: GateSettlement,
    onFailure?: () => void,
  ): Promise<LedgerEntry | undefined> {
    const entry = settleGate(found, settlement);
    if (!(await replaceEntry(this.#parts, entry, onFailure))) return undefined;
    this.#waiters.get(found.gate.gateId)?.finish({ settlement, entry });
    return entry;
  }

  /** A schema that throws is the tool's mistake; nobody's answer fits it. */
  async #checkSafely(gate: GateEntry, decision: GateDecision): Promise<CheckOutcome<JsonValue>> {
    try {
      return await this.#check(gate, decision);
    } catch (error) {
      this.#parts.onFault(error);
      return {
        ok: false,
        issues: [{ path: [], message: 'cannot be checked: the schema of the gate failed' }],
      };
    }
  }

  /** The answer as it is stored. Whoever waits for it has it checked by its own schema. */
  #check(gate: GateEntry, { decision, value }: GateDecision): Awaitable<CheckOutcome<JsonValue>> {
    if (decision === 'reject') return { ok: true, value: null };
    if (gate.schema === null) {
      return value === undefined || value === null
        ? { ok: true, value: null }
        : { ok: false, issues: [{ path: [], message: 'must be absent: the gate asks for no value' }] };
    }
    const copy = copyJson(value);
    if (!copy.ok) return copy;
    const reader = this.#waiters.get(gate.gateId)?.reader ?? new JsonSchema(gate.schema);
    const checking = reader.check(copy.value);
    const keep = (outcome: CheckOutcome<unknown>) => (outcome.ok ? copy : outcome);
    return checking instanceof Promise ? checking.then(keep) : keep(checking);
  }
}

function openGatesOf(entry: LedgerEntry, now: number): OpenGate[] {
  const {
    invocationId,
    toolName,
    toolVersion,
    toolDigest,
    contentDigest,
    tenant,
    callerId,
    callerName = null,
    reverts,
  } = entry;
  const { authorityDigest = null } = entry;
  if (toolDigest === null || contentDigest === null) return [];
  return entry.gates
    .filter((gate) => gate.settlement === null && now < gate.expiresAt)
    .map(({ settlement: _, ...gate }) =>
      Object.freeze({
        ...gate,
        ...{ invocationId, toolName, toolVersion, toolDigest, authorityDigest, contentDigest },
        ...{ tenant, callerId, callerName, reverts },
      }),
    );
}

function invocationOf(gateId: string): string {
  // No id of ours has a zero in it, and some databases refuse to look for one.
  const isId = typeof gateId === 'string' && !gateId.includes('\0');
  return isId ? gateId.slice(0, gateId.lastIndexOf('.')) : '';
}
