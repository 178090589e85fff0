import { ToolcribError } from 'toolcrib';
import type { KeyRecord } from '../store/service-store.ts';
import type { NewApiKey } from './api-keys.ts';
import { findExcess } from './find-excess.ts';
import type { Grant } from './grant.ts';
import { toHoldings } from './holdings.ts';
import type { KeyLimits } from './key-limits.ts';
import { keyOrderSchema } from './key-order-schema.ts';
import type { Principal } from './principal.ts';

/** Who orders a key, and when. */
interface OrderPlace {
  readonly granter: Principal;
  readonly now: number;
}

/**
 * What a key will hold, if its granter may give it. What the order leaves open is as the granter has it: its limits, and
 * when it expires.
 *
 * @throws ToolcribError `E_INVALID_REQUEST`, `E_GRANT_EXCEEDED`.
 */
export function checkNewKey(
  order: NewApiKey,
  { granter, now }: OrderPlace,
): Pick<KeyRecord, 'name' | 'grants' | 'limits' | 'expiresAt'> {
  const read = keyOrderSchema.safeParse(order);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw invalid(`The key cannot be made: ${place === '' ? 'it' : place}: ${issue?.message}.`);
  }
  const { name, grants, limits = {}, expiresAt } = read.data;
  for (const grant of grants) assertGrant(grant, granter);
  return {
    name,
    grants,
    limits: toLimits(limits, granter.limits),
    expiresAt: toExpiry(expiresAt, { granter, now }),
  };
}

function assertGrant(grant: Grant, granter: Principal): void {
  // Who may make keys in one tenant may be nobody in another.
  const mayGrant = toHoldings(granter.grants, grant.tenant)?.permissions.has('keys:manage') === true;
  const excess = mayGrant
    ? findExcess(grant, granter.grants)
    : `the right to make keys in tenant "${grant.tenant}"`;
  if (excess !== undefined) throw exceeded(excess);
}

function toLimits(wanted: KeyLimits, granted: KeyLimits): KeyLimits {
  for (const [name, most] of Object.entries(granted)) {
    const value = wanted[name as keyof KeyLimits];
    if (value !== undefined && value > most) throw exceeded(`${name} above ${most}`);
  }
  return { ...granted, ...wanted };
}

function toExpiry(wanted: string | null | undefined, { granter, now }: OrderPlace): string | null {
  const last = latestExpiry(granter, now);
  // A token is accepted for a moment after its end.
  if (last !== null && Date.parse(last) <= now) throw exceeded(`a time beyond ${last}`);
  if (wanted === undefined) return last;
  if (wanted !== null && !(Date.parse(wanted) > now)) throw invalid('expiresAt must be in the future.');
  const isLater = last !== null && (wanted === null || Date.parse(wanted) > Date.parse(last));
  if (isLater) throw exceeded(`a time beyond ${last}`);
  return wanted === null ? null : new Date(wanted).toISOString();
}

/** When a key expires at the latest that somebody makes now; null for never. */
function latestExpiry({ expiresAt = null, maxKeyMs }: Principal, now: number): string | null {
  return maxKeyMs === undefined ? expiresAt : new Date(now + maxKeyMs).toISOString();
}

function invalid(message: string): ToolcribError {
  return new ToolcribError('E_INVALID_REQUEST', message);
}

function exceeded(excess: string): ToolcribError {
  const message = `The key would hold more than you do: ${excess}. Leave it out, or ask somebody who holds it.`;
  return new ToolcribError('E_GRANT_EXCEEDED', message, { context: { excess } });
}
