import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { loadManifest, toDoors } from './doors.ts';
import { libraryFolder } from './repository.ts';
import { runOrThrow } from './run-command.ts';

/**
 * Builds the library from nothing: one file per door, what doors share in chunks beside them, and the
 * types as the compiler writes them. Dependencies stay imports.
 */
export async function buildLibrary(): Promise<void> {
  const [target, outdir] = [join(libraryFolder, 'dist'), join(libraryFolder, 'dist-next')];
  // What a deleted source left behind must not be packed.
  await rm(outdir, { recursive: true, force: true });
  await runOrThrow('tsc', ['-p', libraryFolder, '--outDir', outdir]);
  await build({
    absWorkingDir: libraryFolder,
    entryPoints: toDoors(loadManifest()).map(({ source }) => source),
    outbase: 'src',
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'neutral',
    format: 'esm',
    target: 'es2023',
    sourcemap: true,
    logLevel: 'warning',
  });
  // Whoever uses the build before is disturbed for a moment only.
  await rm(target, { recursive: true, force: true });
  await rename(outdir, target);
}
