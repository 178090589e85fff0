import { randomBytes as systemRandomBytes } from 'node:crypto';
import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { checkKeyOrder } from './check-key-order.ts';
import { ALL_TENANTS } from './grant.ts';
import type { KeyDesk, KeyOrder, KeyPage, KeyView, Revocation, RevokedKey } from './key-desk.ts';
import { hashSecret, makeKeyParts, type RandomBytes, toKeyText } from './key-text.ts';
import { toKeyView } from './key-view.ts';
import type { Principal } from './principal.ts';

/** What a key desk stands on. */
export interface KeyDeskOptions {
  readonly store: ServiceStore;
  readonly clock: Clock;
  /** @default those of `node:crypto` */
  readonly randomBytes?: RandomBytes | undefined;
}

/** Makes a key desk. */
export function createKeyDesk(options: KeyDeskOptions): KeyDesk {
  return new StoredKeyDesk({ randomBytes: systemRandomBytes, ...options });
}

class StoredKeyDesk implements KeyDesk {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #randomBytes: RandomBytes;

  constructor({ store, clock, randomBytes = systemRandomBytes }: KeyDeskOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#randomBytes = randomBytes;
  }

  async create(
    order: KeyOrder,
    granter: Principal,
  ): Promise<{ readonly key: string; readonly record: KeyView }> {
    const now = this.#clock.now();
    const checked = checkKeyOrder(order, { granter, now });
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
    return { key: toKeyText(parts), record: toKeyView(record, { now, tenant: ALL_TENANTS }) };
  }

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

  async revoke(id: string, { principal, tenant, createdBy, withMade }: Revocation): Promise<RevokedKey> {
    const known = await this.#store.getKey(id);
    const isTheirs = createdBy === undefined || known?.createdBy === createdBy;
    if (known === undefined || !isTheirs || !isOf(known, tenant)) throw keyNotFound();
    const now = this.#clock.now();
    const mark = { at: new Date(now).toISOString(), by: principal.id };
    await this.#store.revokeKey(id, mark);
    const alsoRevoked = withMade === true ? await this.#revokeMade(known, { tenant, mark }) : [];
    // Read again: somebody may have revoked it at the same time, and who did it first counts.
    const record = await this.#store.getKey(id);
    if (record === undefined) throw keyNotFound();
    return Object.freeze({ ...toKeyView(record, { now, tenant }), alsoRevoked });
  }

  /** Revokes what was made with a key, directly or through others. Who made keys with one in the meantime is refused by now. */
  async #revokeMade(
    { id }: KeyRecord,
    {
      tenant,
      mark,
    }: { readonly tenant: string; readonly mark: { readonly at: string; readonly by: string } },
  ): Promise<readonly string[]> {
    const records: KeyRecord[] = [];
    for await (const record of this.#all(tenant, { limit: PAGE })) records.push(record);
    const makers = new Set([`key:${id}`]);
    // A set is iterated to its end, also over what is added meanwhile.
    for (const maker of makers) {
      for (const record of records) if (record.createdBy === maker) makers.add(`key:${record.id}`);
    }
    const revoked: string[] = [];
    for (const record of records) {
      const isMade = record.id !== id && makers.has(`key:${record.id}`) && isOf(record, tenant);
      if (isMade && (await this.#store.revokeKey(record.id, mark))) revoked.push(record.id);
    }
    return revoked;
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
