import { randomBytes as systemRandomBytes } from 'node:crypto';
import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { checkKeyOrder } from './check-key-order.ts';
import { ALL_TENANTS } from './grant.ts';
import type { KeyDesk, KeyOrder, KeyView } from './key-desk.ts';
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

  async list(
    tenant: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly KeyView[]> {
    const now = this.#clock.now();
    const filter = tenant === ALL_TENANTS ? {} : { tenant };
    const records = await this.#store.listKeys({ ...page, ...filter });
    return records.map((record) => toKeyView(record, { now, tenant }));
  }

  async revoke(
    id: string,
    { principal, tenant }: { readonly principal: Principal; readonly tenant: string },
  ): Promise<KeyView> {
    const known = await this.#store.getKey(id);
    if (known === undefined || !isOf(known, tenant)) throw keyNotFound();
    const now = this.#clock.now();
    await this.#store.revokeKey(id, { at: new Date(now).toISOString(), by: principal.id });
    // Read again: somebody may have revoked it at the same time, and who did it first counts.
    const record = await this.#store.getKey(id);
    if (record === undefined) throw keyNotFound();
    return toKeyView(record, { now, tenant });
  }
}

/** Whether a key is a matter of the tenant alone. */
function isOf({ grants }: KeyRecord, tenant: string): boolean {
  return tenant === ALL_TENANTS || grants.every((grant) => grant.tenant === tenant);
}

function keyNotFound(): ToolcribError {
  return new ToolcribError('E_KEY_NOT_FOUND', 'There is no such key here.');
}
