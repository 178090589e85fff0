import { join } from 'node:path';
import { build } from 'esbuild';
import { replaceFolder } from './replace-folder.ts';
import { serverFolder } from './repository.ts';
import { runOrThrow } from './run-command.ts';

/**
 * Builds the service from nothing: a file for users, one for the command line, one for threads, what they share in chunks beside them, because
 * hundreds of files take a while to be found; and the types as the compiler writes them. The library has to be built before.
 */
export async function buildServer(): Promise<void> {
  await replaceFolder(join(serverFolder, 'dist'), async (outdir) => {
    await runOrThrow('tsc', ['-p', serverFolder, '--outDir', outdir, '--emitDeclarationOnly']);
    await build({
      absWorkingDir: serverFolder,
      entryPoints: [
        ...['src/index.ts', 'src/cli/main.ts'],
        ...['src/serve/tool-thread-main.ts', 'src/workers/check-worker.ts'],
      ],
      outbase: 'src',
      outdir,
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'es2023',
      sourcemap: true,
      logLevel: 'warning',
    });
  });
}
