import { expect, it } from 'vitest';
import { isConnectionLost, toStoreError } from './failures.ts';

const withCode = (code: string) => Object.assign(new Error('secret'), { code });

const codes: Readonly<Record<string, string>> = {
  full: 'E_STORE_FULL',
  'read-only': 'E_STORE_READ_ONLY',
  refused: 'E_STORE_REFUSED',
  forbidden: 'E_STORE_REFUSED',
};

it.each([
  ['busy', withCode('55P03')],
  ['busy', withCode('57014')],
  ['busy', withCode('40P01')],
  ['full', withCode('53100')],
  ['read-only', withCode('25006')],
  ['refused', withCode('28P01')],
  ['refused', withCode('28000')],
  ['refused', withCode('3D000')],
  ['unreachable', withCode('57P01')],
  ['unreachable', withCode('57P03')],
  ['unreachable', withCode('53300')],
  ['unreachable', withCode('08006')],
  ['unreachable', withCode('ECONNREFUSED')],
  ['unreachable', withCode('EPIPE')],
  ['unreachable', new Error('Cannot use a pool after calling end on the pool')],
  ['forbidden', withCode('42501')],
  ['failed', withCode('23505')],
  ['failed', Object.assign(withCode('42501'), { routine: 'ExecWithCheckOptions' })],
])('takes for %s what pg rejects with: %o', (reason, cause) => {
  const error = toStoreError(cause);

  expect(error).toMatchObject({ code: codes[reason] ?? 'E_STORE_FAILED', context: { reason }, cause });
  expect(error.context).not.toHaveProperty('isOutcomeUnknown');
  expect(JSON.stringify(error)).not.toContain('secret');
  expect(isConnectionLost(cause)).toBe(reason === 'unreachable');
});

it.each(['XX001', 'XX002'])('takes %s for a database that is damaged', (code) => {
  expect(toStoreError(withCode(code))).toMatchObject({ code: 'E_STORE_CORRUPT' });
});

it('says when it cannot be known whether a change took effect', () => {
  expect(toStoreError(withCode('57P01'), { isOutcomeUnknown: true })).toMatchObject({
    code: 'E_STORE_FAILED',
    message: expect.stringContaining('Look whether it did'),
    context: { reason: 'unreachable', isOutcomeUnknown: true },
  });
});

it('passes on what is an error of ours already', () => {
  const error = toStoreError(withCode('53100'));

  expect(toStoreError(error)).toBe(error);
});
