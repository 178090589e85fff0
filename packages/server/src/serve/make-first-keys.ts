import { ALL_SCOPES, ALL_TENANTS, type Grant } from '../auth/grant.ts';
import { everythingGrant, operatorPrincipal } from '../auth/operator-principal.ts';
import type { Service } from '../service/service.ts';

/** What a start has to say about keys. */
export type FirstKeys =
  | { readonly kind: 'made'; readonly adminKey: string; readonly agentKey: string }
  /** There are keys already. */
  | { readonly kind: 'known' }
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
  if ((await store.listKeys({ limit: 1 })).length > 0) return { kind: 'known' };
  const mine = randomId();
  // Whoever is alone may try again: a start that died before it had made the keys left only the claim.
  const claimed = await store.getOrPutSetting('first-keys-made-by', mine);
  if (claimed !== mine && !isAlone) return { kind: 'elsewhere' };
  const agentKey = await makeKey(service, 'first agent', agentGrant);
  const adminKey = await makeKey(service, 'first admin', everythingGrant);
  return { kind: 'made', adminKey, agentKey };
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
