import { autonomy } from './autonomy.ts';
import { combinePolicies } from './combine-policies.ts';
import type { Policy } from './policy.ts';
import { requireScopes } from './require-scopes.ts';

/** What a runtime goes by unless it is told otherwise: scopes are required, and destructive tools are asked about. */
export const defaultPolicy: Policy = combinePolicies([
  requireScopes,
  autonomy({ read: 'allow', write: 'allow', destructive: 'ask' }),
]);
