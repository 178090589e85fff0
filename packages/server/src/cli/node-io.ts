import { createRequire } from 'node:module';
import type { CliIo, TextSink } from './cli-io.ts';
import { connectLocal } from './client/connect-local.ts';

/** Arguments and exports that come by standard input may be large, but not endless. */
const MAX_INPUT_BYTES = 1_073_741_824;

/** The world of this process. */
export function nodeIo(signal: AbortSignal): CliIo {
  return {
    stdin: { isTTY: process.stdin.isTTY === true, read: readInput },
    stdout: toSink(process.stdout),
    stderr: toSink(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    signal,
    nodeVersion: process.version,
    now: () => Date.now(),
    fetch: (request) => fetch(request),
    connectLocal,
    async loadSpecs(file) {
      const { loadTools } = await import('../serve/load-tools.ts');
      const { toSpec } = await import('toolcrib/catalog');
      return (await loadTools([file])).flatMap(({ tools }) => tools.map(toSpec));
    },
    async serve(options) {
      const { serve } = await import('../serve/serve.ts');
      const { processIo } = await import('../serve/process-io.ts');
      return await serve(options, processIo());
    },
    async serveMcp(options) {
      const { serveLocalMcp } = await import('./serve-local-mcp.ts');
      await serveLocalMcp(options, { signal });
    },
  };
}

/** The version of this package. */
export function readVersion(): string {
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  return version;
}

function toSink(stream: NodeJS.WriteStream): TextSink {
  return {
    async write(text) {
      if (stream.write(text)) return;
      await new Promise<void>((resolve) => {
        stream.once('drain', resolve);
        // A reader that has gone, as `head` does, never drains anything.
        stream.once('close', resolve);
      });
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw new Error('Standard input is larger than 1 GiB.');
  }
  return Buffer.concat(chunks).toString('utf8');
}
