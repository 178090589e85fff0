import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Approval, readApproval, signApproval } from './approval.ts';

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const approval: Approval = {
  gateId: 'call-1.0',
  invocationId: 'call-1',
  toolDigest: 'sha256/v1:aa',
  contentDigest: 'sha256/v1:bb',
  decision: 'approve',
  approver: 'ada',
  reason: 'fine 😀',
  value: { amount: 5 },
  expiresAt: 1_000,
};

const invalidOption = expect.objectContaining({ code: 'E_INVALID_OPTION' });

/** A token around any payload, as a holder of the key could make it with other software. */
function forge(payload: string, domain = 'toolcrib approval v1\n'): string {
  const encoded = Buffer.from(payload).toString('base64url');
  return `v1.${encoded}.${createHmac('sha256', key)
    .update(domain + encoded)
    .digest('base64url')}`;
}

describe('an approval outside of the process', () => {
  it('comes back as it was signed, frozen', () => {
    const outcome = readApproval(signApproval(approval, key), { keys: [key], now: 999 });

    expect(outcome).toEqual({ ok: true, approval });
    expect(outcome.ok && Object.isFrozen(outcome.approval)).toBe(true);
  });

  it('is the same token for the same approval, whatever the order of its fields', () => {
    const { gateId, reason: _, value: __, ...rest } = approval;

    expect(signApproval({ ...rest, gateId }, key)).toBe(
      signApproval({ gateId, ...rest, reason: undefined, value: undefined }, key),
    );
  });

  it('is HMAC-SHA-256 over its own domain', () => {
    const payload = Buffer.from(signApproval(approval, key).split('.')[1] ?? '', 'base64url').toString();

    expect(signApproval(approval, key)).toBe(forge(payload));
    expect(readApproval(forge(payload, ''), { keys: [key], now: 0 })).toEqual({
      ok: false,
      reason: 'forged',
    });
  });

  it('[G4] is refused after any change of a single character', () => {
    const token = signApproval(approval, key);
    const characters = [
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
      '.',
      '=',
      ' ',
      '\n',
      'ä',
    ];

    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...characters), (at, character) => {
        fc.pre(token[at] !== character);
        const results = [
          token.slice(0, at) + character + token.slice(at + 1),
          token.slice(0, at) + character + token.slice(at),
          token.slice(0, at) + token.slice(at + 1),
        ].map((changed) => readApproval(changed, { keys: [key], now: 0 }).ok);

        expect(results).toEqual([false, false, false]);
      }),
      { numRuns: 2_000 },
    );
    // The last character has bits that mean nothing.
    for (const character of characters) {
      const changed = token.slice(0, -1) + character;
      expect(readApproval(changed, { keys: [key], now: 0 }).ok).toBe(changed === token);
    }
  });

  it('[G4] has another signature as soon as any field differs', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => value.isWellFormed());
    const approvals = fc.record<Approval>({
      gateId: text,
      invocationId: text,
      toolDigest: text,
      contentDigest: text,
      decision: fc.constantFrom('approve', 'reject'),
      approver: text,
      reason: text,
      value: fc.constantFrom(null, 0, '0', [0], { a: 0 }),
      expiresAt: fc.nat(),
    });
    const signatureOf = (value: Approval) => signApproval(value, key).split('.')[2];

    fc.assert(
      fc.property(approvals, approvals, (left, right) => {
        for (const name of Object.keys(left) as (keyof Approval)[]) {
          const changed = { ...left, [name]: right[name] };
          const isSame = JSON.stringify(left[name]) === JSON.stringify(right[name]);
          expect(signatureOf(changed) === signatureOf(left), name).toBe(isSame);
        }
      }),
    );
  });

  it('is forged for any other key, and good for any of several', () => {
    const token = signApproval(approval, key);

    expect(readApproval(token, { keys: [otherKey], now: 0 })).toEqual({ ok: false, reason: 'forged' });
    expect(readApproval(token, { keys: [otherKey, key], now: 0 }).ok).toBe(true);
  });

  it('is expired from its very millisecond on, and even then not if it is forged', () => {
    const token = signApproval(approval, key);

    expect(readApproval(token, { keys: [key], now: 999.9 }).ok).toBe(true);
    expect(readApproval(token, { keys: [key], now: 1_000 })).toEqual({ ok: false, reason: 'expired' });
    expect(readApproval(token, { keys: [key], now: Number.NaN })).toEqual({ ok: false, reason: 'expired' });
    expect(readApproval(token, { keys: [otherKey], now: 1_000 })).toEqual({ ok: false, reason: 'forged' });
  });

  it.each([
    '',
    'v1',
    'v1..',
    'v2.e30.',
    'v1.e30.AAAA',
    'a.b.c.d',
    `v1.${'A'.repeat(70_000)}.${'A'.repeat(43)}`,
  ])('is malformed as %j', (token) => {
    expect(readApproval(token, { keys: [key], now: 0 })).toEqual({ ok: false, reason: 'malformed' });
  });

  it.each([
    ['a field that does not exist', { ...approval, admin: true }],
    ['no gate', { ...approval, gateId: undefined }],
    ['an empty approver', { ...approval, approver: '' }],
    ['another decision', { ...approval, decision: 'maybe' }],
    ['a reason that is no text', { ...approval, reason: 1 }],
    ['no expiry', { ...approval, expiresAt: null }],
    ['no object', [approval]],
  ])('with %s is neither signed nor read', (_, wrong) => {
    expect(readApproval(forge(JSON.stringify(wrong)), { keys: [key], now: 0 })).toEqual({
      ok: false,
      reason: 'malformed',
    });
    expect(() => signApproval(wrong as Approval, key)).toThrowError(invalidOption);
  });

  const written = JSON.stringify(approval);
  it.each(['no json', written.replace('{', '{"gateId":"call-2.0",'), `\ufeff${written}`])(
    'is malformed with the signed payload %j',
    (payload) => {
      expect(readApproval(forge(payload), { keys: [key], now: 0 })).toEqual({
        ok: false,
        reason: 'malformed',
      });
    },
  );

  it('is not signed when it is no JSON or longer than can be read', () => {
    expect(() => signApproval({ ...approval, expiresAt: Number.NaN }, key)).toThrowError(invalidOption);
    expect(() => signApproval({ ...approval, reason: 'x'.repeat(60_000) }, key)).toThrowError(invalidOption);
  });

  it('needs a key of at least 32 bytes', () => {
    const short = new Uint8Array(31);
    const token = signApproval(approval, key);

    expect(() => signApproval(approval, short)).toThrowError(invalidOption);
    expect(() => readApproval(token, { keys: [key, short], now: 0 })).toThrowError(invalidOption);
    expect(() => readApproval(token, { keys: [], now: 0 })).toThrowError(invalidOption);
    expect(() => readApproval(token, { keys: ['x'.repeat(32) as never], now: 0 })).toThrowError(
      invalidOption,
    );
  });
});
