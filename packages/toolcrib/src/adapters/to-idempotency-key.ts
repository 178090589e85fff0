/**
 * An idempotency key out of whatever tells a call from all others. It is a digest, as ids have any length and
 * a key that is cut would be that of other calls as well.
 */
export async function toIdempotencyKey(framework: string, parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${framework} ${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
