import { expect, it } from 'vitest';
import { rejectionOf } from '../../../../test/errors.ts';
import { SqlLedger } from './sql-ledger.ts';
import { sampleEntry } from './testkit/sample-entry.ts';

/** A database where a key is taken whenever an entry is inserted, and free when one looks for its holder. */
function elusiveKey(timesTaken: number): { ledger: SqlLedger; attempts(): number } {
  let attempts = 0;
  const session = {
    run: () => {
      attempts++;
      return attempts > timesTaken ? 1 : 0;
    },
    all: () => [],
  };
  return { ledger: new SqlLedger(session, { isDurable: true }), attempts: () => attempts };
}

it('tries again when a key was given back before its holder could be read', async () => {
  const { ledger, attempts } = elusiveKey(2);

  expect(await ledger.insert(sampleEntry({ idempotencyKey: 'key-1' }))).toEqual({ inserted: true });
  expect(attempts()).toBe(3);
});

it('gives up on a key that is always given back at the last moment', async () => {
  const { ledger } = elusiveKey(Number.POSITIVE_INFINITY);

  const error = await rejectionOf(ledger.insert(sampleEntry({ idempotencyKey: 'key-1' })));

  expect(error).toMatchObject({ code: 'E_LEDGER_FAILED', context: { invocationId: 'call-1' } });
});
