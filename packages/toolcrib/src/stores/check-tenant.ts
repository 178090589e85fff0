import { ConfigError } from '../index.ts';

const TENANT = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Gives a tenant back that is safe to be part of a statement.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 */
export function checkTenant(tenant: string): string {
  // Whoever calls without types may give anything.
  if (typeof tenant === 'string' && TENANT.test(tenant)) return tenant;
  const message = 'The tenant of a store must be 1 to 64 of A-Z a-z 0-9 _ . -';
  throw new ConfigError('E_INVALID_OPTION', `${message}.`, { context: { option: 'tenant' } });
}
