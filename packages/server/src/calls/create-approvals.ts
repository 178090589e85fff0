import { ToolcribError } from 'toolcrib';
import type { Clock, GateEntry, Ledger, LedgerEntry, OpenGate, Redactor, Runtime } from 'toolcrib/runtime';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Actor } from '../auth/actor.ts';
import { statusOf } from '../auth/key-view.ts';
import type { Principal } from '../auth/principal.ts';
import type { Permission } from '../auth/role.ts';
import type { SelfApproval } from '../auth/self-approval.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import { type Approvals, type GateOrder, type GateQuery, type GateView, WITHDRAWN } from './approvals.ts';
import { auditFoundGates } from './call-audit.ts';
import { forbidden, gateNotFound, gateUnread, settledUnread, withStoreCode } from './call-error.ts';
import { reachedCallOf, readOrigin } from './call-origin.ts';
import { isOwn } from './call-reader.ts';
import { toTime } from './call-view.ts';
import { type EntryList, listEntries } from './list-entries.ts';
import { redactLargeJson } from './redact-large-json.ts';

/** What decisions are made with. */
export interface ApprovalsOptions {
  readonly runtime: Pick<Runtime, 'gates' | 'host'>;
  /** That of the runtime. */
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly tenants: Pick<TenantRooms, 'open'>;
  readonly store: Pick<ServiceStore, 'getKey'>;
  readonly clock: Clock;
  /** Whether somebody may approve a call that they made themselves. Rejecting one's own call is always allowed. */
  readonly selfApproval: SelfApproval;
}

const KEY = 'key:';
/** As many calls as are read at once. */
const PAGE = 200;
/** Who decides where no person does. */
const SERVICE = 'service';
/** Longer than any id of ours. */
const MAX_ID_LENGTH = 256;

/** Makes the approvals of a service. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  return new GateApprovals(options);
}

/** A gate with the entry of its call. */
interface FoundGate {
  readonly entry: LedgerEntry;
  readonly gate: GateEntry;
}

