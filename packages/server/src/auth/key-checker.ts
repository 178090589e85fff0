import type { Clock } from 'toolcrib/runtime';
import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { hasHash, hashSecret, readHash, readKeyText } from './key-text.ts';
import { statusOf } from './key-view.ts';
import type { Principal } from './principal.ts';
import { principalOfKey } from './principal-of-key.ts';
import { RecentMap } from './recent-map.ts';
import { unauthenticated } from './unauthenticated.ts';
import { UseNotes } from './use-notes.ts';

/** How old may be what is known of a key: a key that was revoked is refused everywhere after that time. */
const MAX_AGE_MS = 1_000;

const MAX_REMEMBERED = 10_000;

/** What is compared for a key that there is not, so that it takes as long. */
const NO_HASH = readHash(hashSecret(''));

/** What a key checker stands on. */
interface KeyCheckerParts {
  readonly store: ServiceStore;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** What is known of a key. */
interface KnownKey {
  readonly record: KeyRecord;
  readonly hash: Uint8Array;
  /** The same object as long as the key says the same. */
  readonly principal: Principal;
}

/** A look at the store, under way or done. */
interface Look {
  readonly at: number;
  readonly known: Promise<KnownKey | undefined>;
}

/** Tells whose keys are. */
export class KeyChecker {
  readonly #parts: KeyCheckerParts;
  readonly #looks = new RecentMap<string, Look>(MAX_REMEMBERED);
  readonly #uses: UseNotes;

  constructor(parts: KeyCheckerParts) {
    this.#parts = parts;
    this.#uses = new UseNotes(parts);
  }

  /** @throws ToolcribError `E_UNAUTHENTICATED`; `E_STORE_…` if that cannot be found out. */
  async check(text: string): Promise<Principal> {
    const parts = readKeyText(text);
    if (parts === undefined) throw unauthenticated({ reason: 'malformed key' });
    const known = await this.#look(parts.id);
    const isRight = hasHash(parts.secret, known?.hash ?? NO_HASH);
    const status = known && statusOf(known.record, this.#parts.clock.now());
    if (known === undefined || !isRight || status !== 'active') {
      const reason =
        known === undefined ? 'unknown key' : isRight ? `${status} key` : 'key with a wrong secret';
      throw unauthenticated({ reason, keyId: parts.id });
    }
    this.#uses.note(known.record);
    return known.principal;
  }

  /** Looks at the store again when the key is used next. */
  forget(id: string): void {
    this.#looks.delete(id);
  }

  #look(id: string): Promise<KnownKey | undefined> {
    const at = this.#parts.clock.elapsed();
    const last = this.#looks.get(id);
    if (last !== undefined && at - last.at < MAX_AGE_MS) return last.known;
    const look = { at, known: this.#load(id, last?.known) };
    this.#looks.set(id, look);
    // Failures and keys that there are not are not remembered; the latter would push out those that there are.
    const forget = () => this.#looks.delete(id);
    look.known.then((known) => known ?? forget(), forget);
    return look.known;
  }

  async #load(id: string, last: Promise<KnownKey | undefined> | undefined): Promise<KnownKey | undefined> {
    const record = await this.#parts.store.getKey(id);
    if (record === undefined) return undefined;
    const principal = principalOfKey(record);
    const before = await last?.catch(() => undefined);
    const isSame = before !== undefined && JSON.stringify(before.principal) === JSON.stringify(principal);
    return {
      record,
      hash: readHash(record.secretHash),
      principal: isSame ? before.principal : principal,
    };
  }
}
