import { describe, expect, it } from 'vitest';
import { makePair } from '../../../../test/http/make-pair.ts';
import { findValidityProblem } from './find-validity-problem.ts';

const DAY_MS = 86_400_000;
// Certificates tell whole seconds.
const today = Math.floor(Date.now() / 1_000) * 1_000;

/** A certificate that is valid since yesterday, and for so many days. */
function makeCert(days: number): string {
  return makePair('one.example', { validTo: new Date(today + days * DAY_MS) }).cert;
}

describe('findValidityProblem()', () => {
  it('tells that a certificate expired, or is not valid yet, with the date', () => {
    const at = new Date(today + 80 * DAY_MS).toISOString();

    expect(findValidityProblem(makeCert(80), today + 81 * DAY_MS)).toMatchObject({
      kind: 'expired',
      message: expect.stringContaining(`expired at ${at}`),
      validTo: at,
    });
    expect(findValidityProblem(makeCert(80), today - 2 * DAY_MS)).toMatchObject({
      kind: 'not-yet-valid',
      message: expect.stringContaining('not valid before'),
    });
  });

  it.each([
    { life: 80, left: 13.9, kind: 'expires-soon' },
    { life: 80, left: 14.1, kind: undefined },
    { life: 3, left: 0.9, kind: 'expires-soon' },
    { life: 3, left: 1.1, kind: undefined },
  ])('tells of $left days that are left of $life: $kind', ({ life, left, kind }) => {
    const now = today + (life - left) * DAY_MS;

    expect(findValidityProblem(makeCert(life), now)?.kind).toBe(kind);
  });
});