class GateApprovals implements Approvals {
  readonly #options: ApprovalsOptions;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  async list(actor: Actor, { after, limit, maxChars }: GateQuery): Promise<EntryList<GateView>> {
    assertHolds(actor, 'gates:read');
    const { ledger, clock } = this.#options;
    const { tenant, limits } = actor;
    const isReached = await this.#sightOf(actor, 'gates:read');
    // A call waits at one gate at a time, whose id begins with its own.
    const query = { states: ['waiting'], tenant, after: after && invocationOf(after) } as const;
    return await listEntries(ledger, query, {
      ...{ limit, maxChars, isFiltered: limits.has('gates:read') },
      toView: (entry) => {
        const gate = entry.gates.find(
          ({ settlement, expiresAt }) => settlement === null && clock.now() < expiresAt,
        );
        return gate !== undefined && isReached(entry) ? this.#toView({ entry, gate }) : undefined;
      },
    });
  }

  async find(actor: Actor, id: string): Promise<GateView> {
    assertHolds(actor, 'gates:read');
    return await this.#toView(await this.#findGate(actor, id, 'gates:read'));
  }

  async mayApprove(
    actor: Actor,
    gate: Pick<OpenGate, 'gateId' | 'tenant' | 'callerId' | 'kind'>,
  ): Promise<boolean> {
    const { permissions, tenant, principal } = actor;
    if (!permissions.has('gates:settle') || gate.tenant !== tenant) return false;
    if (!(await this.#isReached(actor, gate.gateId))) return false;
    const { selfApproval } = this.#options;
    // A question of the tool is for its caller to answer; a question of the policy is for another person.
    if (gate.kind === 'question' || selfApproval.isAllowed) return true;
    return !(await selfApproval.isSamePerson(gate.callerId, principal));
  }

  async settle(actor: Actor, id: string, order: GateOrder): Promise<GateView> {
    assertHolds(actor, 'gates:settle');
    const { audit } = this.#options;
    const { entry, gate } = await this.#findGate(actor, id, 'gates:settle');
    const { tenant, callerId } = entry;
    if (order.decision === 'approve') {
      if (!(await this.mayApprove(actor, { gateId: id, tenant, callerId, kind: gate.kind })))
        throw selfApproved(id);
      // The call runs then, and what comes of it has to be written down.
      audit.assertWritable(tenant);
      await this.#assertCallerHolds({ entry, gate }, order);
    }
    const { toolDigest, contentDigest, authorityDigest, decision, reason, value } = order;
    const outcome = await this.#settleGate(
      { gateId: id, toolDigest, contentDigest, authorityDigest },
      { decision, reason, value, approver: actor.principal.id, approverName: actor.principal.name },
    );
    if (outcome.status === 'late') throw await this.#refuseLate(actor, id, order);
    if (outcome.status === 'invalid') {
      const context = { gateId: id, issues: outcome.issues };
      throw new ToolcribError('E_INVALID_REQUEST', `The gate cannot be settled so: ${outcome.reason}.`, {
        context,
      });
    }
    return await this.#toView(await this.#auditSettled(id));
  }

  async withdraw(actor: Actor, id: string): Promise<void> {
    const found = await this.#loadGate(id);
    if (found?.entry.tenant !== actor.tenant || !isOwn(actor, found.entry.callerId)) throw gateNotFound(id);
    await this.#reject(found, actor.principal, WITHDRAWN);
  }

  async rejectAll(tenant: string, principal: Principal, reason: string): Promise<void> {
    const { ledger } = this.#options;
    let after: string | undefined;
    for (;;) {
      const page = await ledger.find({ states: ['waiting'], tenant, after, limit: PAGE });
      for (const entry of page) {
        const gate = entry.gates.find(({ settlement }) => settlement === null);
        if (gate !== undefined) await this.#reject({ entry, gate }, principal, reason);
      }
      if (page.length < PAGE) return;
      after = page.at(-1)?.invocationId;
    }
  }

  /** As the runtime does, told by the store behind a ledger that has failed. */
  async #settleGate(...[gate, decision]: Parameters<Runtime['gates']['settle']>) {
    try {
      return await this.#options.runtime.gates.settle(gate, decision);
    } catch (error) {
      throw withStoreCode(error);
    }
  }

  /** Does nothing if the gate was settled before. */
  async #reject(
    { entry: { toolDigest, contentDigest }, gate: { gateId } }: FoundGate,
    { id: approver, name: approverName }: Principal,
    reason: string,
  ): Promise<void> {
    // A call that waits at a gate has both.
    if (toolDigest === null || contentDigest === null) return;
    const outcome = await this.#settleGate(
      { gateId, toolDigest, contentDigest },
      { decision: 'reject', reason, approver, approverName },
    );
    if (outcome.status === 'accepted') await this.#auditSettled(gateId);
  }

  /** Tells who decided before, and when; that somebody tried to is in the log. */
  async #refuseLate(actor: Actor, id: string, { decision }: GateOrder): Promise<ToolcribError> {
    const view = await this.find(actor, id);
    const { tenant, tool, invocationId, status } = view;
    await this.#options.audit.appendDenial({
      ...{ tenant, action: 'request-denied', outcome: 'denied', code: 'E_GATE_SETTLED', route: 'settleGate' },
      ...{ actor: actor.principal.id, subject: tool, invocationId },
      details: { gateId: id, decision, status, approverName: actor.principal.name },
    });
    return gateSettled(view);
  }

  /** Sees to it that a decision is in the log, also where the call goes on in another process, and whatever the actor may see. */
  async #auditSettled(id: string): Promise<FoundGate> {
    const found = await this.#loadGate(id).catch((error: unknown) => {
      throw settledUnread(id, error);
    });
    if (found === undefined) throw gateNotFound(id);
    const settled = auditFoundGates(found.entry).find(({ gateId }) => gateId === id);
    if (settled === undefined) return found;
    const { draft, ...gate } = settled;
    await this.#options.audit.appendSettled(draft, gate);
    return found;
  }

  /** A call whose key was revoked, or whose key or token has expired since, is not to run any more: it ends denied. */
  async #assertCallerHolds({ entry, gate }: FoundGate, order: GateOrder): Promise<void> {
    const problem = await this.#findLapse(entry);
    if (problem === undefined) return;
    const { toolDigest, contentDigest } = order;
    const reason = `It was made with ${problem}.`;
    await this.#settleGate(
      { gateId: gate.gateId, toolDigest, contentDigest },
      { decision: 'reject', reason, approver: SERVICE },
    );
    await this.#auditSettled(gate.gateId);
    throw forbidden(`The call at gate ${gate.gateId} was made with ${problem}. It does not run.`);
  }

  async #findLapse({ callerId, origin }: LedgerEntry): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const { tokenUntil = Number.POSITIVE_INFINITY } =
      (origin === null ? undefined : readOrigin(origin)) ?? {};
    if (tokenUntil <= clock.now()) return 'a token that has expired';
    if (!callerId.startsWith(KEY)) return undefined;
    const key = await store.getKey(callerId.slice(KEY.length));
    const isValid = key !== undefined && statusOf(key, clock.now()) === 'active';
    return isValid ? undefined : 'a key that is not valid any more';
  }

  async #isReached(actor: Actor, gateId: string): Promise<boolean> {
    if (!actor.limits.has('gates:settle')) return true;
    const entry = await this.#readEntry(invocationOf(gateId) ?? '', gateId);
    return entry !== undefined && (await this.#sightOf(actor, 'gates:settle'))(entry);
  }

  async #findGate(actor: Actor, id: string, permission: Permission): Promise<FoundGate> {
    const found = await this.#loadGate(id);
    if (found === undefined || found.entry.tenant !== actor.tenant) throw gateNotFound(id);
    const isReached = await this.#sightOf(actor, permission);
    if (!isReached(found.entry)) throw gateNotFound(id);
    return found;
  }

  async #loadGate(id: string): Promise<FoundGate | undefined> {
    const invocationId = invocationOf(id);
    const entry = invocationId === undefined ? undefined : await this.#readEntry(invocationId, id);
    const gate = entry?.gates.find(({ gateId }) => gateId === id);
    return entry && gate && { entry, gate };
  }

  async #readEntry(invocationId: string, gateId: string): Promise<LedgerEntry | undefined> {
    try {
      return await this.#options.ledger.get(invocationId);
    } catch (cause) {
      throw gateUnread(gateId, cause);
    }
  }

  /** Which calls of the tenant a permission of an actor reaches. */
  async #sightOf(
    { tenant, limits }: Actor,
    permission: Permission,
  ): Promise<(entry: LedgerEntry) => boolean> {
    const limit = limits.get(permission);
    if (limit === undefined) return () => true;
    const reach = (await this.#options.tenants.open(tenant)).reach(limit);
    return (entry) => reach.hasCall(reachedCallOf(entry));
  }

  async #toView(found: FoundGate): Promise<GateView> {
    const { runtime, clock } = this.#options;
    const { redact } = runtime.host;
    const { details } = found.gate;
    const shownDetails = details && (await redactLargeJson(details, redact));
    return toGateView(found, { redact, now: clock.now(), details: shownDetails });
  }
}

