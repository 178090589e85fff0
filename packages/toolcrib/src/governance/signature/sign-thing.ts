import type { DetachedSignature } from './detached-signature.ts';
import { importPrivateKey, type SignatureOptions, sign, subtleOf } from './ed25519.ts';
import { keyIdOf } from './publisher-key.ts';
import { bytesToSign, type SignedThing, subjectOf } from './signature-subject.ts';

/** Signs a lock or a spec; what and by whom is part of what is signed. */
export async function signThing(
  thing: SignedThing,
  privateKey: string,
  options: SignatureOptions,
): Promise<DetachedSignature> {
  const subject = subjectOf(thing);
  const subtle = subtleOf(options);
  const { key, publicKey } = await importPrivateKey(subtle, privateKey);
  const keyId = keyIdOf(publicKey);
  const signature = await sign(subtle, key, bytesToSign(subject, keyId));
  return Object.freeze({ signatureVersion: 1, algorithm: 'ed25519', keyId, subject, signature });
}
