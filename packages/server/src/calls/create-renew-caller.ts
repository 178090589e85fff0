import type { Clock, RenewCaller } from 'toolcrib/runtime';
import { statusOf } from '../auth/key-view.ts';
import { principalOfKey } from '../auth/principal-of-key.ts';
import { toActor } from '../auth/to-actor.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import { readOrigin } from './call-origin.ts';

/** What callers are looked up with. */
export interface RenewCallerParts {
  readonly store: Pick<ServiceStore, 'getKey'>;
  readonly tenants: Pick<TenantRooms, 'open'>;
  readonly clock: Clock;
}

const KEY = 'key:';

/**
 * Says who the caller of a call that has waited is by now, of the store and not of what is remembered; and brings the
 * catalog of the tenant up to date, so that a change that any process has acknowledged counts.
 */
export function createRenewCaller({ store, tenants, clock }: RenewCallerParts): RenewCaller {
  return async ({ caller, origin }) => {
    const tenant = caller.tenant ?? '';
    const isKey = caller.id.startsWith(KEY);
    const [key] = await Promise.all([
      isKey ? store.getKey(caller.id.slice(KEY.length)) : undefined,
      tenants.open(tenant).then(({ catalog }) => catalog.refresh()),
    ]);
    const { toolset, tokenUntil } = (origin === undefined ? undefined : readOrigin(origin)) ?? {};
    // An approval must not be the way around the end of a token.
    if (tokenUntil !== undefined && tokenUntil <= clock.now()) return refuse('its token has expired');
    if (!isKey) return caller;
    if (key === undefined) return refuse('its API key does not exist any more');
    const status = statusOf(key, clock.now());
    if (status !== 'active')
      return refuse(status === 'revoked' ? 'its API key was revoked' : 'its API key has expired');
    const actor = toActor(principalOfKey(key), tenant);
    if (actor?.permissions.has('calls:create') !== true)
      return refuse('its API key may not call tools any more');
    const isHeld = actor.toolsets !== undefined && !actor.toolsets.includes(toolset ?? '');
    return isHeld ? refuse('its API key may not use these tools any more') : actor.caller;
  };
}

function refuse(reason: string) {
  return { verdict: 'deny', reason } as const;
}
