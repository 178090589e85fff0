import { type Artifact, ToolcribError } from 'toolcrib';
import type {
  CallRecord,
  Clock,
  ExceptionDescription,
  LedgerEntry,
  Runtime,
  SearchableLedger,
} from 'toolcrib/runtime';
import type { Actor } from '../auth/actor.ts';
import type { ReachedCall } from '../tenants/reach.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import type { CallView } from './call-desk.ts';
import { callNotFound } from './call-error.ts';
import { reachedCallOf } from './call-origin.ts';
import type { CallList, CallQuery } from './call-query.ts';
import {
  type CallAudience,
  toAnswerView,
  toBegunView,
  toCallView,
  toRecordView,
  toShownView,
} from './call-view.ts';
import { listCalls } from './list-calls.ts';
import type { LiveCall } from './live-call.ts';
import { pause } from './pause.ts';

/** What calls are read with. */
export interface CallReaderParts {
  readonly ledger: SearchableLedger;
  readonly runtime: Pick<Runtime, 'artifacts'>;
  readonly tenants: Pick<TenantRooms, 'open'>;
  readonly clock: Clock;
  /** Those that go on here. */
  readonly live: ReadonlyMap<string, LiveCall>;
}

/** How often a call of another process is looked at, in milliseconds. */
export const POLL_MS = 250;
/** Longer than any id of ours. */
const MAX_ID_LENGTH = 256;
/** Of calls that no ledger has, so many are remembered. */
const MAX_UNRECORDED = 1_000;
/** Among so many calls of a tenant, the newest, those are looked for that an actor who is limited to toolsets may see. */
const MAX_LOOKED_AT = 25_000;
const NOTHING: CallList = Object.freeze({ items: Object.freeze([]), next: undefined });

/** A call that ended here and that the ledger does not have. */
interface UnrecordedCall {
  /** Of a replay the id of the call whose outcome it has. */
  readonly record: CallRecord | string;
  readonly toolset: string | undefined;
}

/** What is known of a call from wherever, to find out who may see it. */
type KnownCall = Pick<CallView, 'tenant' | 'callerId' | 'tool'> & ReachedCall;

/** Which calls of a tenant an actor may see, and of which it is the caller. */
interface Sight {
  isVisible(call: KnownCall): boolean;
  /** Made by the actor, who may still make it. */
  isCaller(call: KnownCall): boolean;
  /** Whether the actor may also see what was thrown in it. */
  mayDebug(call: KnownCall): boolean;
}

/** A call that an actor may see. */
interface FoundCall extends CallAudience {
  /** Undefined if it goes on here, or is not in the ledger. */
  readonly entry: LedgerEntry | undefined;
  readonly mayDebug: boolean;
}

/**
 * Finds calls in the ledger, for those who may see them. A call of another tenant, of somebody else, or outside the toolsets
 * that somebody is limited to, is not there.
 */
export class CallReader {
  readonly #parts: CallReaderParts;
  readonly #unrecorded = new Map<string, UnrecordedCall>();

  constructor(parts: CallReaderParts) {
    this.#parts = parts;
  }

