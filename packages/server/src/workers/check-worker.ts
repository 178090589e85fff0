import { parentPort } from 'node:worker_threads';
import { runSpecCheck, type SpecCheck } from 'toolcrib/catalog';

/** Answers questions about definitions, on a thread of its own. Both ways as JSON text, which is copied in no time. */
parentPort?.on('message', (text: string) => {
  // Only the pool of this process sends messages.
  const checks = JSON.parse(text) as readonly SpecCheck[];
  parentPort?.postMessage(JSON.stringify(checks.map(runSpecCheck)));
});
