import { expect, it } from 'vitest';
import { toStoreError } from './failures.ts';

const nodeError = (errcode: number) =>
  Object.assign(new Error('secret'), { code: 'ERR_SQLITE_ERROR', errcode, errstr: 'secret' });
const betterError = (code: string) => Object.assign(new Error('secret'), { code });

it.each([
  ['busy', nodeError(5), betterError('SQLITE_BUSY')],
  ['busy', nodeError(517), betterError('SQLITE_BUSY_SNAPSHOT')],
  ['busy', nodeError(6), betterError('SQLITE_LOCKED_SHAREDCACHE')],
  ['full', nodeError(13), betterError('SQLITE_FULL')],
  ['full', nodeError(4874), betterError('SQLITE_IOERR_SHMSIZE')],
  ['read-only', nodeError(8), betterError('SQLITE_READONLY')],
  ['read-only', nodeError(1032), betterError('SQLITE_READONLY_DBMOVED')],
  ['unreachable', nodeError(14), betterError('SQLITE_CANTOPEN_ISDIR')],
  ['unreachable', betterError('ERR_INVALID_STATE'), new TypeError('The database connection is not open')],
  ['failed', nodeError(1), betterError('SQLITE_ERROR')],
  ['failed', new Error('secret'), 'secret'],
])('takes what both drivers throw for %s', (reason, ...errors) => {
  const codes: Record<string, string> = { full: 'E_STORE_FULL', 'read-only': 'E_STORE_READ_ONLY' };
  for (const cause of errors) {
    const error = toStoreError(cause);

    expect(error).toMatchObject({ code: codes[reason] ?? 'E_STORE_FAILED', context: { reason }, cause });
    expect(JSON.stringify(error)).not.toContain('secret');
  }
});

it.each([
  ...[nodeError(11), betterError('SQLITE_CORRUPT_INDEX'), nodeError(26), betterError('SQLITE_NOTADB')],
  ...[nodeError(522), betterError('SQLITE_IOERR_SHORT_READ')],
])('takes %o for a database that is damaged', (cause) => {
  expect(toStoreError(cause)).toMatchObject({ code: 'E_STORE_CORRUPT', cause });
});

it('passes on what is an error of ours already', () => {
  const error = toStoreError(nodeError(5));

  expect(toStoreError(error)).toBe(error);
});
