import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverFolder } from './repository.ts';
import { runOrThrow } from './run-command.ts';

/** Builds the service from nothing, file by file as the compiler writes them. The library has to be built before. */
export async function buildServer(): Promise<void> {
  const [target, outdir] = [join(serverFolder, 'dist'), join(serverFolder, 'dist-next')];
  await rm(outdir, { recursive: true, force: true });
  await runOrThrow('tsc', ['-p', serverFolder, '--outDir', outdir]);
  await rm(target, { recursive: true, force: true });
  await rename(outdir, target);
}
