import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';

const THREADS = 4;
const FILES = 200;

/** Opens one new file after the other, each at the same moment as the other threads, and posts the errors. */
const opener = `
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '${new URL('index.ts', import.meta.url)}';
const { folder, counter } = workerData;
const arrived = new Int32Array(counter);
const errors = [];
for (let file = 1; file <= ${FILES}; file++) {
  Atomics.add(arrived, 0, 1);
  Atomics.notify(arrived, 0);
  for (let seen; (seen = Atomics.load(arrived, 0)) < file * ${THREADS}; ) Atomics.wait(arrived, 0, seen);
  try {
    openSqlite(folder + '/' + file + '.sqlite').close();
  } catch (error) {
    errors.push(error.message);
  }
}
parentPort.postMessage(errors);
`;

describe('openSqlite', () => {
  it('opens a new file that others open at the same moment', async () => {
    await withTempFolder(async (folder) => {
      const workerData = { folder, counter: new SharedArrayBuffer(4) };
      const script = new URL(`data:text/javascript,${encodeURIComponent(opener)}`);
      const threads = Array.from({ length: THREADS }, () => new Worker(script, { workerData }));

      const errors = await Promise.all(threads.map((thread) => once(thread, 'message')));

      expect(errors.flat(2)).toEqual([]);
    });
  });
});
