import { FieldReader } from '../../catalog/field-reader.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { cutText } from '../../core/cut-text.ts';
import { ToolcribError } from '../../core/errors.ts';
import { copyJson } from '../../core/json.ts';
import { fromBase64Url } from './base64-url.ts';
import type { DetachedSignature } from './detached-signature.ts';
import { isPublicKey, isSigned, SIGNATURE_BYTES, type SignatureOptions, subtleOf } from './ed25519.ts';
import { type KeyId, keyIdOf, type TrustedKey } from './publisher-key.ts';
import { bytesToSign, type SignatureSubject, type SignedThing, subjectOf } from './signature-subject.ts';

/**
 * Why a signature is refused: it is none; it is of a kind that is not known here; nobody trusts its key; it is about
 * something else; or its bytes are not what the owner of the key has made.
 */
export type SignatureRefusal = 'malformed' | 'wrong-algorithm' | 'unknown-key' | 'wrong-subject' | 'tampered';

/** Options of {@link verifySignature}. */
export interface VerifySignatureOptions extends SignatureOptions {
  /** The public keys that are trusted, as `createPublisherKey` makes them. To verify needs nothing else, and no network. */
  readonly trustedKeys: readonly string[];
}

/**
 * Checks that the owner of a trusted key has signed exactly this lock, or this spec, and answers which key. What was
 * signed is computed from the thing that is given here; what the signature says of it is only compared.
 *
 * It rejects with `E_SIGNATURE_REFUSED` and the {@link SignatureRefusal} in `context.reason`; with a ConfigError
 * `E_INVALID_LOCK` or `E_INVALID_SPEC` when the thing is none; with `E_INVALID_OPTION` when a trusted key is none.
 *
 * @example
 * ```ts
 * const lock = parseLock(await readFile('toolcrib.lock', 'utf8'));
 * const signature = JSON.parse(await readFile('toolcrib.lock.sig', 'utf8'));
 * await verifySignature(signature, { lock }, { trustedKeys: [publicKey] });
 * const registry = createToolRegistry(tools, { lock });
 * ```
 */
export async function verifySignature(
  signature: DetachedSignature,
  thing: SignedThing,
  options: VerifySignatureOptions,
): Promise<TrustedKey> {
  const { trustedKeys, subtle } = readOptions(options);
  const subject = subjectOf(thing);
  const { keyId, claimed, bytes } = readSignature(signature);
  const key = trustedKeys.find((trusted) => trusted.keyId === keyId);
  if (key === undefined) throw refused('unknown-key', 'was made by a key that is not trusted', keyId);
  if (claimed !== canonicalJson(subject)) {
    throw refused('wrong-subject', `is not about this ${describeSubject(subject)}`, keyId);
  }
  const { publicKey } = key;
  if (await isSigned(subtle, { bytes: bytesToSign(subject, key.keyId), signature: bytes, publicKey }))
    return key;
  throw refused('tampered', 'was not made by the key that it names, or was changed', keyId);
}

function readOptions(options: VerifySignatureOptions) {
  const read = new FieldReader(options, ['trustedKeys', 'crypto'], refuseOption);
  const trustedKeys = read.list('trustedKeys').map((publicKey, index): TrustedKey => {
    if (isPublicKey(publicKey)) return Object.freeze({ keyId: keyIdOf(publicKey), publicKey });
    return refuseOption(`trustedKeys[${index}]`, 'must be a publicKey of createPublisherKey()');
  });
  return { trustedKeys, subtle: subtleOf({ crypto: options.crypto }) };
}

/** A signature of unknown origin, each field read once. */
function readSignature(signature: unknown) {
  const fail = (field: string, problem: string): never => {
    throw refused('malformed', `cannot be read: ${field === '' ? 'it' : cutText(field)} ${problem}`);
  };
  const copy = copyJson(signature);
  const fields = ['signatureVersion', 'algorithm', 'keyId', 'subject', 'signature'] as const;
  const read = new FieldReader(copy.ok ? copy.value : undefined, fields, fail);
  const [version, algorithm, keyId] = [
    read.get('signatureVersion'),
    read.get('algorithm'),
    read.get('keyId'),
  ];
  if (version !== 1 || algorithm !== 'ed25519') {
    throw refused('wrong-algorithm', 'is not of version 1 with the algorithm ed25519');
  }
  if (typeof keyId !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(keyId))
    return read.wrong('keyId', 'a key id');
  const text = read.get('signature');
  const bytes = typeof text === 'string' ? fromBase64Url(text, SIGNATURE_BYTES) : undefined;
  if (bytes === undefined) return read.wrong('signature', `${SIGNATURE_BYTES} bytes as base64url`);
  // All of it was copied as JSON above; what its form is, the comparison with the thing itself shows.
  const claimed = canonicalJson((read.get('subject') ?? null) as SignatureSubject | null);
  return { keyId: keyId as KeyId, claimed, bytes };
}

function describeSubject(subject: SignatureSubject): string {
  return subject.kind === 'lock' ? 'lock' : `version of "${subject.name}"`;
}

function refused(reason: SignatureRefusal, problem: string, keyId?: KeyId): ToolcribError {
  return new ToolcribError('E_SIGNATURE_REFUSED', `The signature ${problem}.`, {
    context: { reason, ...(keyId !== undefined && { keyId }) },
  });
}
