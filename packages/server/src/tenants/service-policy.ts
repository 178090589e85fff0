import { allow, autonomy, combinePolicies, deny, type Policy, type PolicyQuestion } from 'toolcrib/runtime';
import { ALL_SCOPES } from '../auth/grant.ts';

/** Refuses a tool unless the caller holds every scope that it requires, or all of them. */
const requireGrantedScopes: Policy = Object.freeze(
  Object.assign(
    ({ caller: { scopes = [] }, tool: { requires } }: PolicyQuestion) => {
      if (requires.length === 0 || scopes.includes(ALL_SCOPES)) return allow();
      const missing = requires.filter((scope) => !scopes.includes(scope));
      return missing.length === 0 ? allow() : deny(`it requires ${missing.join(', ')}`);
    },
    { isByScopes: true },
  ),
);

/**
 * The policy of the service: what a grant says of scopes, where `*` stands for all of them, and what the host wants besides.
 * The stricter answer counts. Lists are made once for callers of the same scopes if the policy of the host is by scopes too.
 *
 * @param policy by default destructive tools are asked about
 */
export function servicePolicy(
  policy: Policy = autonomy({ read: 'allow', write: 'allow', destructive: 'ask' }),
): Policy {
  return combinePolicies([requireGrantedScopes, policy]);
}
