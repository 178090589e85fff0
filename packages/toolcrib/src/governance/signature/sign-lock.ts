import type { ToolLock } from '../../core/lock.ts';
import type { DetachedSignature } from './detached-signature.ts';
import type { SignatureOptions } from './ed25519.ts';
import { signThing } from './sign-thing.ts';

/**
 * Signs all that a lock says, for whoever deploys with it. The signature is JSON, to be kept beside `toolcrib.lock`.
 *
 * It rejects with a ConfigError `E_INVALID_LOCK`, or `E_INVALID_OPTION` for a key that is none; no error says anything of
 * the key.
 *
 * @example
 * ```ts
 * const signature = await signLock(lock, privateKey);
 * await writeFile('toolcrib.lock.sig', JSON.stringify(signature));
 * ```
 */
export async function signLock(
  lock: ToolLock,
  privateKey: string,
  options: SignatureOptions = {},
): Promise<DetachedSignature> {
  return await signThing({ lock }, privateKey, options);
}
