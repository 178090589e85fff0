import type { ServiceStore } from '../store/service-store.ts';
import type { Principal } from './principal.ts';

/** Tells a decision about something of one's own from one about something of others. */
export interface SelfApproval {
  /** Whether such decisions count all the same. */
  readonly isAllowed: boolean;
  /**
   * The names under which somebody may have made something that they must not approve: their own, and that of whoever made
   * their key, up to the first that isn't a key. Who may make keys must not become a second person by making one. Keys that
   * the operator made are those of other people.
   */
  handsOf(principal: Principal): Promise<readonly string[]>;
}

/** What self-approval is found out with. */
export interface SelfApprovalOptions {
  readonly store: Pick<ServiceStore, 'getKey'>;
  /**
   * Whether somebody may approve what is their own. With one key for everything, as in a trial on one machine, nothing could
   * be approved otherwise.
   */
  readonly isAllowed: boolean;
}

const KEY = 'key:';
/** Longer than any chain of keys. */
const MAX_MAKERS = 100;

/** Finds out who made whose key. */
export function createSelfApproval({ store, isAllowed }: SelfApprovalOptions): SelfApproval {
  return Object.freeze({
    isAllowed,
    handsOf: async ({ id }) => {
      const hands = [id];
      for (let hand = id; hand.startsWith(KEY) && hands.length < MAX_MAKERS; ) {
        hand = (await store.getKey(hand.slice(KEY.length)))?.createdBy ?? '';
        if (hand.startsWith(KEY) || hand.startsWith('token:')) hands.push(hand);
      }
      return hands;
    },
  } satisfies SelfApproval);
}
