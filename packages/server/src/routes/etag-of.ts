import { createHash } from 'node:crypto';

/**
 * The tag of an answer, from what it says: another one as soon as a byte differs, whatever the reason. A catalogue's
 * sequence would be cheaper, but dates that come, scopes, and other code in another process change answers too.
 */
export function etagOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27);
}
