import { randomBytes as systemRandomBytes } from 'node:crypto';
import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { checkNewKey } from './check-new-key.ts';
import { ALL_TENANTS, type Grant } from './grant.ts';
import type { KeyLimits } from './key-limits.ts';
import { hashSecret, makeKeyParts, type RandomBytes, toKeyText } from './key-text.ts';
import { statusOf, toKeyView } from './key-view.ts';
import type { Principal } from './principal.ts';
import { unauthenticated } from './unauthenticated.ts';

/** What {@link ApiKeys} is created with. */
export interface ApiKeysOptions {
  readonly store: ServiceStore;
  readonly clock: Clock;
  /** @default those of `node:crypto` */
  readonly randomBytes?: RandomBytes | undefined;
  /** Told the id of each key once it is revoked. Must not throw. @default nothing */
  readonly onRevoked?: ((id: string) => void) | undefined;
}

const KEY = 'key:';

/** An API key to create. */
export interface NewApiKey {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly limits?: KeyLimits | undefined;
  /** ISO 8601, in the future. @default never */
  readonly expiresAt?: string | null | undefined;
}

/** A key as people see it: without the hash of its secret. */
export type KeyView = Omit<KeyRecord, 'secretHash'> & {
  readonly status: 'active' | 'expired' | 'revoked';
};

/** Which keys to list. */
export interface KeyPage {
  readonly after?: string | undefined;
  readonly limit: number;
  /** Only keys that this principal made. @default all */
  readonly createdBy?: string | undefined;
}

/** Who revokes a key, and how far that goes. */
export interface Revocation {
  readonly principal: Principal;
  readonly tenant: string;
  /** Only a key that this principal made. @default any */
  readonly createdBy?: string | undefined;
  /** Whether the keys that were made with it are revoked too, and those that were made with these. @default false */
  readonly withMade?: boolean | undefined;
}

/** A key that was revoked, and which others were with it. */
export type RevokedKey = KeyView & { readonly alsoRevoked: readonly string[] };

/** Where keys are revoked, when and by whom. */
interface RevocationPlace {
  readonly tenant: string;
  readonly mark: { readonly at: string; readonly by: string };
}

/** Creates, lists and revokes API keys. */
export class ApiKeys {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #randomBytes: RandomBytes;
  readonly #onRevoked: ((id: string) => void) | undefined;

  constructor({ store, clock, randomBytes = systemRandomBytes, onRevoked }: ApiKeysOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#randomBytes = randomBytes;
    this.#onRevoked = onRevoked;
  }

  /**
   * Makes a key; its secret is in the answer and nowhere else.
   *
   * @throws ToolcribError `E_GRANT_EXCEEDED` if it would hold anything that the granter does not hold, naming it.
   * @throws ToolcribError `E_INVALID_REQUEST`.
   */
  async create(
    newKey: NewApiKey,
    granter: Principal,
  ): Promise<{ readonly key: string; readonly record: KeyView }> {
    const now = this.#clock.now();
    const checked = checkNewKey(newKey, { granter, now });
    const parts = makeKeyParts(this.#randomBytes);
    const record: KeyRecord = {
      id: parts.id,
      ...checked,
      secretHash: hashSecret(parts.secret),
      createdAt: new Date(now).toISOString(),
      createdBy: granter.id,
      revokedAt: null,
      revokedBy: null,
      lastUsedAt: null,
    };
    await this.#store.insertKey(record);
    await this.#assertHeld(granter, record);
    return { key: toKeyText(parts), record: toKeyView(record, { now, tenant: ALL_TENANTS }) };
  }

  /**
   * Takes a key back whose maker was revoked meanwhile, as other processes hear of that a moment later. Looked at once the key
   * is there, so that whoever revokes what somebody made finds it, or it is found here.
   */
  async #assertHeld({ id, kind }: Principal, made: KeyRecord): Promise<void> {
    if (kind !== 'key') return;
    const maker = await this.#store.getKey(id.slice(KEY.length));
    const now = this.#clock.now();
    // Keys stay in the store for good; who is not there was brought by this process.
    if (maker === undefined || statusOf(maker, now) === 'active') return;
    await this.#revoke(made.id, { at: new Date(now).toISOString(), by: id });
    throw unauthenticated();
  }

