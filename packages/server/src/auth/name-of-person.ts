import type { JWTPayload } from 'jose';

const MAX_LENGTH = 255;
/** What cannot be seen, breaks lines, or turns text round. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What people call the person of a token: `Ada Lovelace <ada@example.com>`, as far as its claims say so, and its subject
 * otherwise. An address that the issuer has not verified does not count. Safe to show: one line, without hidden characters.
 */
export function nameOfPerson(claims: JWTPayload, subject: string): string {
  // Only an address stands between these.
  const name = toShown(claims.name)?.replace(/[<>]/g, '').trim();
  const email = claims.email_verified === false ? undefined : toShown(claims.email);
  if (name && email) return `${name} <${email}>`;
  return name || email || toShown(subject) || '?';
}

function toShown(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || claim.length > MAX_LENGTH) return undefined;
  return toShownText(claim) || undefined;
}

/** A text as it is safe to show: one line, without hidden characters. */
export function toShownText(text: string): string {
  return text.replace(hidden, '').trim();
}