/** How a gate is shown. */
interface ShownGate {
  readonly redact: Redactor;
  readonly now: number;
  /** Redacted. */
  readonly details: GateView['details'];
}

function toGateView({ entry, gate }: FoundGate, { redact, now, details }: ShownGate): GateView {
  const { settlement, expiresAt } = gate;
  // Whoever waits there is about to close it.
  const unsettled = now < expiresAt ? 'open' : 'timed_out';
  return {
    id: gate.gateId,
    invocationId: entry.invocationId,
    tool: entry.toolName,
    toolVersion: entry.toolVersion,
    tenant: entry.tenant,
    callerId: entry.callerId,
    callerName: entry.callerName ?? null,
    kind: gate.kind,
    name: gate.name,
    prompt: redact(gate.prompt),
    details,
    schema: gate.schema,
    openedAt: toTime(gate.openedAt),
    expiresAt: toTime(expiresAt),
    status: settlement?.status ?? unsettled,
    approver: settlement?.approver ?? null,
    approverName: settlement?.approverName ?? null,
    reason: settlement?.reason ?? null,
    settledAt: settlement && toTime(settlement.at),
    toolDigest: entry.toolDigest,
    contentDigest: entry.contentDigest,
    authorityDigest: entry.authorityDigest ?? null,
    reverts: entry.reverts,
  };
}

/** The call that a gate is of; undefined if there is no such id. */
function invocationOf(gateId: string): string | undefined {
  const end = gateId.lastIndexOf('.');
  // No id of ours has a zero in it, and some databases refuse to look for one.
  return end > 0 && end <= MAX_ID_LENGTH && !gateId.includes('\0') ? gateId.slice(0, end) : undefined;
}

function assertHolds({ permissions }: Actor, permission: Permission): void {
  if (!permissions.has(permission)) throw forbidden('You may not decide about calls here.');
}

function selfApproved(gateId: string): ToolcribError {
  const message =
    "You can't approve your own call. It counts as yours if you made it, or if your key and the caller's key have a maker in common. Ask another person to approve it.";
  return new ToolcribError('E_SELF_APPROVAL', message, { context: { gateId } });
}

function gateSettled({ id, status, approver, approverName, settledAt, expiresAt }: GateView): ToolcribError {
  const who = approverName ?? approver;
  const by = who === null ? '' : ` by ${who}`;
  const message =
    status === 'timed_out'
      ? `Gate ${id} timed out at ${expiresAt}. Make the call again if it is still needed.`
      : `Gate ${id} was ${status}${by} at ${settledAt}. Nothing was changed.`;
  return new ToolcribError('E_GATE_SETTLED', message, {
    context: { gateId: id, status, approver, approverName, settledAt },
  });
}
