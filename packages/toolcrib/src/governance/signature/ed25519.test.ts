import { createPrivateKey, createPublicKey, sign as signInNode, verify as verifyInNode } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { generateKeys, importPrivateKey, isPublicKey, isSigned, sign, subtleOf } from './ed25519.ts';

const subtle = subtleOf({});
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const textOf = (hex: string) => toBase64Url(bytesOf(hex));

/** RFC 8032, section 7.1: secret key, public key, message, signature. */
const vectors = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
] as const;

describe('Ed25519', () => {
  it.each(vectors)(
    'signs as RFC 8032 says, with the key %s',
    async (...[secret, open, message, signature]) => {
      const { key, publicKey } = await importPrivateKey(subtle, `ed25519-private:${textOf(secret)}`);

      expect(publicKey).toBe(`ed25519:${textOf(open)}`);
      expect(await sign(subtle, key, bytesOf(message))).toBe(textOf(signature));
      const signed = { bytes: bytesOf(message), signature: bytesOf(signature), publicKey };
      expect(await isSigned(subtle, signed)).toBe(true);
      expect(await isSigned(subtle, { ...signed, bytes: bytesOf(`${message}00`) })).toBe(false);
    },
  );

  it('agrees with the other implementation of the host, in both directions', async () => {
    const keys = await generateKeys(subtle);
    const bytes = new TextEncoder().encode('toolcrib');
    const [x, d] = [
      keys.publicKey.slice('ed25519:'.length),
      keys.privateKey.slice('ed25519-private:'.length),
    ];
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const ours = await sign(subtle, (await importPrivateKey(subtle, keys.privateKey)).key, bytes);

    const theirs = signInNode(null, bytes, createPrivateKey({ key: { ...jwk, d }, format: 'jwk' }));
    const isOurs = verifyInNode(
      null,
      bytes,
      createPublicKey({ key: jwk, format: 'jwk' }),
      fromBase64Url(ours, 64) ?? new Uint8Array(),
    );

    expect(isOurs).toBe(true);
    expect(toBase64Url(theirs)).toBe(ours);
    expect(await isSigned(subtle, { bytes, signature: Uint8Array.from(theirs), ...keys })).toBe(true);
  });

  it.each(['', 'ed25519-private:', 'ed25519-private:c2VjcmV0', 'secret', undefined, 5])(
    'refuses the private key %j without a word of it',
    async (text) => {
      const error = await rejectionOf(importPrivateKey(subtle, text as string));

      expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option: 'privateKey' } });
      expect(error.message).toBe('The option privateKey must be the privateKey of createPublisherKey().');
    },
  );

  it('does not take a private key for a public one', async () => {
    const { publicKey, privateKey } = await generateKeys(subtle);

    expect([publicKey, privateKey, publicKey.toUpperCase(), `${publicKey}A`].map(isPublicKey)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('says so where there is no Ed25519', async () => {
    const unsupported = () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'));
    const old = { generateKey: unsupported, importKey: unsupported } as unknown as SubtleCrypto;

    expect((await rejectionOf(generateKeys(old))).context).toEqual({ option: 'crypto' });
    expect(() => subtleOf({ crypto: {} as Crypto })).toThrow('must be a WebCrypto with Ed25519');
  });
});

describe('base64url', () => {
  it.each([0, 1, 2, 3, 31, 32, 33, 64])('has one text for %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => 255 - index * 3);
    const text = toBase64Url(bytes);

    expect(text).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64Url(text, length)).toEqual(bytes);
    for (const wrong of [`${text}A`, `${text}=`, text.slice(1), ` ${text.slice(1)}`]) {
      if (wrong !== text) expect(fromBase64Url(wrong, length)).toBeUndefined();
    }
  });

  it('refuses a last letter with bits that mean nothing', () => {
    expect(fromBase64Url('_w', 1)).toEqual(Uint8Array.of(255));
    expect(fromBase64Url('_x', 1)).toBeUndefined();
  });
});
