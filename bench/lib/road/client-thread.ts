// Sends requests from a thread of its own, so that the client takes nothing of the thread that is measured.
import { parentPort } from 'node:worker_threads';
import { type Load, runLoad } from '../service/run-load.ts';

parentPort?.on('message', async (load: Load) => {
  await runLoad(load);
  parentPort?.postMessage('done');
});
