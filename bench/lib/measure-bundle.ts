import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { benchFolder } from './prepare.ts';

/**
 * The gzipped size of a module bundled for browsers, in bytes. Modules of Node that it asks for are left
 * out instead of refused; `undefined` if it cannot be bundled even so.
 */
export async function measureBundle(source: string): Promise<number | undefined> {
  try {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: benchFolder },
      platform: 'browser',
      format: 'esm',
      target: 'es2023',
      external: ['node:*', ...builtinModules],
      bundle: true,
      minify: true,
      write: false,
      logLevel: 'silent',
    });
    return gzipSync(outputFiles.map(({ text }) => text).join(''), { level: 9 }).byteLength;
  } catch {
    // The peer needs more of Node than a browser bundle has; the caller says so.
    return undefined;
  }
}
