import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { loadManifest, toDoors } from './doors.ts';
import { replaceFolder } from './replace-folder.ts';
import { libraryFolder } from './repository.ts';
import { runOrThrow } from './run-command.ts';

/**
 * Builds the library from nothing: one file per door, what doors share in chunks beside them, and the
 * types as the compiler writes them. Dependencies stay imports.
 */
export async function buildLibrary(): Promise<void> {
  const target = join(libraryFolder, 'dist');
  // What a deleted source left behind must not be packed.
  await replaceFolder(target, async (folder) => {
    await runOrThrow('tsc', ['-p', libraryFolder, '--outDir', folder]);
    await writeCode(target, folder);
  });
}

/** What `imports` of package.json chooses from, by the host. */
const platformFiles = ['src/platform/hash-node.ts', 'src/platform/hash-portable.ts'];

/** Writes into `folder` what is to be in `target`, which is where source maps look for sources from. */
async function writeCode(target: string, folder: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: libraryFolder,
    entryPoints: [...toDoors(loadManifest()).map(({ source }) => source), ...platformFiles],
    external: ['#hash'],
    outbase: 'src',
    outdir: target,
    write: false,
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
  for (const { path, contents } of outputFiles) {
    const file = join(folder, relative(target, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}
