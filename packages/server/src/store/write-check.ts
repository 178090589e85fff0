import { ToolcribError } from 'toolcrib';
import type { StoreSession } from 'toolcrib/stores/sqlite';
import { putSetting } from './service-statements.ts';

/** A session that is watched, and a look whether it can be written. */
export interface WriteCheck {
  /** As the session that it was made of. */
  readonly session: StoreSession;
  /** Writes a row. Resolves when that is on the disk; rejects with a ToolcribError `E_STORE_…` if it cannot be written. */
  check(): Promise<void>;
}

const NAME = 'write-check';
/** More than what a full disk has left on pages that are there. It compresses badly, because databases compress long values. */
const LARGE_LENGTH = 256 * 1_024;

/**
 * Watches what is written, and tells whether writing works. A small row often still has room where calls have none, so
 * after a disk was full the check writes a large one until that works.
 */
export function createWriteCheck(session: StoreSession): WriteCheck {
  let wasFull = false;
  const watch = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ToolcribError && error.code === 'E_STORE_FULL') wasFull = true;
      throw error;
    }
  };
  const put = (value: string) => watch(session.run(putSetting, [NAME, JSON.stringify({ value })]));
  return Object.freeze({
    session: Object.freeze({
      all: (sql, values) => session.all(sql, values),
      run: (sql, values) => watch(session.run(sql, values)),
      write: (sql, values) => watch(session.write(sql, values)),
      migrate: (schema) => session.migrate(schema),
    } satisfies StoreSession),
    async check() {
      if (wasFull) {
        wasFull = false;
        await put(randomText(LARGE_LENGTH));
      }
      await put('');
    },
  });
}

function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  // As many at once as the platform gives.
  for (let start = 0; start < length; start += 65_536)
    crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  return Buffer.from(bytes).toString('base64').slice(0, length);
}