  /** Keeps a record that the ledger does not have, for a while. */
  remember(record: CallRecord, toolset: string | undefined): void {
    if (record.isRecorded) return;
    const [oldest] = this.#unrecorded.keys();
    if (this.#unrecorded.size >= MAX_UNRECORDED && oldest !== undefined) this.#unrecorded.delete(oldest);
    this.#unrecorded.set(record.invocationId, { record: record.replayOf ?? record, toolset });
  }

  async view(actor: Actor, record: CallRecord): Promise<CallView> {
    const isWhole = record.gates.length === 0 || !record.isRecorded;
    return isWhole ? toAnswerView(record) : await this.find(actor, record.invocationId);
  }

  async find(actor: Actor, id: string): Promise<CallView> {
    return this.#toView(id, await this.#look(actor, id));
  }

  async findOwn(actor: Actor, id: string): Promise<CallView> {
    const found = await this.#look(actor, id);
    if (!found.isCaller) throw callNotFound(id);
    return this.#toView(id, found);
  }

  /** What was thrown in a call; nothing for an actor who may see the call only. */
  async exceptions(actor: Actor, id: string): Promise<readonly ExceptionDescription[]> {
    const { entry, mayDebug } = await this.#look(actor, id);
    if (!mayDebug) return [];
    if (entry !== undefined) return entry.outcome?.exceptions ?? [];
    const { record } = this.#unrecorded.get(id) ?? {};
    return typeof record === 'object' ? record.describeException() : [];
  }

  /**
   * The entry of a call; undefined if it goes on here and the ledger does not have it yet.
   *
   * @throws ToolcribError `E_CALL_NOT_FOUND`, also for a call that the actor may not see.
   */
  async entry(actor: Actor, id: string): Promise<LedgerEntry | undefined> {
    return (await this.#look(actor, id)).entry;
  }

  /** Whether an actor may still see a call that it was shown: the tools of its toolsets can change. */
  async isVisible(actor: Actor, id: string): Promise<boolean> {
    if (!isLimited(actor)) return true;
    try {
      await this.#look(actor, id);
      return true;
    } catch (error) {
      if (error instanceof ToolcribError && error.code === 'E_CALL_NOT_FOUND') return false;
      throw error;
    }
  }

  async list(actor: Actor, query: CallQuery): Promise<CallList> {
    if (query.after !== undefined && !isId(query.after)) throw invalidCursor();
    const { permissions } = actor;
    if (!permissions.has('calls:read') && !permissions.has('calls:create')) return NOTHING;
    const sight = await this.#sightOf(actor);
    return await listCalls(this.#parts.ledger, query, {
      actor,
      isWhole: permissions.has('calls:read') && !isLimited(actor),
      lastLookedAt: isLimited(actor) ? MAX_LOOKED_AT : undefined,
      toView: (entry) => {
        const call = toKnown(entry);
        if (!sight.isVisible(call)) return undefined;
        return toShownView(toCallView(entry), { isCaller: sight.isCaller(call) });
      },
    });
  }

  /** Looks until the call has ended, or the time is up. */
  async poll(actor: Actor, id: string, timeoutMs: number): Promise<CallView> {
    const { clock } = this.#parts;
    const endsAt = clock.elapsed() + timeoutMs;
    for (;;) {
      const view = await this.find(actor, id);
      const leftMs = endsAt - clock.elapsed();
      if (view.endedAt !== null || leftMs <= 0) return view;
      await pause(clock, Math.min(leftMs, POLL_MS));
    }
  }

  async artifact(actor: Actor, id: string): Promise<Artifact> {
    const { entry, isCaller } = await this.#look(actor, id);
    const result = isCaller ? entry?.outcome?.result : null;
    const found =
      result?.kind === 'artifact' ? await this.#parts.runtime.artifacts.get(result.artifact.id) : undefined;
    if (found === undefined) throw callNotFound(id);
    return found;
  }

  async #look(actor: Actor, id: string): Promise<FoundCall> {
    const entry = await this.#load(this.#toRecorded(id));
    const call = entry === undefined ? this.#findHere(id)?.call : toKnown(entry);
    if (call?.tenant !== actor.tenant) throw callNotFound(id);
    const sight = await this.#sightOf(actor);
    if (!sight.isVisible(call)) throw callNotFound(id);
    return { entry, isCaller: sight.isCaller(call), mayDebug: sight.mayDebug(call) };
  }

  async #load(id: string): Promise<LedgerEntry | undefined> {
    return isId(id) ? await this.#parts.ledger.get(id) : undefined;
  }

  #toView(id: string, { entry, isCaller }: FoundCall): CallView {
    const view = entry === undefined ? this.#findHere(id)?.view : toCallView(entry);
    if (view === undefined) throw callNotFound(id);
    return toShownView(view, { isCaller });
  }

  #findHere(id: string): { readonly view: CallView; readonly call: KnownCall } | undefined {
    const { record, toolset } = this.#unrecorded.get(id) ?? {};
    if (typeof record === 'object') {
      const view = toRecordView(record);
      return { view, call: { ...view, toolset } };
    }
    const live = this.#parts.live.get(id);
    return live && { view: toBegunView(live.parts), call: live.parts };
  }

  /** What an actor may see of the calls of the tenant, each permission as far as its toolsets reach. */
  async #sightOf(actor: Actor): Promise<Sight> {
    const { permissions, limits, tenant } = actor;
    const room = isLimited(actor) ? await this.#parts.tenants.open(tenant) : undefined;
    const [read, own] = [room?.reach(limits.get('calls:read')), room?.reach(limits.get('calls:create'))];
    const isCaller = (call: KnownCall) => isOwn(actor, call.callerId) && own?.hasCall(call) !== false;
    const mayRead = (call: KnownCall) => permissions.has('calls:read') && read?.hasCall(call) !== false;
    const debug = room?.reach(limits.get('calls:debug'));
    const mayDebug = (call: KnownCall) => permissions.has('calls:debug') && debug?.hasCall(call) !== false;
    return { isCaller, mayDebug, isVisible: (call) => mayRead(call) || isCaller(call) };
  }

  /** The id under which the ledger has a call, if it has it under another. */
  #toRecorded(id: string): string {
    const record = this.#unrecorded.get(id)?.record;
    return typeof record === 'string' ? record : id;
  }
}

/** No id of ours has a zero in it, and some databases refuse to look for one. */
function isId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && !id.includes('\0');
}

function invalidCursor(): ToolcribError {
  return new ToolcribError('E_INVALID_REQUEST', 'There is no call that a page could begin after.');
}

/** Whether somebody made a call themselves, and may still do so. */
export function isOwn({ permissions, caller }: Actor, callerId: string): boolean {
  return permissions.has('calls:create') && caller.id === callerId;
}

function isLimited({ limits }: Actor): boolean {
  return limits.has('calls:read') || limits.has('calls:create') || limits.has('calls:debug');
}

function toKnown(entry: LedgerEntry): KnownCall {
  const { tenant, callerId, toolName: tool } = entry;
  return { ...reachedCallOf(entry), tenant, callerId, tool };
}
