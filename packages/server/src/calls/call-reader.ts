import { type Artifact, ToolcribError } from 'toolcrib';
import type { CallRecord, Clock, Ledger, LedgerEntry, Runtime } from 'toolcrib/runtime';
import type { Actor } from '../auth/actor.ts';
import type { CallView } from './call-desk.ts';
import { callNotFound } from './call-error.ts';
import { endedStates, openStates } from './call-states.ts';
import { toBegunView, toCallView, toRecordView } from './call-view.ts';
import type { LiveCall } from './live-call.ts';
import { pause } from './pause.ts';

/** What calls are read with. */
export interface CallReaderParts {
  readonly ledger: Ledger;
  readonly runtime: Pick<Runtime, 'artifacts'>;
  readonly clock: Clock;
  /** Those that go on here. */
  readonly live: ReadonlyMap<string, LiveCall>;
}

/** Which calls to list. */
export interface CallQuery {
  readonly state?: 'open' | 'ended' | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** How often a call of another process is looked at, in milliseconds. */
export const POLL_MS = 250;
const PAGE = 500;
/** Longer than any id of ours. */
const MAX_ID_LENGTH = 256;
/** Of calls that no ledger has, so many are remembered. */
const MAX_UNRECORDED = 1_000;

/** Finds calls in the ledger, for those who may see them. A call of another tenant, or of somebody else, is not there. */
export class CallReader {
  readonly #parts: CallReaderParts;
  /** Calls that ended here and are in no ledger; of replays the id of the call whose outcome they have. */
  readonly #unrecorded = new Map<string, CallRecord | string>();

  constructor(parts: CallReaderParts) {
    this.#parts = parts;
  }

  /** Keeps a record that the ledger does not have, for a while. */
  remember(record: CallRecord): void {
    if (record.isRecorded) return;
    const [oldest] = this.#unrecorded.keys();
    if (this.#unrecorded.size >= MAX_UNRECORDED && oldest !== undefined) this.#unrecorded.delete(oldest);
    this.#unrecorded.set(record.invocationId, record.replayOf ?? record);
  }

  async view(actor: Actor, record: CallRecord): Promise<CallView> {
    const isWhole = record.gates.length === 0 || !record.isRecorded;
    return isWhole ? toRecordView(record) : await this.find(actor, record.invocationId);
  }

  async find(actor: Actor, id: string): Promise<CallView> {
    const entry = await this.#load(this.#toRecorded(id));
    const view = entry === undefined ? this.#findHere(id) : toViewFor(actor, entry);
    if (view === undefined || !isVisible(actor, view)) throw callNotFound(id);
    return isOwn(actor, view.callerId) ? view : { ...view, result: null };
  }

  /**
   * The entry of a call; undefined if it goes on here and the ledger does not have it yet.
   *
   * @throws ToolcribError `E_CALL_NOT_FOUND`, also for a call that the actor may not see.
   */
  async entry(actor: Actor, id: string): Promise<LedgerEntry | undefined> {
    const entry = await this.#load(this.#toRecorded(id));
    const call = entry ?? this.#findHere(id);
    if (call === undefined || !isVisible(actor, call)) throw callNotFound(id);
    return entry;
  }

  async list(actor: Actor, { state, after, limit }: CallQuery): Promise<readonly CallView[]> {
    if (after !== undefined && !isId(after)) throw invalidCursor();
    const states =
      state === 'open' ? openStates : state === 'ended' ? endedStates : [...openStates, ...endedStates];
    const { tenant, permissions, caller } = actor;
    if (!permissions.has('calls:read') && !permissions.has('calls:create')) return [];
    const callerId = permissions.has('calls:read') ? undefined : caller.id;
    const found: CallView[] = [];
    let last = after;
    for (;;) {
      const size = Math.min(limit - found.length, PAGE);
      const query = { states, tenant, callerId, newestFirst: true, after: last, limit: size };
      const page = await this.#parts.ledger.find(query);
      for (const entry of page) found.push(toViewFor(actor, entry));
      if (page.length < size || found.length >= limit) return found;
      last = page.at(-1)?.invocationId;
    }
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
    const entry = await this.entry(actor, id);
    const result = entry !== undefined && isOwn(actor, entry.callerId) ? entry.outcome?.result : null;
    const found =
      result?.kind === 'artifact' ? await this.#parts.runtime.artifacts.get(result.artifact.id) : undefined;
    if (found === undefined) throw callNotFound(id);
    return found;
  }

  async #load(id: string): Promise<LedgerEntry | undefined> {
    return isId(id) ? await this.#parts.ledger.get(id) : undefined;
  }

  #findHere(id: string): CallView | undefined {
    const record = this.#unrecorded.get(id);
    if (typeof record === 'object') return toRecordView(record);
    const live = this.#parts.live.get(id);
    return live && toBegunView(live.parts);
  }

  /** The id under which the ledger has a call, if it has it under another. */
  #toRecorded(id: string): string {
    const found = this.#unrecorded.get(id);
    return typeof found === 'string' ? found : id;
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

function isVisible(actor: Actor, { tenant, callerId }: Pick<CallView, 'tenant' | 'callerId'>): boolean {
  return tenant === actor.tenant && (actor.permissions.has('calls:read') || isOwn(actor, callerId));
}

function toViewFor(actor: Actor, entry: LedgerEntry): CallView {
  return toCallView(entry, { isCaller: isOwn(actor, entry.callerId) });
}
