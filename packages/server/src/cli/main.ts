#!/usr/bin/env node
import { nodeIo, readVersion } from './node-io.ts';
import { run } from './run.ts';

const stop = new AbortController();
// The first wish to stop lets a command clean up; the second ends it. A service has listeners of its own.
process.once('SIGINT', () => {
  stop.abort();
  process.once('SIGINT', () => process.exit(130));
});
const outputs = [process.stdout, process.stderr];
for (const stream of outputs) stream.on('error', endWithReader);
const io = nodeIo(stop.signal);
const serve: typeof io.serve = (options) => {
  // A service does not depend on what reads its output, and has nowhere else to say that it is lost.
  for (const stream of outputs) stream.off('error', endWithReader).on('error', () => undefined);
  return io.serve(options);
};
process.exitCode = await run(process.argv.slice(2), { ...io, serve }, readVersion());

function endWithReader(error: NodeJS.ErrnoException): void {
  // The reader has seen enough, as in `toolcrib list | head`.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
