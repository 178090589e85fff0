import { ALL_SCOPES, ALL_TENANTS, type Grant } from '../auth/grant.ts';
import { statusOf } from '../auth/key-view.ts';
import { everythingGrant, operatorPrincipal } from '../auth/operator-principal.ts';
import type { Service } from '../service/service.ts';
import type { KeyRecord } from '../store/service-store.ts';

/** What a start has to say about keys. */
export type FirstKeys =
  | { readonly kind: 'made'; readonly adminKey: string; readonly agentKey: string }
  /** There are keys already. One for everything was never used if whoever started it may never have seen it. */
  | { readonly kind: 'known'; readonly isAdminUsed: boolean }
  /** Another process on the same database was just before this one. */
  | { readonly kind: 'elsewhere' };

/** Calls every tool, and decides nothing: whoever holds it cannot approve its own calls. */
const agentGrant: Grant = { tenant: 'default', roles: ['caller'], scopes: [ALL_SCOPES] };

/**
 * Makes a key for everything, and one for agents, if there are none at all, and notes that in the audit log. Of several
 * processes that start on one new database, one does so.
 */
export async function makeFirstKeys(
  service: Service,
  { isAlone }: { readonly isAlone: boolean },
): Promise<FirstKeys> {
  const { store, randomId } = service;
  if ((await store.listKeys({ limit: 1 })).length > 0)
    return { kind: 'known', isAdminUsed: await isAdminUsed(service) };
  const mine = randomId();
  // Whoever is alone may try again: a start that died before it had made the keys left only the claim.
  const claimed = await store.getOrPutSetting('first-keys-made-by', mine);
  if (claimed !== mine && !isAlone) return { kind: 'elsewhere' };
  const agentKey = await makeKey(service, 'first agent', agentGrant);
  const adminKey = await makeKey(service, 'first admin', everythingGrant);
  return { kind: 'made', adminKey, agentKey };
}

/** Whether any key for everything has been used: a start that died may have stored keys that it did not show. */
async function isAdminUsed({ store, clock }: Pick<Service, 'store' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  for (let after: string | undefined; ; ) {
    const keys = await store.listKeys({ tenant: ALL_TENANTS, after, limit: PAGE });
    if (keys.some((key) => key.lastUsedAt !== null && statusOf(key, now) === 'active' && isAdmin(key)))
      return true;
    if (keys.length < PAGE) return false;
    after = keys.at(-1)?.id;
  }
}

const PAGE = 500;

function isAdmin({ grants }: KeyRecord): boolean {
  return grants.some(({ tenant, roles }) => tenant === ALL_TENANTS && roles.includes('admin'));
}

async function makeKey({ keys, audit }: Service, name: string, grant: Grant): Promise<string> {
  const { key, record } = await keys.create({ name, grants: [grant] }, operatorPrincipal);
  await audit.append({
    tenant: ALL_TENANTS,
    action: 'request-done',
    actor: operatorPrincipal.id,
    outcome: 'ok',
    subject: record.id,
    route: 'createKey',
  });
  return key;
}
