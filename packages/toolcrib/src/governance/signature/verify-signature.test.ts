import { createPrivateKey, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeAuthority } from '../../../../../test/code-authority.ts';
import { rejectionOf } from '../../../../../test/errors.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { ToolLock } from '../../core/lock.ts';
import { setDigestOf } from '../lock/set-digest-of.ts';
import type { DetachedSignature } from './detached-signature.ts';
import { createPublisherKey, type PublisherKey } from './publisher-key.ts';
import { signLock } from './sign-lock.ts';
import { signSpec } from './sign-spec.ts';
import type { SignedThing } from './signature-subject.ts';
import { verifySignature } from './verify-signature.ts';

const digest: ToolDigest = `sha256/v1:${'a'.repeat(64)}`;
const authorityDigest: ToolDigest = `sha256/v1:${'c'.repeat(64)}`;
const lock: ToolLock = {
  lockVersion: 2,
  tools: { add: { version: '1.0.0', digest, authorityDigest, source: 'https://a.example' } },
};
const spec: ToolSpec = { name: 'add', version: '1.0.0', inputSchema: { type: 'object' }, outputSchema: {} };

describe('signatures', () => {
  let key: PublisherKey;
  let other: PublisherKey;
  let signature: DetachedSignature;

  beforeAll(async () => {
    [key, other] = [await createPublisherKey(), await createPublisherKey()];
    signature = await signLock(lock, key.privateKey);
  });

  const verify = (
    given: unknown,
    thing: SignedThing = { lock },
    trustedKeys = [other.publicKey, key.publicKey],
  ) => verifySignature(given as DetachedSignature, thing, { trustedKeys });
  const refusalOf = async (...parameters: Parameters<typeof verify>) => {
    const error = await rejectionOf(verify(...parameters));
    expect(error.code).toBe('E_SIGNATURE_REFUSED');
    expect(JSON.stringify(error)).not.toContain(key.privateKey.slice(-20));
    return error.context;
  };

  it('answers with the key that has signed, also after the signature was a file', async () => {
    const read = JSON.parse(JSON.stringify(signature));

    expect(await verify(read)).toEqual({ keyId: key.keyId, publicKey: key.publicKey });
    expect(signature).toEqual({
      signatureVersion: 1,
      algorithm: 'ed25519',
      keyId: key.keyId,
      subject: { kind: 'lock', digest: setDigestOf(lock) },
      signature: expect.stringMatching(/^[\w-]{86}$/),
    });
    expect(key.keyId).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('are the same for the same lock, whatever the order of its keys', async () => {
    const tools = { add: { source: 'https://a.example', authorityDigest, digest, version: '1.0.0' } };

    expect(await signLock({ tools, lockVersion: 2 }, key.privateKey)).toEqual(signature);
  });

  it('bind a spec with its authority, its name and its version, which its digest does not hold', async () => {
    const signed = await signSpec(spec, key.privateKey);
    const { version: _version, ...unversioned } = spec;

    expect((await verify(signed, { spec: { ...spec, outputSchema: {} } })).keyId).toBe(key.keyId);
    const authority = { ...codeAuthority, effect: 'read' } as const;
    for (const changes of [
      { version: '1.0.1' },
      { description: 'x' },
      { name: 'sub' },
      { tags: ['x'] },
      { authority },
    ]) {
      expect(await refusalOf(signed, { spec: { ...spec, ...changes } })).toMatchObject({
        reason: 'wrong-subject',
      });
    }
    expect(await refusalOf(signed, { spec: unversioned })).toMatchObject({ reason: 'wrong-subject' });
    expect(await refusalOf(signed, { lock })).toMatchObject({ reason: 'wrong-subject' });
  });

  it('are refused for every change of the lock', async () => {
    const { add } = lock.tools as { readonly add: NonNullable<ToolLock['tools'][string]> };
    const others: ToolLock['tools'][] = [
      {},
      { ...lock.tools, more: { digest, authorityDigest } },
      { add: { ...add, authorityDigest: digest } },
      { sub: add },
      { add: { ...add, version: '1.0.1' } },
      { add: { ...add, source: 'https://b.example' } },
      { add: { ...add, digest: `sha256/v1:${'b'.repeat(64)}` } },
    ];
    for (const tools of others) {
      expect(await refusalOf(signature, { lock: { lockVersion: 2, tools } })).toEqual({
        reason: 'wrong-subject',
        keyId: key.keyId,
      });
    }
  });

  it('are refused when the key is not trusted, and the error names it', async () => {
    expect(await refusalOf(signature, { lock }, [other.publicKey])).toEqual({
      reason: 'unknown-key',
      keyId: key.keyId,
    });
    expect(await refusalOf(signature, { lock }, [])).toMatchObject({ reason: 'unknown-key' });
  });

  it('are refused when they say that another trusted key has made them', async () => {
    expect(await refusalOf({ ...signature, keyId: other.keyId })).toEqual({
      reason: 'tampered',
      keyId: other.keyId,
    });
  });

  it('are refused when what they say of the lock was adapted to another one', async () => {
    const forged = { lockVersion: 2, tools: {} } as const;
    const subject = { kind: 'lock', digest: setDigestOf(forged) };

    expect(await refusalOf({ ...signature, subject }, { lock: forged })).toMatchObject({
      reason: 'tampered',
    });
  });

  it('are refused when the key has signed the same JSON for another purpose', async () => {
    const subject = { kind: 'lock', digest: setDigestOf(lock) };
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey.slice(8), d: key.privateKey.slice(16) };
    const text = JSON.stringify({
      algorithm: 'ed25519',
      keyId: key.keyId,
      subject: { digest: subject.digest, kind: 'lock' },
    });
    const signing = createPrivateKey({ key: jwk, format: 'jwk' });
    const withDomain = sign(null, Buffer.from(`toolcrib/signature/v1\n${text}`), signing).toString(
      'base64url',
    );
    const without = sign(null, Buffer.from(text), signing).toString('base64url');

    expect(withDomain).toBe(signature.signature);
    expect(await refusalOf({ ...signature, signature: without })).toMatchObject({ reason: 'tampered' });
  });

  it.each([
    [{ algorithm: 'none' }, 'wrong-algorithm'],
    [{ algorithm: 'Ed25519' }, 'wrong-algorithm'],
    [{ algorithm: undefined }, 'wrong-algorithm'],
    [{ signatureVersion: 2 }, 'wrong-algorithm'],
    [{ keyId: 'sha256:00' }, 'malformed'],
    [{ keyId: ['x'] }, 'malformed'],
    [{ signature: '' }, 'malformed'],
    [{ signature: 'A'.repeat(85) }, 'malformed'],
    [{ signature: `${'A'.repeat(86)}==` }, 'malformed'],
    [{ signature: { length: 86 } }, 'malformed'],
    [{ signature: 'A'.repeat(86) }, 'tampered'],
    [{ extra: 1 }, 'malformed'],
    [{ subject: undefined }, 'wrong-subject'],
    [{ subject: { kind: 'lock' } }, 'wrong-subject'],
    [{ subject: { kind: 'lock', digest: setDigestOf(lock), extra: 1 } }, 'wrong-subject'],
  ])('are refused with %j as %s', async (changes, reason) => {
    expect(await refusalOf({ ...signature, ...changes })).toMatchObject({ reason });
  });

  it.each([undefined, null, 'signature', [], new Date(0), { subject: JSON.parse('{"__proto__":1}') }])(
    'are refused if they are %j',
    async (wrong) => {
      expect((await refusalOf(wrong)).reason).toBe('malformed');
    },
  );

  it('are verified only for a lock or a spec, with keys that are keys', async () => {
    const codeOf = async (...parameters: Parameters<typeof verify>) =>
      (await rejectionOf(verify(...parameters))).code;

    expect(await codeOf(signature, { lock: {} as ToolLock })).toBe('E_INVALID_LOCK');
    expect(await codeOf(signature, { spec: {} as ToolSpec })).toBe('E_INVALID_SPEC');
    expect(await codeOf(signature, {} as SignedThing)).toBe('E_INVALID_OPTION');
    expect(await codeOf(signature, { lock, spec } as SignedThing)).toBe('E_INVALID_OPTION');
    const error = await rejectionOf(verify(signature, { lock }, [key.privateKey]));
    expect(error.context).toEqual({ option: 'trustedKeys[0]' });
    expect(error.message).not.toContain(key.privateKey.slice(-20));
  });

  it('cannot be made of what is no lock or spec', async () => {
    expect((await rejectionOf(signLock({} as ToolLock, key.privateKey))).code).toBe('E_INVALID_LOCK');
    expect((await rejectionOf(signSpec({} as ToolSpec, key.privateKey))).code).toBe('E_INVALID_SPEC');
    expect((await rejectionOf(signLock(lock, key.publicKey))).context).toEqual({ option: 'privateKey' });
  });

  it('can be made with a WebCrypto that is passed in', async () => {
    const { crypto } = globalThis;

    const made = await createPublisherKey({ crypto });
    const signed = await signLock(lock, made.privateKey, { crypto });

    expect(await verifySignature(signed, { lock }, { trustedKeys: [made.publicKey], crypto })).toMatchObject({
      keyId: made.keyId,
    });
  });
});
