import { FieldReader } from '../../catalog/field-reader.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { readSpec } from '../../catalog/read-spec.ts';
import { authorityDigest } from '../../catalog/spec-authority.ts';
import { digestOfReadSpec } from '../../catalog/spec-digest.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { ToolLock } from '../../core/lock.ts';
import { setDigestOf } from '../lock/set-digest-of.ts';
import type { KeyId } from './publisher-key.ts';

/** What can be signed. */
export type SignedThing = { readonly lock: ToolLock } | { readonly spec: ToolSpec };

/** What a signature is about. Of a spec also its version, which the digest does not hold, and its name. */
export type SignatureSubject =
  | { readonly kind: 'lock'; readonly digest: ToolDigest }
  | {
      readonly kind: 'spec';
      readonly name: string;
      readonly version?: string;
      readonly digest: ToolDigest;
      readonly authorityDigest: ToolDigest;
    };

/** Stands before everything that is signed, so that no signature for another purpose is one of ours. */
const DOMAIN = 'toolcrib/signature/v1\n';

/**
 * What a signature of this thing is about, computed from all of it.
 *
 * @throws ConfigError `E_INVALID_LOCK`, `E_INVALID_SPEC` or `E_INVALID_OPTION`.
 */
export function subjectOf(thing: SignedThing): SignatureSubject {
  const read = new FieldReader(thing, ['lock', 'spec'], refuseOption);
  const [lock, spec] = [read.get('lock'), read.get('spec')];
  if ((lock === undefined) === (spec === undefined)) return refuseOption('', 'must have a lock or a spec');
  // Both are read as something that may come from anywhere.
  if (spec === undefined) return Object.freeze({ kind: 'lock', digest: setDigestOf(lock as ToolLock) });
  const copy = readSpec(spec);
  const { name, version } = copy;
  const digest = digestOfReadSpec(copy);
  return Object.freeze({
    kind: 'spec',
    name,
    ...(version !== undefined && { version }),
    digest,
    authorityDigest: authorityDigest(copy),
  });
}

/** The bytes that are signed: the subject and the key, in the one form that their JSON has. */
export function bytesToSign(subject: SignatureSubject, keyId: KeyId): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(DOMAIN + canonicalJson({ algorithm: 'ed25519', keyId, subject }));
}
