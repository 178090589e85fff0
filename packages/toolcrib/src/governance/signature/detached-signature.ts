import type { KeyId } from './publisher-key.ts';
import type { SignatureSubject } from './signature-subject.ts';

/** A signature that is kept beside what it is about. Plain, deeply frozen JSON. */
export type DetachedSignature = {
  readonly signatureVersion: 1;
  readonly algorithm: 'ed25519';
  /** Who has signed. */
  readonly keyId: KeyId;
  /** What was signed, for people and for looking it up: who verifies computes it from the thing itself. */
  readonly subject: SignatureSubject;
  /** 64 bytes as base64url. */
  readonly signature: string;
};