  /** Those with a grant in the tenant, or all for `*`; sorted by id. */
  async list(tenant: string, { after, limit, createdBy }: KeyPage): Promise<readonly KeyView[]> {
    const now = this.#clock.now();
    const found: KeyView[] = [];
    for await (const record of this.#all(tenant, { after, limit })) {
      if (createdBy === undefined || record.createdBy === createdBy)
        found.push(toKeyView(record, { now, tenant }));
      if (found.length === limit) break;
    }
    return found;
  }

  /**
   * Revokes a key. It is refused everywhere within a second.
   *
   * @throws ToolcribError `E_KEY_NOT_FOUND`, also for a key that has a grant outside of the tenant (unless that is `*`).
   */
  async revoke(id: string, { principal, tenant, createdBy, withMade }: Revocation): Promise<RevokedKey> {
    const known = await this.#store.getKey(id);
    const isTheirs = createdBy === undefined || known?.createdBy === createdBy;
    if (known === undefined || !isTheirs || !isOf(known, tenant)) throw keyNotFound();
    const now = this.#clock.now();
    const mark = { at: new Date(now).toISOString(), by: principal.id };
    await this.#revoke(id, mark);
    const alsoRevoked = withMade === true ? await this.#revokeMade(known, { tenant, mark }) : [];
    // Read again: somebody may have revoked it at the same time, and who did it first counts.
    const record = await this.#store.getKey(id);
    if (record === undefined) throw keyNotFound();
    return Object.freeze({ ...toKeyView(record, { now, tenant }), alsoRevoked });
  }

  /** The ids of the keys that hold something in this tenant only and can be used, by id. */
  async onlyIn(tenant: string): Promise<readonly string[]> {
    const now = this.#clock.now();
    const ids: string[] = [];
    for await (const record of this.#all(tenant, { limit: PAGE })) {
      if (isOf(record, tenant) && statusOf(record, now) === 'active') ids.push(record.id);
    }
    return ids;
  }

  /** Revokes the keys that hold something in this tenant only; answers their ids. */
  async revokeOnlyIn(tenant: string, { id: by }: Principal): Promise<readonly string[]> {
    const mark = { at: new Date(this.#clock.now()).toISOString(), by };
    const ids = await this.onlyIn(tenant);
    for (const id of ids) await this.#revoke(id, mark);
    return ids;
  }

  /** Revokes what was made with a key, directly or through others, until nothing is left that was made meanwhile. */
  async #revokeMade(key: KeyRecord, place: RevocationPlace): Promise<readonly string[]> {
    const all: string[] = [];
    for (;;) {
      const revoked = await this.#revokeFound(key, place);
      if (revoked.length === 0) return all;
      all.push(...revoked);
    }
  }

  async #revokeFound({ id }: KeyRecord, { tenant, mark }: RevocationPlace): Promise<readonly string[]> {
    const records: KeyRecord[] = [];
    for await (const record of this.#all(tenant, { limit: PAGE })) records.push(record);
    const makers = new Set([`${KEY}${id}`]);
    // A set is iterated to its end, also over what is added meanwhile.
    for (const maker of makers) {
      for (const record of records) if (record.createdBy === maker) makers.add(`${KEY}${record.id}`);
    }
    const revoked: string[] = [];
    for (const record of records) {
      const isMade = record.id !== id && makers.has(`${KEY}${record.id}`) && isOf(record, tenant);
      if (isMade && (await this.#revoke(record.id, mark))) revoked.push(record.id);
    }
    return revoked;
  }

  async #revoke(id: string, mark: RevocationPlace['mark']): Promise<boolean> {
    const isNew = await this.#store.revokeKey(id, mark);
    this.#onRevoked?.(id);
    return isNew;
  }

  async *#all(tenant: string, { after, limit }: KeyPage): AsyncGenerator<KeyRecord, void> {
    const filter = tenant === ALL_TENANTS ? {} : { tenant };
    let last = after;
    for (;;) {
      const records = await this.#store.listKeys({ ...filter, after: last, limit });
      yield* records;
      if (records.length < limit) return;
      last = records.at(-1)?.id;
    }
  }
}

const PAGE = 500;

/** Whether a key is a matter of the tenant alone. */
function isOf({ grants }: KeyRecord, tenant: string): boolean {
  return tenant === ALL_TENANTS || grants.every((grant) => grant.tenant === tenant);
}

function keyNotFound(): ToolcribError {
  return new ToolcribError('E_KEY_NOT_FOUND', 'There is no such key here.');
}
