import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { ALL_SCOPES, ALL_TENANTS } from './grant.ts';
import { operatorPrincipal } from './operator-principal.ts';
import type { Principal } from './principal.ts';

/** Tells whether a person would approve their own call or draft. */
export interface SelfApproval {
  /** Whether such approvals count all the same. */
  readonly isAllowed: boolean;
  /**
   * Whether the author of a call or draft may be the same person as the approver. The maker of a key may have kept its
   * secret, so a key counts as each of its makers: they are the same if the approver or one of its makers is the author or
   * one of its makers. An operator key makes the keys of different people: it counts as a maker of the approver only if it
   * is the author itself.
   */
  isSamePerson(authorId: string, approver: Pick<Principal, 'id'>): Promise<boolean>;
}

/** Options of {@link createSelfApproval}. */
export interface SelfApprovalOptions {
  readonly store: Pick<ServiceStore, 'getKey'>;
  /**
   * Whether people may approve their own calls and drafts. With one key for everything, as in a trial on one machine, nothing
   * could be approved otherwise.
   */
  readonly isAllowed: boolean;
}

const KEY = 'key:';
const TOKEN = 'token:';

/** Compares people by the keys that they made. */
export function createSelfApproval({ store, isAllowed }: SelfApprovalOptions): SelfApproval {
  return Object.freeze({
    isAllowed,
    async isSamePerson(authorId, { id }) {
      const approvers = await findMakers(store, id);
      if (approvers.has(authorId)) return true;
      for (const [maker, isOperators] of await findMakers(store, authorId)) {
        if (!isOperators && approvers.has(maker)) return true;
      }
      return false;
    },
  } satisfies SelfApproval);
}

/**
 * A principal, the maker of its key, the maker of that key and so on, each with whether it is an operator key. Makers of a
 * key never change, and keys are never deleted. The operator doesn't count as a maker: an operator can change anything in the database.
 */
async function findMakers(
  store: Pick<ServiceStore, 'getKey'>,
  id: string,
): Promise<ReadonlyMap<string, boolean>> {
  const makers = new Map<string, boolean>();
  let next: string | undefined = id;
  while (next !== undefined && !makers.has(next)) {
    const key: KeyRecord | undefined = next.startsWith(KEY)
      ? await store.getKey(next.slice(KEY.length))
      : undefined;
    makers.set(next, key !== undefined && isOperatorKey(key));
    next = [KEY, TOKEN].some((kind) => key?.createdBy.startsWith(kind)) ? key?.createdBy : undefined;
  }
  return makers;
}

/** Whether the operator made the key, at the first start or on the command line, and it may do everything everywhere. */
function isOperatorKey({ createdBy, grants }: KeyRecord): boolean {
  return (
    createdBy === operatorPrincipal.id &&
    grants.some(
      ({ tenant, roles, scopes, toolsets, tools }) =>
        tenant === ALL_TENANTS &&
        roles.includes('admin') &&
        scopes.includes(ALL_SCOPES) &&
        toolsets === undefined &&
        tools === undefined,
    )
  );
}
