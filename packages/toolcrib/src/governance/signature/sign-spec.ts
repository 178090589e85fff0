import type { ToolSpec } from '../../catalog/tool-spec.ts';
import type { DetachedSignature } from './detached-signature.ts';
import type { SignatureOptions } from './ed25519.ts';
import { signThing } from './sign-thing.ts';

/**
 * Signs one version of a tool as its publisher: all that a model can see of it, its authority, its name and its version. The spec of a
 * tool is made with `toSpec()`.
 *
 * It rejects with a ConfigError `E_INVALID_SPEC`, or `E_INVALID_OPTION` for a key that is none; no error says anything of
 * the key.
 *
 * @example
 * ```ts
 * const signature = await signSpec(toSpec(weather), privateKey);
 * ```
 */
export async function signSpec(
  spec: ToolSpec,
  privateKey: string,
  options: SignatureOptions = {},
): Promise<DetachedSignature> {
  return await signThing({ spec }, privateKey, options);
}
