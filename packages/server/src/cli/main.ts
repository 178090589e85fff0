#!/usr/bin/env node
import { nodeIo, readVersion } from './node-io.ts';
import { run } from './run.ts';

const stop = new AbortController();
// The first wish to stop lets a command clean up; the second ends it. A service has listeners of its own.
process.once('SIGINT', () => {
  stop.abort();
  process.once('SIGINT', () => process.exit(130));
});
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has seen enough, as in `toolcrib list | head`.
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
process.exitCode = await run(process.argv.slice(2), nodeIo(stop.signal), readVersion());
