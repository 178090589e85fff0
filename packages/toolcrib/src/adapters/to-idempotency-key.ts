import { ConfigError } from '../index.ts';

/**
 * An idempotency key out of whatever tells a call from all others. It is a digest, as ids have any length and
 * a key that is cut would be that of other calls as well.
 *
 * @throws ConfigError `E_INVALID_OPTION` on a host without WebCrypto.
 */
export async function toIdempotencyKey(framework: string, parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const digest = new Uint8Array(await findSubtle().digest('SHA-256', bytes));
  return `${framework} ${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The types of a host promise a WebCrypto that old ones, and pages without HTTPS, do not have. */
function findSubtle(): SubtleCrypto {
  const { crypto } = globalThis as Partial<typeof globalThis>;
  // A page without HTTPS has the rest of it.
  const { subtle } = Object(crypto) as Partial<Crypto>;
  if (subtle !== undefined) return subtle;
  const message =
    "The option approvals must be 'runtime' here, because this host has no WebCrypto (globalThis.crypto.subtle), by which an approval counts once.";
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'approvals' } });
}
