import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createPublisherKey,
  type DetachedSignature,
  formatLock,
  type PublisherKey,
  parseLock,
  signLock,
  verifySignature,
} from '../../packages/toolcrib/src/governance/index.ts';
import {
  createToolRegistry,
  defineTool,
  lockTools,
  type ToolLock,
} from '../../packages/toolcrib/src/index.ts';
import { rejectionOf } from '../errors.ts';

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  handler: () => '3',
});
const lock = lockTools([add]);

describe('a signed lock', () => {
  let key: PublisherKey;
  let signature: DetachedSignature;

  beforeAll(async () => {
    key = await createPublisherKey();
    signature = await signLock(lock, key.privateKey);
  });

  /** What a deployment does before it trusts a lock that somebody else has made. */
  async function start(
    files: { readonly lock: string; readonly signature: string },
    trustedKeys: readonly string[],
  ) {
    const read = parseLock(files.lock);
    await verifySignature(JSON.parse(files.signature), { lock: read }, { trustedKeys });
    return createToolRegistry([add], { lock: read });
  }

  it('[S6] is verified without a network before a registry is built with it', async () => {
    const files = { lock: formatLock(lock), signature: JSON.stringify(signature) };

    const registry = await start(files, [key.publicKey]);

    expect(registry.list()).toEqual(['add']);
  });

  it('[S6] is not used if it was made again, by whomever, for other tools', async () => {
    const evil = defineTool({
      name: 'add',
      description: 'Adds, and sends.',
      inputSchema: { type: 'object' },
      handler: () => '3',
    });
    const stranger = await createPublisherKey();
    const forged = lockTools([evil]);
    const resigned = await signLock(forged, stranger.privateKey);

    const kept = start({ lock: formatLock(forged), signature: JSON.stringify(signature) }, [key.publicKey]);
    const made = start({ lock: formatLock(forged), signature: JSON.stringify(resigned) }, [key.publicKey]);
    const named = start(
      { lock: formatLock(forged), signature: JSON.stringify({ ...resigned, keyId: key.keyId }) },
      [key.publicKey],
    );

    expect((await rejectionOf(kept)).context).toMatchObject({ reason: 'wrong-subject' });
    expect((await rejectionOf(made)).context).toMatchObject({ reason: 'unknown-key', keyId: stranger.keyId });
    expect((await rejectionOf(named)).context).toMatchObject({ reason: 'tampered', keyId: key.keyId });
  });

  it('is refused after any flip of one bit of the signature', async () => {
    const bytes = Buffer.from(signature.signature, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = flip(bytes, bit).toString('base64url');
      const error = await rejectionOf(
        verifySignature({ ...signature, signature: flipped }, { lock }, { trustedKeys: [key.publicKey] }),
      );
      expect(error).toMatchObject({ code: 'E_SIGNATURE_REFUSED', context: { reason: 'tampered' } });
    }
  });

  it('is refused after any flip of one bit of the trusted key', async () => {
    const prefix = 'ed25519:';
    const bytes = Buffer.from(key.publicKey.slice(prefix.length), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const trustedKeys = [`${prefix}${flip(bytes, bit).toString('base64url')}`];
      const error = await rejectionOf(verifySignature(signature, { lock }, { trustedKeys }));
      expect(error).toMatchObject({ code: 'E_SIGNATURE_REFUSED', context: { reason: 'unknown-key' } });
    }
  });

  it('is refused after any change of one character of its text, of the signature or of the key', async () => {
    const files = { lock: formatLock(lock), signature: JSON.stringify(signature), key: key.publicKey };
    const file = fc.constantFrom('lock', 'signature', 'key' as const);
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (...[chosen, at, character]) => {
          const text = files[chosen];
          const index = at % text.length;
          fc.pre(text[index] !== character);
          const changed = { ...files, [chosen]: text.slice(0, index) + character + text.slice(index + 1) };

          await expect(start(changed, [changed.key])).rejects.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is refused after any flip of one bit of a digest in the lock', async () => {
    const [prefix, digits = ''] = add.digest.split(':');
    const bytes = Buffer.from(digits, 'hex');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const digest = `${prefix}:${flip(bytes, bit).toString('hex')}`;
      const { authorityDigest } = add;
      const changed = { lockVersion: 2, tools: { add: { digest, authorityDigest } } } as ToolLock;
      const error = await rejectionOf(
        verifySignature(signature, { lock: changed }, { trustedKeys: [key.publicKey] }),
      );
      expect(error.context).toMatchObject({ reason: 'wrong-subject' });
    }
  });

  it('is never verified by accident: whatever a signature is, it is refused', async () => {
    const field = <Value>(value: Value) => fc.oneof(fc.constant(value), fc.jsonValue());
    const candidate = fc.record({
      signatureVersion: field(1),
      algorithm: field('ed25519'),
      keyId: field(key.keyId),
      subject: field(signature.subject),
      signature: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(candidate, fc.anything()), async (given) => {
        const verified = verifySignature(
          given as DetachedSignature,
          { lock },
          { trustedKeys: [key.publicKey] },
        );
        expect((await rejectionOf(verified)).code).toBe('E_SIGNATURE_REFUSED');
      }),
    );
  });
});

function flip(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}
