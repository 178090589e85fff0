export type { CatalogSelection } from './lock/catalog-selection.ts';
export { formatLock } from './lock/format-lock.ts';
export { lockCatalog, lockCatalogText } from './lock/lock-catalog.ts';
export type { LockCheck, LockMove, LockVerification } from './lock/lock-check.ts';
export type { LockTarget } from './lock/lock-subject.ts';
export { parseLock } from './lock/parse-lock.ts';
export { setDigestOf } from './lock/set-digest-of.ts';
export { type VerifyLockOptions, verifyLock, verifyLockText } from './lock/verify-lock.ts';
export { formatPreflight } from './preflight/format-preflight.ts';
export { type PreflightOptions, type PreflightPermission, preflight } from './preflight/preflight.ts';
export type { PreflightCheck, PreflightReport, PreflightStatus } from './preflight/preflight-report.ts';
export type { DetachedSignature } from './signature/detached-signature.ts';
export type { SignatureOptions } from './signature/ed25519.ts';
export {
  createPublisherKey,
  type KeyId,
  type PublisherKey,
  type TrustedKey,
} from './signature/publisher-key.ts';
export { signLock } from './signature/sign-lock.ts';
export { signSpec } from './signature/sign-spec.ts';
export type { SignatureSubject, SignedThing } from './signature/signature-subject.ts';
export {
  type SignatureRefusal,
  type VerifySignatureOptions,
  verifySignature,
} from './signature/verify-signature.ts';
